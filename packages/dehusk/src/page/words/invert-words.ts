/**
 * A word table turned round: word → (block, offsets), as an index builder holds it before it writes postings. What a
 * block is, is for the caller to say: any parts of the pages, or the pages themselves.
 */
import type { WordTable } from './word-table.ts';

/** Which block each segment row of a table belongs to, and how many there are. Segments of a block need not adjoin. */
export interface SegmentBlocks {
  readonly count: number;
  readonly ofSegment: Int32Array;
}

export interface InvertedWords {
  /** Entries of word `w` are `entryStart[w] … entryStart[w + 1] - 1`, by block; likewise offsets of an entry. */
  readonly entryStart: Int32Array;
  readonly block: Int32Array;
  readonly offsetStart: Int32Array;
  /** Place of the word among the words of its block, from 1, in document order. */
  readonly offset: Int32Array;
}

/** Two counting sorts, by block and then by word: linear. */
export function invertWords(table: WordTable, blocks: SegmentBlocks): InvertedWords {
  const { order, blockOf, offsetOf } = sortByBlock(table, blocks);
  const { rows, wordStart } = sortByWord(table, order);
  const entryStart = new Int32Array(table.lexicon.size + 1);
  const block = new Int32Array(rows.length);
  const offsetStart = new Int32Array(rows.length + 1);
  let entries = 0;
  for (let word = 0; word < table.lexicon.size; word++) {
    for (let i = wordStart[word]!; i < wordStart[word + 1]!; i++) {
      const own = blockOf[rows[i]!]!;
      if (i > wordStart[word]! && block[entries - 1] === own) continue;
      block[entries] = own;
      offsetStart[entries++] = i;
    }
    entryStart[word + 1] = entries;
  }
  offsetStart[entries] = rows.length;
  return {
    entryStart,
    block: block.subarray(0, entries),
    offsetStart: offsetStart.subarray(0, entries + 1),
    offset: rows.map((token) => offsetOf[token]!),
  };
}

interface ByBlock {
  /** Tokens, block by block. */
  readonly order: Int32Array;
  /** By token. */
  readonly blockOf: Int32Array;
  readonly offsetOf: Int32Array;
}

function sortByBlock({ tokenStart, tokenCount, segmentCount }: WordTable, blocks: SegmentBlocks): ByBlock {
  const blockOf = new Int32Array(tokenCount);
  const offsetOf = new Int32Array(tokenCount);
  const sizes = new Int32Array(blocks.count);
  for (let row = 0; row < segmentCount; row++) {
    const block = blocks.ofSegment[row]!;
    for (let token = tokenStart[row]!; token < tokenStart[row + 1]!; token++) {
      blockOf[token] = block;
      offsetOf[token] = ++sizes[block]!;
    }
  }
  const starts = startsOf(sizes);
  const order = new Int32Array(tokenCount);
  for (let token = 0; token < tokenCount; token++) {
    order[starts[blockOf[token]!]! + offsetOf[token]! - 1] = token;
  }
  return { order, blockOf, offsetOf };
}

function sortByWord(
  { word, lexicon }: WordTable,
  order: Int32Array,
): { readonly rows: Int32Array; readonly wordStart: Int32Array } {
  const sizes = new Int32Array(lexicon.size);
  for (const token of order) sizes[word[token]!]!++;
  const wordStart = startsOf(sizes);
  const next = wordStart.slice();
  const rows = new Int32Array(order.length);
  for (const token of order) rows[next[word[token]!]!++] = token;
  return { rows, wordStart };
}

/** Where each of some groups of these sizes begins; one entry more. */
function startsOf(sizes: Int32Array): Int32Array {
  const starts = new Int32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = starts[i]! + sizes[i]!;
  return starts;
}
