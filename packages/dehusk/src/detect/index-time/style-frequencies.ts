/**
 * On how many pages the words of a style's blocks are, and which classes of blocks are worth a closer look.
 *
 * A word that is in blocks of its style on fewer than `templatePages` pages cannot be a template word, so it counts as
 * another word without being looked at (C15); and a class that has too many of these cannot be template (C14). The
 * paper asks only for words that are on few pages of the whole site, which are fewer: "the" is on all pages, but
 * seldom often at one place.
 */
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import type { BlockClasses } from './block-classes.ts';
import { wordThresholds } from './judge-words.ts';
import type { IndexTimeOptions } from './method.ts';
import { NO_ROW } from './page-blocks.ts';

/** Entries of a word in `#counts`, side by side, because they are used together: measured. */
const ENTRIES = 3;
/** The style that its pages are of, and the class that raised them last, both from 1. */
const STYLE = 0;
const CLASS = 1;
/** Pages of its classes, added up: a page with two of them counts twice, so it is at most too many. */
const PAGES = 2;

export class StyleFrequencies {
  readonly #table: WordTable;
  readonly #classes: BlockClasses;
  readonly #options: IndexTimeOptions;
  readonly #counts: Int32Array;
  #style = 0;
  /** The different words of the classes of the style, and where those of each begin. */
  #words = new Uint32Array(1024);
  #wordStart = new Int32Array(65);
  #size = 0;

  constructor(table: WordTable, classes: BlockClasses, options: IndexTimeOptions) {
    this.#table = table;
    this.#classes = classes;
    this.#options = options;
    this.#counts = new Int32Array(table.lexicon.size * ENTRIES);
  }

  get sizeBytes(): number {
    return this.#counts.byteLength + this.#words.byteLength + this.#wordStart.byteLength;
  }

  /** From now on words are those of this style; each style comes once. */
  openStyle(style: number): void {
    this.#style = style + 1;
    this.#size = 0;
  }

  /** A word is known to be on so many pages in this style. */
  addWord(word: number, pages: number): void {
    const at = word * ENTRIES;
    if (this.#counts[at + STYLE] !== this.#style) {
      this.#counts[at + STYLE] = this.#style;
      this.#counts[at + PAGES] = 0;
    }
    this.#counts[at + PAGES]! += pages;
  }

  /** Adds the words of the style's classes. */
  addClasses(members: Int32Array): void {
    this.#wordStart = grown(this.#wordStart, members.length + 1);
    for (let i = 0; i < members.length; i++) {
      this.#addClass(members[i]!);
      this.#wordStart[i + 1] = this.#size;
    }
  }

  /** Whether the i-th class that was added may be template yet. */
  isCandidate(i: number): boolean {
    const from = this.#wordStart[i]!;
    const to = this.#wordStart[i + 1]!;
    const { otherWords } = wordThresholds(to - from, this.#options);
    let rare = 0;
    for (let at = from; at < to; at++) {
      if (this.isRare(this.#words[at]!) && ++rare > otherWords) return false;
    }
    return true;
  }

  isRare(word: number): boolean {
    return this.#counts[word * ENTRIES + PAGES]! < this.#options.templatePages;
  }

  #addClass(number: number): void {
    const { tokenStart, word } = this.#table;
    const { firstRow, nextRow, pages } = this.#classes;
    const counts = this.#counts;
    for (let row = firstRow[number]!; row !== NO_ROW; row = nextRow[row]!) {
      const to = tokenStart[row + 1]!;
      this.#words = grown(this.#words, this.#size + to - tokenStart[row]!);
      for (let token = tokenStart[row]!; token < to; token++) {
        const at = word[token]! * ENTRIES;
        if (counts[at + CLASS] === number + 1) continue;
        counts[at + CLASS] = number + 1;
        this.#words[this.#size++] = word[token]!;
        this.addWord(word[token]!, pages[number]!);
      }
    }
  }
}
