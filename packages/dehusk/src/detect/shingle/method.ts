/** The shingle method, described; `shingle.ts` is the method itself. */
import type { HashKey } from '../../page/hash.ts';
import { type BatchMethod, type MethodOption, optionDefaults } from '../method.ts';

/** What is compared between pages; `units.ts` says what they are. */
export const unitNames = ['pagelet', 'partition', 'table-text', 'block'] as const;
export type UnitName = (typeof unitNames)[number];

export interface ShingleOptions {
  /** What is compared between pages. */
  readonly unit: UnitName;
  /** k: an element with so many links may be a pagelet; 3 as we remember the paper. */
  readonly minLinks: number;
  /** w: words in a shingle. 4 is usual for web pages. */
  readonly shingleWords: number;
  /** How many smallest hashes must agree: two texts are taken for one with this power of their resemblance. */
  readonly minHashes: number;
  /** A unit is template only if it is on at least so many pages of the batch. */
  readonly templatePages: number;
  /** And only if it is on more than this share of them; a fifth of 24 pages is 5, the incremental method's number. */
  readonly templateShare: number;
  /** Count only pages that are connected by links (the paper's definition of a template). */
  readonly linked: boolean;
  /** Pages wanted at once: 24 is the mean batch in Wang et al. (2008). */
  readonly batchPages: number;
  readonly hashKey: HashKey;
}

const options = {
  unit: { default: 'block', choices: unitNames, help: 'what is compared between pages' },
  minLinks: { default: 3, least: 1, integer: true, help: 'an element with so many links may be a pagelet' },
  shingleWords: { default: 4, least: 1, integer: true, help: 'words in a shingle' },
  minHashes: {
    default: 8,
    least: 1,
    integer: true,
    help: 'how many smallest hashes of two texts must agree',
  },
  templatePages: { default: 2, least: 1, integer: true, help: 'a unit is template from so many pages on' },
  templateShare: {
    default: 0.2,
    least: 0,
    integer: false,
    help: 'and only on more than this share of the pages',
  },
  linked: { default: false, help: 'count only pages that are connected by links' },
} as const satisfies Record<string, MethodOption>;

export const shingleDefaults: ShingleOptions = {
  ...optionDefaults(options),
  batchPages: 24,
  hashKey: [0, 0],
};

export const shingle: BatchMethod = {
  name: 'shingle',
  kind: 'batch',
  summary:
    'parts of pages that recur in a batch, by fingerprint (Bar-Yossef, Rajagopalan 2002; Ma et al. 2003)',
  options,
  loadDetector: async () => {
    const { createShingleDetector } = await import('./shingle.ts');
    return (given, { hashKey }) => createShingleDetector({ ...given, hashKey });
  },
};
