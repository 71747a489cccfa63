/**
 * Numbers for what leaves hold: texts, and the features that are compared between pages (words, link targets, image
 * files).
 *
 * A text is known by its hash. Its words are read when somebody asks for them, and of most texts nobody does: of
 * those that are the same on all pages of their leaf, and of those that are alone in theirs.
 */

import type { HashKey } from '../../page/hash.ts';
import { attributeRow, type Page, readText, scanValue } from '../../page/page.ts';
import { KeyTable } from '../../table/key-table.ts';
import { Column } from './column.ts';
import { RangeHash } from './range-hash.ts';
import { NONE } from './site-tree.ts';

/** Features of one kind do not meet those of another: attributes are of the kind of their name. */
const WORD = -1;

export class Features {
  readonly #texts: KeyTable;
  readonly #features: KeyTable;
  /** Where each text was first met. */
  readonly #page: Page[] = [];
  readonly #node: Column = new Column();
  /** Where its words begin and end in `#words`; nothing begins at NONE but what is not read yet. */
  readonly #from: Column = new Column();
  readonly #to: Column = new Column();
  readonly #words: Column = new Column();
  readonly #hash: RangeHash;

  constructor(key: HashKey) {
    this.#texts = new KeyTable(key[0]);
    this.#features = new KeyTable(key[1]);
    this.#hash = new RangeHash(key);
  }

  get sizeBytes(): number {
    const parts = [this.#texts, this.#features, this.#node, this.#from, this.#to, this.#words];
    return parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** The number of a text. */
  text(page: Page, node: number): number {
    const known = this.#texts.count;
    const text = this.#texts.intern(0, page.textHashHigh[node]!, page.textHashLow[node]!);
    if (text !== known) return text;
    this.#page.push(page);
    this.#node.push(node);
    this.#from.push(NONE);
    this.#to.push(NONE);
    return text;
  }

  /** The number of a text, or NONE if it was never met. */
  findText(page: Page, node: number): number {
    return this.#texts.find(0, page.textHashHigh[node]!, page.textHashLow[node]!);
  }

  /** The number of an attribute's value as a feature; NONE if the element does not have it. */
  attribute(page: Page, node: number, name: number): number {
    const row = attributeRow(page, node, name);
    if (row === -1) return NONE;
    // As the author wrote it: resolving addresses would cost more than all the rest.
    scanValue(page, row, this.#hash);
    return this.#features.intern(name, this.#hash.high, this.#hash.low);
  }

  /** The words of a text, as features. */
  words(text: number): Int32Array {
    if (this.#from.values[text] === NONE) this.#readWords(text);
    return this.#words.values.subarray(this.#from.values[text]!, this.#to.values[text]!);
  }

  #readWords(text: number): void {
    const spelled = readText(this.#page[text]!, this.#node.values[text]!);
    this.#from.values[text] = this.#words.length;
    for (let start = 0; start < spelled.length; ) {
      let end = start;
      while (end < spelled.length && !isSpace(spelled.charCodeAt(end))) end++;
      if (end > start) {
        this.#hash.read(spelled, start, end);
        this.#words.push(this.#features.intern(WORD, this.#hash.high, this.#hash.low));
      }
      start = end + 1;
    }
    this.#to.values[text] = this.#words.length;
  }
}

/** HTML's white space: tab, line feed, form feed, carriage return, space. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit <= 0x0d && unit >= 0x09 && unit !== 0x0b);
}
