/**
 * The tree while it is being built: columns linked by parent, child and sibling numbers, because HTML's repair of
 * misnested markup (foster parenting, the adoption agency) moves nodes after they were made. `flatten` turns it
 * into a Page. Where nothing was moved, which is nearly always, nodes already stand in document order.
 *
 * The columns are scratch space that serves page after page.
 */
import { DehuskError } from '../errors.ts';
import { TEXT } from './page.ts';
import type { PageLimits } from './raw-page.ts';

export const NONE = -1;

export class TreeDraft {
  nodeCount = 0;
  attributeCount = 0;
  /** Set once a node was put anywhere but at the end of the document: then numbers are not in pre-order. */
  moved = false;

  tag: Uint16Array = new Uint16Array(1024);
  flags: Uint8Array = new Uint8Array(1024);
  parent: Int32Array = new Int32Array(1024);
  firstChild: Int32Array = new Int32Array(1024);
  lastChild: Int32Array = new Int32Array(1024);
  previous: Int32Array = new Int32Array(1024);
  next: Int32Array = new Int32Array(1024);
  /** Text: range of the source. Element: range of attribute rows. */
  start: Int32Array = new Int32Array(1024);
  end: Int32Array = new Int32Array(1024);
  classList: Uint32Array = new Uint32Array(1024);

  attributeName: Uint16Array = new Uint16Array(1024);
  attributeStart: Int32Array = new Int32Array(1024);
  attributeEnd: Int32Array = new Int32Array(1024);

  /** Contents of raw text elements: (node, start, end) after one another. */
  readonly rawContent: number[] = [];
  /** Text that no single range of the source holds, because an ignored tag stands in it: its ranges. */
  readonly joinedText: Map<number, number[]> = new Map();

  #maxNodes = 0;
  #maxAttributes = 0;

  reset(limits: PageLimits): void {
    this.nodeCount = 0;
    this.attributeCount = 0;
    this.moved = false;
    this.rawContent.length = 0;
    this.joinedText.clear();
    this.#maxNodes = limits.maxNodes;
    this.#maxAttributes = limits.maxAttributes;
  }

  /** A new node that is not in the tree yet. */
  addNode(tag: number, start: number, end: number): number {
    const node = this.nodeCount;
    if (node >= this.#maxNodes) throw new DehuskError('PAGE_TOO_MANY_NODES', { limit: this.#maxNodes });
    if (node === this.tag.length) this.#growNodes();
    this.nodeCount = node + 1;
    this.tag[node] = tag;
    this.flags[node] = 0;
    this.parent[node] = NONE;
    this.firstChild[node] = NONE;
    this.lastChild[node] = NONE;
    this.previous[node] = NONE;
    this.next[node] = NONE;
    this.start[node] = start;
    this.end[node] = end;
    this.classList[node] = 0;
    return node;
  }

  addAttribute(name: number, start: number, end: number): void {
    const row = this.attributeCount;
    if (row >= this.#maxAttributes) {
      throw new DehuskError('PAGE_TOO_MANY_ATTRIBUTES', { limit: this.#maxAttributes });
    }
    if (row === this.attributeName.length) this.#growAttributes();
    this.attributeCount = row + 1;
    this.attributeName[row] = name;
    this.attributeStart[row] = start;
    this.attributeEnd[row] = end;
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent]!;
    this.parent[node] = parent;
    this.previous[node] = last;
    if (last === NONE) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(sibling: number, node: number): void {
    const parent = this.parent[sibling]!;
    const previous = this.previous[sibling]!;
    this.parent[node] = parent;
    this.previous[node] = previous;
    this.next[node] = sibling;
    this.previous[sibling] = node;
    if (previous === NONE) this.firstChild[parent] = node;
    else this.next[previous] = node;
    this.moved = true;
  }

  detach(node: number): void {
    const parent = this.parent[node]!;
    if (parent === NONE) return;
    const previous = this.previous[node]!;
    const next = this.next[node]!;
    if (previous === NONE) this.firstChild[parent] = next;
    else this.next[previous] = next;
    if (next === NONE) this.lastChild[parent] = previous;
    else this.previous[next] = previous;
    this.parent[node] = NONE;
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
    return node !== NONE && this.tag[node] === TEXT;
  }

  #growNodes(): void {
    this.tag = grown(this.tag, new Uint16Array(this.tag.length * 2));
    this.flags = grown(this.flags, new Uint8Array(this.flags.length * 2));
    this.parent = doubled(this.parent);
    this.firstChild = doubled(this.firstChild);
    this.lastChild = doubled(this.lastChild);
    this.previous = doubled(this.previous);
    this.next = doubled(this.next);
    this.start = doubled(this.start);
    this.end = doubled(this.end);
    this.classList = grown(this.classList, new Uint32Array(this.classList.length * 2));
  }

  #growAttributes(): void {
    this.attributeName = grown(this.attributeName, new Uint16Array(this.attributeName.length * 2));
    this.attributeStart = doubled(this.attributeStart);
    this.attributeEnd = doubled(this.attributeEnd);
  }
}

function grown<Column extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}

function doubled(column: Int32Array): Int32Array {
  return grown(column, new Int32Array(column.length * 2));
}
