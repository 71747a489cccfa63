import type { WordTable } from './word-table.ts';

/** The words of a page in document order, as numbers of the table's lexicon, by what a verdict says of their nodes. */
export interface SplitWords {
  readonly content: Uint32Array;
  readonly template: Uint32Array;
}

/** `template` has a 1 for each node of the page that is template, as verdicts have it. */
export function splitWords(table: WordTable, pageIndex: number, template: Uint8Array): SplitWords {
  const { segments } = table.pages[pageIndex]!;
  const { tokenStart, word } = table;
  const firstRow = table.segmentStart[pageIndex]!;
  const count = tokenStart[firstRow + segments.length]! - tokenStart[firstRow]!;
  const split = [new Uint32Array(count), new Uint32Array(count)] as const;
  const sizes = [0, 0];
  for (let i = 0; i < segments.length; i++) {
    const side = template[segments[i]!] === 1 ? 1 : 0;
    const words = word.subarray(tokenStart[firstRow + i], tokenStart[firstRow + i + 1]);
    split[side].set(words, sizes[side]);
    sizes[side]! += words.length;
  }
  return { content: split[0].subarray(0, sizes[0]), template: split[1].subarray(0, sizes[1]) };
}
