/**
 * What the leaves of a site style tree hold on each page: a text or an image, and, if wished, where its link leads; and
 * the features of it that are compared between pages: words, link targets, image files.
 */
import type { HashKey } from '../../page/hash.ts';
import { Attribute, Tag } from '../../page/names.ts';
import { attributeRow, isSpace, type Page, readText, scanValue } from '../../page/page.ts';
import { KeyTable } from '../../table/key-table.ts';
import { RangeHash } from './presentation.ts';
import { Column, NONE } from './site-tree.ts';

/** The rows of leaves: those of leaf `e` are `content[start[e]] … content[start[e + 1] - 1]`, in the order of pages. */
export interface LeafRows {
  readonly start: Int32Array;
  /** The number of a text, or ~ the number of another feature. */
  readonly content: Int32Array;
}

export interface ContentOptions {
  readonly hashKey: HashKey;
  /** Whether the target of a link is a feature of the text or image that it is. */
  readonly linkTargets: boolean;
}

export class LeafContents {
  readonly features: Features;
  readonly #element: Column = new Column();
  readonly #content: Column = new Column();
  /** A place is a text in a leaf; it has a number of pages. */
  readonly #places: KeyTable;
  readonly #placePages: Column = new Column();
  readonly #linkTargets: boolean;

  constructor({ hashKey, linkTargets }: ContentOptions) {
    this.features = new Features(hashKey);
    this.#places = new KeyTable(hashKey[0]);
    this.#linkTargets = linkTargets;
  }

  get sizeBytes(): number {
    const parts = [this.features, this.#element, this.#content, this.#places, this.#placePages];
    return parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Takes in what the leaves hold on a page. Returns the place of each of its segments, or NONE. */
  add(page: Page, elements: Int32Array): Int32Array {
    const places = new Int32Array(page.segments.length);
    let segment = 0;
    for (let node = 0; node < page.nodeCount; node++) {
      const isSegment = page.segments[segment] === node;
      const element = elements[node]!;
      if (isSegment) places[segment++] = element === NONE ? NONE : this.#addText(element, page, node);
      if (element === NONE || (!isSegment && page.tag[node] !== Tag.img)) continue;
      if (!isSegment) this.#addFeature(element, this.features.attribute(page, node, Attribute.src));
      const above = page.parent[node]!;
      if (this.#linkTargets && page.tag[above] === Tag.a)
        this.#addFeature(element, this.features.attribute(page, above, Attribute.href));
    }
    return places;
  }

  /** The place of each segment of a page that was not taken in, or NONE. */
  find(page: Page, elements: Int32Array): Int32Array {
    return page.segments.map((node) => {
      const text = elements[node] === NONE ? NONE : this.features.findText(page, node);
      return text === NONE ? NONE : this.#places.find(elements[node]!, text, 0);
    });
  }

  /** On how many pages a leaf holds a text. */
  pagesAt(place: number): number {
    return place === NONE ? 0 : this.#placePages.values[place]!;
  }

  /** All rows by leaf. */
  rows(elementCount: number): LeafRows {
    const elements = this.#element.values.subarray(0, this.#element.length);
    const start = new Int32Array(elementCount + 1);
    for (const element of elements) start[element + 1]!++;
    for (let element = 0; element < elementCount; element++) start[element + 1]! += start[element]!;
    const next = start.slice();
    const content = new Int32Array(elements.length);
    for (let row = 0; row < elements.length; row++)
      content[next[elements[row]!]!++] = this.#content.values[row]!;
    return { start, content };
  }

  #addText(element: number, page: Page, node: number): number {
    const text = this.features.text(page, node);
    this.#element.push(element);
    this.#content.push(text);
    const place = this.#places.intern(element, text, 0);
    if (place === this.#placePages.length) this.#placePages.push(0);
    this.#placePages.values[place]!++;
    return place;
  }

  #addFeature(element: number, feature: number): void {
    if (feature === NONE) return;
    this.#element.push(element);
    this.#content.push(~feature);
  }
}

/** Features of one kind do not meet those of another: attributes are of the kind of their name. */
const WORD = -1;

/**
 * Numbers for texts and for features. A text is known by its hash. Its words are read when somebody asks for them, and
 * of most texts nobody does: of those that are the same on all pages of their leaf, and of those that are alone in
 * theirs.
 */
class Features {
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
