/**
 * The nodes of a draft linked by child and sibling numbers, because HTML's repair of misnested markup (foster parenting,
 * the adoption agency) moves nodes after they were made. Where nothing was moved, which is nearly always, they already
 * stand in document order. Like the columns of the draft these serve page after page.
 */
import { doubled, NONE, type TreeDraft } from '../draft.ts';
import { TEXT } from '../page.ts';

export class TreeLinks {
  /** Set once a node was put anywhere but at the end of the document: then numbers are not in pre-order. */
  moved = false;
  firstChild: Int32Array = new Int32Array(1024);
  lastChild: Int32Array = new Int32Array(1024);
  previous: Int32Array = new Int32Array(1024);
  next: Int32Array = new Int32Array(1024);
  readonly #draft: TreeDraft;

  constructor(draft: TreeDraft) {
    this.#draft = draft;
  }

  reset(): void {
    this.moved = false;
  }

  /** A node that the draft has got just now. */
  add(node: number): void {
    if (node === this.next.length) this.#grow();
    this.firstChild[node] = NONE;
    this.lastChild[node] = NONE;
    this.previous[node] = NONE;
    this.next[node] = NONE;
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent]!;
    this.#draft.parent[node] = parent;
    this.previous[node] = last;
    if (last === NONE) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(sibling: number, node: number): void {
    const parent = this.#draft.parent[sibling]!;
    const previous = this.previous[sibling]!;
    this.#draft.parent[node] = parent;
    this.previous[node] = previous;
    this.next[node] = sibling;
    this.previous[sibling] = node;
    if (previous === NONE) this.firstChild[parent] = node;
    else this.next[previous] = node;
    this.moved = true;
  }

  detach(node: number): void {
    const parent = this.#draft.parent[node]!;
    if (parent === NONE) return;
    const previous = this.previous[node]!;
    const next = this.next[node]!;
    if (previous === NONE) this.firstChild[parent] = next;
    else this.next[previous] = next;
    if (next === NONE) this.lastChild[parent] = previous;
    else this.previous[next] = previous;
    this.#draft.parent[node] = NONE;
    this.previous[node] = NONE;
    this.next[node] = NONE;
    this.moved = true;
  }

  /** Moves all children of `from` to the end of `to`. */
  moveChildren(from: number, to: number): void {
    for (let child = this.firstChild[from]!; child !== NONE; ) {
      const next = this.next[child]!;
      this.detach(child);
      this.append(to, child);
      child = next;
    }
  }

  /** Has an element after this one the same parent? */
  hasChildAfter(node: number): boolean {
    let sibling = this.next[node]!;
    while (this.isText(sibling)) sibling = this.next[sibling]!;
    return sibling !== NONE;
  }

  isText(node: number): boolean {
    return node !== NONE && this.#draft.tag[node] === TEXT;
  }

  /** All nodes of the tree in document order; undefined where their numbers are in it. */
  preOrder(): Int32Array | undefined {
    if (!this.moved) return undefined;
    const { nodeCount, parent } = this.#draft;
    const order = new Int32Array(nodeCount);
    let count = 0;
    for (let node = 0; node !== NONE; ) {
      order[count++] = node;
      if (this.firstChild[node] !== NONE) {
        node = this.firstChild[node]!;
        continue;
      }
      while (node !== NONE && this.next[node] === NONE) node = parent[node]!;
      if (node !== NONE) node = this.next[node]!;
    }
    return order.subarray(0, count);
  }

  #grow(): void {
    this.firstChild = doubled(this.firstChild);
    this.lastChild = doubled(this.lastChild);
    this.previous = doubled(this.previous);
    this.next = doubled(this.next);
  }
}
