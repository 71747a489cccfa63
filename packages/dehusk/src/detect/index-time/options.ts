import type { HashKey } from '../../page/text-hash.ts';

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

export const indexTimeDefaults: IndexTimeOptions = {
  // The paper names table and ul, and what a page of today is laid out with cannot be left out.
  boundaries: [
    ...['table', 'div', 'ul', 'ol', 'dl', 'form'],
    ...['section', 'article', 'main', 'aside', 'header', 'footer', 'nav'],
  ],
  positionTolerance: 1,
  variables: 4,
  dropFirst: false,
  similarity: 0.7,
  templatePages: 5,
  templateRatio: 0.8,
  contentRatio: undefined,
  batchPages: 200,
  // Some 3 MB. After 60 to 120 pages of 27 real sites they are 13 to 16,843, in the median 518.
  maxCarried: 2 ** 16,
  hashKey: [0, 0],
};
