/**
 * The words of a batch of pages of one site, scanned once: what template detection and the index both read.
 *
 * One row per token, in document order, a typed array per column. Rows of segment rows, and segment rows of pages,
 * are ranges:
 *
 *     pages          0                 1
 *     segmentStart   0        2        ┆  3          segment rows of a page: [segmentStart[p], segmentStart[p + 1])
 *     tokenStart     0   3    4        4             token rows of a segment row, likewise
 *     word           7 8 7   9         ┆             number in the lexicon
 *     start, end                                     range of the node's text, as `readText` gives it
 *
 * A word ends with its text node: of 1.9 million words of real pages 0.08 % touch a word of the next node with only
 * inline elements between ("18<sup>th</sup>"), and more than half of those are two words ("ESPN<a>NBA</a>").
 *
 * Memory: 12 bytes a token, 4 a segment, and the lexicon: proportional to the batch.
 */
import type { HashKey } from '../hash.ts';
import { type FullPage, NodeFlag, type Page, readText } from '../page.ts';
import { grown, Lexicon } from './lexicon.ts';
import { WordScanner } from './tokenise.ts';

export class WordTable {
  readonly lexicon: Lexicon;
  readonly pages: readonly Page[];
  tokenCount = 0;
  segmentCount = 0;
  /** The columns are valid until the next page is added. */
  word: Uint32Array = new Uint32Array(4096);
  start: Int32Array = new Int32Array(4096);
  end: Int32Array = new Int32Array(4096);
  /** By segment row; one entry more than there are segments. */
  tokenStart: Int32Array = new Int32Array(1025);
  /** By page; one entry more than there are pages. */
  segmentStart: Int32Array = new Int32Array(65);
  /** By word: on how many pages it stands (DF). */
  pageCount: Uint32Array = new Uint32Array(1024);
  /** By word: the last page it was met on, from 1. */
  #lastPage = new Uint32Array(1024);
  readonly #pages: Page[] = [];
  readonly #scanner = new WordScanner();

  constructor(key?: HashKey) {
    this.lexicon = new Lexicon(key);
    this.pages = this.#pages;
  }

  /** Bytes of everything that grows, without the pages. */
  get sizeBytes(): number {
    const { word, start, end, tokenStart, segmentStart, pageCount } = this;
    const columns = [word, start, end, tokenStart, segmentStart, pageCount, this.#lastPage];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.lexicon.sizeBytes);
  }

  /** Adds the words of all segments of a page. */
  addPage(page: Page): void {
    const { segments } = page;
    const firstToken = this.tokenCount;
    this.#pages.push(page);
    this.tokenStart = grown(this.tokenStart, this.segmentCount + segments.length + 1);
    for (const node of segments) {
      this.#addSegment(page, node);
      this.tokenStart[++this.segmentCount] = this.tokenCount;
    }
    this.segmentStart = grown(this.segmentStart, this.pages.length + 1);
    this.segmentStart[this.pages.length] = this.segmentCount;
    this.#countWords(firstToken);
  }

  /** Straight from the source where it is plain text, as seven of eight texts are. */
  #addSegment(page: Page, node: number): void {
    const { source, start: starts, end: ends } = page as FullPage;
    const [start, end] = [starts[node]!, ends[node]!];
    if ((page.flags[node]! & NodeFlag.literal) === 0) {
      const before = this.tokenCount;
      const isString = typeof source === 'string';
      const raw = isString ? source : source.slice(start, end);
      this.#scanner.beginSource(raw, isString ? start : 0, isString ? end : raw.length);
      this.#addWords(isString ? start : 0);
      if (!this.#scanner.undecoded) return;
      this.tokenCount = before;
    }
    const text = readText(page, node);
    this.#scanner.begin(text, 0, text.length);
    this.#addWords(0);
  }

  /** All words of the scanner, with places counted from `origin`. */
  #addWords(origin: number): void {
    const scanner = this.#scanner;
    while (scanner.next()) {
      const token = this.tokenCount++;
      if (token >= this.word.length) this.#growTokens();
      this.word[token] = this.lexicon.intern(scanner.units, scanner.length);
      this.start[token] = scanner.start - origin;
      this.end[token] = scanner.end - origin;
    }
  }

  #growTokens(): void {
    this.word = grown(this.word, this.tokenCount);
    this.start = grown(this.start, this.tokenCount);
    this.end = grown(this.end, this.tokenCount);
  }

  /** The words from this token on are those of the last page. */
  #countWords(from: number): void {
    this.pageCount = grown(this.pageCount, this.lexicon.size);
    this.#lastPage = grown(this.#lastPage, this.lexicon.size);
    const page = this.pages.length;
    for (let token = from; token < this.tokenCount; token++) {
      const word = this.word[token]!;
      if (this.#lastPage[word] === page) continue;
      this.#lastPage[word] = page;
      this.pageCount[word]!++;
    }
  }
}

// The words of a page, split by a verdict

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

// The table turned round: word → (block, offsets), as an index builder holds it before it writes postings. What a
// block is, is for the caller to say: any parts of the pages, or the pages themselves.

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
