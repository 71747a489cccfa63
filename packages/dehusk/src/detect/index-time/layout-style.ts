/**
 * The layout style of a block: the array A of integers (reading C3). It is only ever compared as a whole, so it is
 * kept as one number of 64 bits.
 *
 *     tag · bgcolor · width · height · border · cellpadding · cellspacing · align · set of classes      0 = absent
 */
import { Attribute, knownTags } from '../../page/names.ts';
import { attributeName, attributesEnd, firstAttribute, type Page, readValue } from '../../page/page.ts';

const TAG = 0;
const CLASSES = 8;
/** Of the hash of Fowler, Noll and Vo. */
const FNV_PRIME = 0x01000193;

const layoutAttributes = [
  'bgcolor',
  'width',
  'height',
  'border',
  'cellpadding',
  'cellspacing',
  'align',
] as const;

/** Attribute number → field, 0 for those that say nothing of layout. */
const fieldOf = new Uint8Array(2 ** 16);
for (const [i, name] of layoutAttributes.entries()) fieldOf[Attribute[name]] = TAG + 1 + i;

/** Tag number → what its field has. Only tags that HTML knows make blocks. */
const tagField = Int32Array.from(knownTags.names, hashValue);

export class LayoutStyle {
  /** Of the element last read. */
  high = 0;
  low = 0;
  #page: Page | undefined;
  /** By row of the page's class lists: what its field has; 0 = not looked at yet. */
  #classFields = new Int32Array(64);

  read(page: Page, element: number): void {
    if (page !== this.#page) this.#turnTo(page);
    this.high = 0;
    this.low = 0;
    this.#add(TAG, tagField[page.tag[element]!]!);
    const row = page.classList[element]!;
    if (row !== 0) this.#add(CLASSES, this.#classFields[row] || this.#hashClasses(row));
    for (let row = firstAttribute(page, element); row < attributesEnd(page, element); row++) {
      const field = fieldOf[attributeName(page, row)]!;
      if (field !== 0) this.#add(field, hashValue(readValue(page, row).trim()));
    }
  }

  /** Fields are added up, each mixed with its place in the array, so that absent ones cost nothing. */
  #add(field: number, value: number): void {
    const mixed = Math.imul(value ^ Math.imul(field + 1, 0x9e3779b1), 0x85ebca6b);
    this.high = (this.high + (mixed ^ (mixed >>> 15))) | 0;
    const turned = Math.imul(mixed ^ (value >>> 13), 0xc2b2ae35);
    this.low = (this.low + (turned ^ (turned >>> 16))) | 0;
  }

  #turnTo(page: Page): void {
    this.#page = page;
    const rows = page.classLists.length;
    if (this.#classFields.length < rows) this.#classFields = new Int32Array(rows * 2);
    else this.#classFields.fill(0, 0, rows);
  }

  /** The names of a list are sorted: equal sets have equal hashes. */
  #hashClasses(row: number): number {
    let hash = 0;
    for (const name of this.#page!.classLists[row]!) {
      for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), FNV_PRIME);
      // No name has a space in it: where one ends counts.
      hash = Math.imul(hash ^ 0x20, FNV_PRIME);
    }
    this.#classFields[row] = hash;
    return hash;
  }
}

/** Letters of A to Z count as small ones. */
function hashValue(value: string): number {
  let hash = 1;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    hash = Math.imul(hash ^ (unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit), FNV_PRIME);
  }
  return hash;
}
