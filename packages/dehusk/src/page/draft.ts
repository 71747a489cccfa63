/**
 * The tree while it is being built, in columns. `flatten` turns it into a Page. Nodes stand in document order, unless
 * HTML's repair of misnested markup has moved some (`html/tree-links.ts`).
 *
 * The columns are scratch space that serves page after page.
 */
import { DehuskError } from '../errors.ts';
import type { PageLimits } from './raw-page.ts';

export const NONE = -1;

export class TreeDraft {
  nodeCount = 0;
  attributeCount = 0;

  tag: Uint16Array = new Uint16Array(1024);
  flags: Uint8Array = new Uint8Array(1024);
  parent: Int32Array = new Int32Array(1024);
  /** Text: range of the source. Element: range of attribute rows. */
  start: Int32Array = new Int32Array(1024);
  end: Int32Array = new Int32Array(1024);
  classList: Uint32Array = new Uint32Array(1024);

  attributeName: Uint16Array = new Uint16Array(1024);
  attributeStart: Int32Array = new Int32Array(1024);
  attributeEnd: Int32Array = new Int32Array(1024);

  /** Contents of raw text elements: (node, start, end) after one another. */
  readonly rawContent: number[] = [];

  #maxNodes = 0;
  #maxAttributes = 0;

  reset(limits: PageLimits): void {
    this.nodeCount = 0;
    this.attributeCount = 0;
    this.rawContent.length = 0;
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

  #growNodes(): void {
    this.tag = doubled(this.tag);
    this.flags = doubled(this.flags);
    this.parent = doubled(this.parent);
    this.start = doubled(this.start);
    this.end = doubled(this.end);
    this.classList = doubled(this.classList);
  }

  #growAttributes(): void {
    this.attributeName = doubled(this.attributeName);
    this.attributeStart = doubled(this.attributeStart);
    this.attributeEnd = doubled(this.attributeEnd);
  }
}

type NodeColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array;

export function doubled<Column extends NodeColumn>(column: Column): Column {
  const larger = new (column.constructor as new (length: number) => Column)(2 * column.length);
  larger.set(column);
  return larger;
}
