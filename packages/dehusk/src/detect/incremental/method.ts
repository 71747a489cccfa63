/** The incremental method, described; `incremental.ts` is the method itself. */

import type { HashKey } from '../../page/hash.ts';
import { type PathIdentity, pathIdentities } from '../../page/path-hash.ts';
import { type MethodOption, optionDefaults, type StreamMethod } from '../method.ts';

export interface IncrementalOptions {
  /** Tb. 24 is the only number of pages in the paper, the mean batch of the methods it compares with (W2). */
  readonly firstLifePages: number;
  /** N. With 24 and 8, a segment on a tenth of the pages comes back in its first life with p = 0.92 (W2). */
  readonly lifeGrowth: number;
  /** A segment is template from this many pages on (W10: at least 5). */
  readonly templatePages: number;
  /** A block is template above this share of its characters (W10: more than 0.7). */
  readonly templateRatio: number;
  /** What makes two paths the same (W5). */
  readonly pathIdentity: PathIdentity;
  /** Until this count a segment remembers its pages, so that a page that comes again counts once (W4). */
  readonly rememberUntil: number;
  /** False for learning a whole input before judging it: then only `maxSegments` bounds the table. */
  readonly forgetting: boolean;
  /** Most segments kept of one site; a million pages of a busy site in the forgetting mode stay far below. */
  readonly maxSegments: number;
  readonly hashKey: HashKey;
}

const options = {
  firstLifePages: {
    default: 24,
    least: 1,
    integer: true,
    help: 'a text seen once is forgotten after so many pages without it',
  },
  lifeGrowth: {
    default: 8,
    least: 1,
    integer: false,
    help: 'a text seen often is remembered so many times longer',
  },
  templatePages: { default: 5, least: 1, integer: true, help: 'a text is template from so many pages on' },
  templateRatio: {
    default: 0.7,
    least: 0,
    integer: false,
    help: 'a block is template if more than this share of its characters is',
  },
  pathIdentity: {
    default: 'tags',
    choices: pathIdentities,
    help: 'what makes two paths of elements the same',
  },
  rememberUntil: {
    default: 8,
    least: 1,
    integer: true,
    help: 'until this count a text remembers its pages, so that none counts twice',
  },
  maxSegments: { default: 2 ** 18, least: 100, integer: true, help: 'most texts remembered of a site' },
} as const satisfies Record<string, MethodOption>;

export const incrementalDefaults: IncrementalOptions = {
  ...optionDefaults(options),
  forgetting: true,
  hashKey: [0, 0],
};

export const incremental: StreamMethod = {
  name: 'incremental',
  kind: 'stream',
  summary: 'a table of the texts of past pages, and blocks that are made of them (Wang et al. 2008)',
  options,
  takesKnown: true,
  loadDetector: async ({ traces } = {}) => {
    const { createIncrementalDetector } = await import('./incremental.ts');
    return (given, setting) => createIncrementalDetector({ ...given, ...setting }, traces);
  },
};
