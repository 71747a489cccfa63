/**
 * The site style tree (Yi, Liu, Li 2003): the pages of a site, merged.
 *
 *     element node   a tag with its attributes, in a place of a style node
 *     style node     a sequence of element nodes, used below an element node by n pages
 *
 *     body                       element 0                   page 1: body(div(text), p(text))
 *     ├ div p          n = 2     style 0, elements 1, 2      page 2: body(div(text), p(b(text)))
 *     │ ├ 1 ─ text     n = 2     style 1, element 3
 *     │ ├ 2 ─ text     n = 1     style 2, element 4
 *     │     ─ b        n = 1     style 3, element 5
 *     │       └ 5 ─ text …
 *
 * A page has one node at most in each element node, so m, the number of pages that have an element, is the n of the
 * style node it stands in.
 *
 * Flat columns; an element's number is larger than those of all above it, so that one walk backwards is a walk from
 * the leaves to the root. Adding a page is one look-up per inner node: no style is compared element by element.
 */
import { KeyTable } from '../../table/key-table.ts';
import type { Presentation } from './presentation.ts';

export const NONE = -1;

export class SiteTree {
  pageCount = 0;
  /** Of each element: the style node it stands in (NONE for the root), and the first of those below it, or NONE. */
  readonly styleOf: Column = new Column();
  readonly firstStyle: Column = new Column();
  /** Of each style node: the element above it and the next style there, its own elements, the pages that use it. */
  readonly elementOf: Column = new Column();
  readonly nextStyle: Column = new Column();
  readonly firstElement: Column = new Column();
  readonly length: Column = new Column();
  readonly pages: Column = new Column();
  /** (element, hash of the sequence) → style node */
  readonly #styles: KeyTable;

  constructor(seed: number) {
    this.#styles = new KeyTable(seed);
    this.#addElements(1, NONE);
  }

  get elementCount(): number {
    return this.styleOf.length;
  }

  get sizeBytes(): number {
    const ofElements = [this.styleOf, this.firstStyle];
    const ofStyles = [this.elementOf, this.nextStyle, this.firstElement, this.length, this.pages];
    return [...ofElements, ...ofStyles, this.#styles].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** m: how many pages have the element. */
  pagesOf(element: number): number {
    const style = this.styleOf.values[element]!;
    return style === NONE ? this.pageCount : this.pages.values[style]!;
  }

  /** Merges a page into the tree. Returns the element of each node, NONE for those that take no part. */
  add(presentation: Presentation): Int32Array {
    if (presentation.root !== NONE) this.pageCount++;
    return this.#place(presentation, true);
  }

  /** Where the nodes of a page stand in the tree, NONE for those below a style that it does not know. */
  find(presentation: Presentation): Int32Array {
    return this.#place(presentation, false);
  }

  #place(presentation: Presentation, isNew: boolean): Int32Array {
    const { page, root, childCount } = presentation;
    const elements = new Int32Array(page.nodeCount).fill(NONE);
    if (root === NONE) return elements;
    // The element of the next child of each node; NONE below an unknown style.
    const next = new Int32Array(page.nodeCount).fill(NONE);
    elements[root] = 0;
    for (let node = root; node < page.subtreeEnd[root]!; node++) {
      if (childCount[node] === NONE) continue;
      const above = page.parent[node]!;
      if (node !== root && next[above] !== NONE) elements[node] = next[above]!++;
      if (childCount[node] === 0 || elements[node] === NONE) continue;
      const style = this.#styleOf(presentation, node, elements[node]!, isNew);
      if (style !== NONE) next[node] = this.firstElement.values[style]!;
    }
    return elements;
  }

  /** The style of a node that is placed; a page that is new counts as one more that uses it. */
  #styleOf(presentation: Presentation, node: number, element: number, isNew: boolean): number {
    const high = presentation.styleHigh[node]!;
    const low = presentation.styleLow[node]!;
    if (!isNew) return this.#styles.find(element, high, low);
    const known = this.#styles.count;
    const style = this.#styles.intern(element, high, low);
    if (style === known) this.#addStyle(element, presentation.childCount[node]!);
    this.pages.values[style]!++;
    return style;
  }

  #addStyle(element: number, length: number): void {
    const style = this.firstElement.length;
    this.elementOf.push(element);
    this.firstElement.push(this.elementCount);
    this.length.push(length);
    this.pages.push(0);
    this.nextStyle.push(this.firstStyle.values[element]!);
    this.firstStyle.values[element] = style;
    this.#addElements(length, style);
  }

  #addElements(count: number, style: number): void {
    this.styleOf.extend(count, style);
    this.firstStyle.extend(count, NONE);
  }
}

/** A list of 32-bit integers that grows by doubling. */
export class Column {
  length = 0;
  values: Int32Array = new Int32Array(256);

  push(value: number): void {
    if (this.length === this.values.length) this.#grow(this.length + 1);
    this.values[this.length++] = value;
  }

  /** Adds `count` times the same value. */
  extend(count: number, value: number): void {
    const length = this.length + count;
    if (length > this.values.length) this.#grow(length);
    while (this.length < length) this.values[this.length++] = value;
  }

  get sizeBytes(): number {
    return this.values.byteLength;
  }

  #grow(atLeast: number): void {
    const values = new Int32Array(Math.max(atLeast, this.values.length * 2));
    values.set(this.values);
    this.values = values;
  }
}
