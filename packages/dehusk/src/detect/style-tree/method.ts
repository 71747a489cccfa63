/** The style tree, described; `style-tree.ts` is the method itself. */
import type { HashKey } from '../../page/hash.ts';
import { type BatchMethod, type MethodOption, optionDefaults } from '../method.ts';

const attributeChoices = ['none', 'display', 'display+class'] as const;
/** Which attributes make two elements different. */
export type AttributeChoice = (typeof attributeChoices)[number];

export interface StyleTreeOptions {
  /** γ: how much the styles below an element count against its own; 0.9 in the paper. */
  readonly gamma: number;
  /**
   * t: an element is noise if it and all below it are less important. The paper sets it by hand for each site. At ½ a
   * leaf may show some texts in turn, if each is on more than 1/√m of the m pages: on a fifth of 24.
   */
  readonly threshold: number;
  /** Which attributes make two elements different. */
  readonly attributes: AttributeChoice;
  /** Whether the target of a link is a feature of the text or image that it is. */
  readonly linkTargets: boolean;
  /** Most pages that one tree is built from. */
  readonly samplePages: number;
  /** How many trees are built, each from other pages. */
  readonly samples: number;
  /** Pages wanted at once: 24 is the mean batch in Wang et al. (2008). */
  readonly batchPages: number;
  readonly hashKey: HashKey;
}

const options = {
  gamma: {
    default: 0.9,
    least: 0,
    integer: false,
    help: 'how much the styles below an element count against its own',
  },
  threshold: {
    default: 0.5,
    least: 0,
    integer: false,
    help: 'an element is template if it and all below it are less important than this',
  },
  attributes: {
    default: 'display',
    choices: attributeChoices,
    help: 'which attributes make two elements different',
  },
  linkTargets: {
    default: false,
    help: 'whether the target of a link tells apart texts and images that are links',
  },
  samplePages: { default: 500, least: 1, integer: true, help: 'most pages that one tree is built from' },
  samples: { default: 1, least: 1, integer: true, help: 'how many trees are built, each from other pages' },
} as const satisfies Record<string, MethodOption>;

export const styleTreeDefaults: StyleTreeOptions = {
  ...optionDefaults(options),
  batchPages: 24,
  hashKey: [0, 0],
};

export const styleTree: BatchMethod = {
  name: 'style-tree',
  kind: 'batch',
  summary: 'elements that look alike and hold the same on all pages of a batch (Yi, Liu, Li 2003)',
  options,
  judgesElements: true,
  loadDetector: async () => {
    const { createStyleTreeDetector } = await import('./style-tree.ts');
    return (given, { hashKey }) => createStyleTreeDetector({ ...given, hashKey });
  },
};
