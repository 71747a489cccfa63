/** The index-time method, described; `index-time.ts` is the method itself. */
import type { HashKey } from '../../page/hash.ts';
import { type BatchMethod, type MethodOption, optionDefaults } from '../method.ts';

export interface IndexTimeOptions {
  /** Elements that make a block (C1). Table rows and cells never do: one holds a single thing, not a part of a page. */
  readonly boundaries: readonly string[];
  /** δ: how far apart the positions of two blocks of one style may lie, as the sum over all layers (C4). */
  readonly positionTolerance: number;
  /** n: into how many variables of 32 bits the offsets of a word are mapped (C9). */
  readonly variables: number;
  /** Leave out the first offset, which is the distance from the block's beginning (C8). */
  readonly dropFirst: boolean;
  /** Two sequences of offsets are similar from this share of common bits on (C10: one of four offsets may change). */
  readonly similarity: number;
  /** k: a word is a template word if it stands so on at least this many pages (C12; as many as Wang et al. have). */
  readonly templatePages: number;
  /** T_b: a block is template if this share of its words are template words (C13). */
  readonly templateRatio: number;
  /** NT_b: a block is given up above this share of other words; undefined: what T_b leaves, so nothing is lost (C14). */
  readonly contentRatio: number | undefined;
  /** Pages wanted at once (C16). */
  readonly batchPages: number;
  /** Most template words, each of one style, that are carried from batch to batch. */
  readonly maxCarried: number;
  readonly hashKey: HashKey;
}

const options = {
  positionTolerance: {
    default: 1,
    least: 0,
    integer: true,
    help: 'how far apart the positions of two blocks of one style may lie',
  },
  variables: {
    default: 4,
    least: 1,
    integer: true,
    help: 'into how many 32-bit variables the offsets of a word are mapped',
  },
  dropFirst: { default: false, help: "leave out a word's distance from the beginning of its block" },
  similarity: {
    default: 0.7,
    least: 0,
    integer: false,
    help: 'two sequences of offsets are similar from this share of common bits on',
  },
  templatePages: {
    default: 5,
    least: 1,
    integer: true,
    help: 'a word that stands alike on so many pages is a template word',
  },
  templateRatio: {
    default: 0.8,
    least: 0,
    integer: false,
    help: 'a block is template if this share of its words are template words',
  },
} as const satisfies Record<string, MethodOption>;

export const indexTimeDefaults: IndexTimeOptions = {
  // The paper names table and ul, and what a page of today is laid out with cannot be left out.
  boundaries: [
    ...['table', 'div', 'ul', 'ol', 'dl', 'form'],
    ...['section', 'article', 'main', 'aside', 'header', 'footer', 'nav'],
  ],
  ...optionDefaults(options),
  contentRatio: undefined,
  batchPages: 200,
  // Some 3 MB. After 60 to 120 pages of 27 real sites they are 13 to 16,843, in the median 518.
  maxCarried: 2 ** 16,
  hashKey: [0, 0],
};

export const indexTime: BatchMethod = {
  name: 'index-time',
  kind: 'batch',
  summary:
    'words at the same offsets in blocks of the same style, as an index builder has them (Chen et al. 2006)',
  options,
  loadDetector: async () => {
    const { createIndexTimeDetector } = await import('./index-time.ts');
    return (given, { hashKey }) => createIndexTimeDetector({ ...given, hashKey });
  },
};
