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

import { NodeFlag, type Page } from '../page.ts';
import { readText } from '../read.ts';
import type { HashKey } from '../text-hash.ts';
import { grown } from './grown.ts';
import { Lexicon } from './lexicon.ts';
import { WordScanner } from './word-scanner.ts';

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
    const start = page.start[node]!;
    if ((page.flags[node]! & NodeFlag.literal) === 0) {
      const before = this.tokenCount;
      this.#scanner.beginSource(page.source, start, page.end[node]!);
      this.#addWords(start);
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
