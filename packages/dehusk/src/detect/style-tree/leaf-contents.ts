/** What the leaves of a site style tree hold on each page: a text or an image, and, if wished, where its link leads. */

import type { HashKey } from '../../page/hash.ts';
import { Attribute, Tag } from '../../page/names.ts';
import type { Page } from '../../page/page.ts';
import { KeyTable } from '../../table/key-table.ts';
import { Column } from './column.ts';
import { Features } from './features.ts';
import { NONE } from './site-tree.ts';

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
