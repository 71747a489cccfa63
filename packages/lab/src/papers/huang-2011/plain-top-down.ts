/**
 * TD-TD without anything of ours: the restricted top-down mapping of least cost (Reis et al. 2004; section 3 of the
 * thesis), by a full table for every two nodes of one label that may correspond. Identical subtrees are not found first,
 * and no cell is left out, so that its time is what the thesis calls quadratic. Only here, to be timed beside
 * `restricted-top-down`.
 *
 * Inserting, removing and replacing a node costs 1. Instead of the cost, what a mapping saves is counted: 2 for two
 * nodes of one label, and what the best alignment of their children saves; 1 for a node that is replaced.
 */
import type { Page } from 'dehusk';
import { labelPages, type Mapping } from 'dehusk/parts';

/** Undefined where more cells than these would have to be filled. */
export function mapPlainTopDown(key: Page, other: Page, maxCells: number): Mapping | undefined {
  const plain = new PlainTopDown(key, other, maxCells);
  return plain.map();
}

class PlainTopDown {
  readonly #key: PlainTree;
  readonly #other: PlainTree;
  /** What two nodes of one label save, each pair once: its parents are one pair too. */
  readonly #saved = new Map<number, number>();
  readonly #maxCells: number;
  #cells = 0;

  constructor(key: Page, other: Page, maxCells: number) {
    const labels = labelPages(key, other);
    this.#key = { label: labels.key, children: childrenOf(key) };
    this.#other = { label: labels.other, children: childrenOf(other) };
    this.#maxCells = maxCells;
  }

  map(): Mapping | undefined {
    const pairs = new Int32Array(this.#key.label.length).fill(-1);
    if (this.#key.label[0] !== this.#other.label[0]) return { other: pairs, size: 0 };
    if (this.#save(0, 0) === undefined) return undefined;
    let size = 0;
    const pending: [number, number][] = [[0, 0]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      pairs[next[0]] = next[1];
      size++;
      pending.push(...this.#aligned(...next));
    }
    return { other: pairs, size };
  }

  /** Undefined when there are too many cells. */
  #save(keyNode: number, otherNode: number): number | undefined {
    const table = this.#fill(keyNode, otherNode);
    if (table === undefined) return undefined;
    const saved = 2 + table.at(-1)!;
    this.#saved.set(this.#pairNumber(keyNode, otherNode), saved);
    return saved;
  }

  /** What aligning the first i children of one with the first j of the other saves, row by row. */
  #fill(keyNode: number, otherNode: number): Int32Array | undefined {
    const rows = this.#key.children[keyNode]!;
    const columns = this.#other.children[otherNode]!;
    const width = columns.length + 1;
    const table = new Int32Array((rows.length + 1) * width);
    this.#cells += rows.length * columns.length;
    if (this.#cells > this.#maxCells) return undefined;
    for (let i = 1; i <= rows.length; i++) {
      for (let j = 1; j < width; j++) {
        const both = this.#value(rows[i - 1]!, columns[j - 1]!);
        if (both === undefined) return undefined;
        const at = i * width + j;
        table[at] = Math.max(table[at - width]!, table[at - 1]!, table[at - width - 1]! + both);
      }
    }
    return table;
  }

  #value(keyNode: number, otherNode: number): number | undefined {
    if (this.#key.label[keyNode] !== this.#other.label[otherNode]) return 1;
    return this.#saved.get(this.#pairNumber(keyNode, otherNode)) ?? this.#save(keyNode, otherNode);
  }

  /** The pairs of equal children in the best alignment; everything is valued already. */
  #aligned(keyNode: number, otherNode: number): readonly [number, number][] {
    const rows = this.#key.children[keyNode]!;
    const columns = this.#other.children[otherNode]!;
    const width = columns.length + 1;
    const table = this.#fill(keyNode, otherNode)!;
    const pairs: [number, number][] = [];
    let [i, j] = [rows.length, columns.length];
    while (i > 0 && j > 0) {
      const at = i * width + j;
      if (table[at] === table[at - width]) i--;
      else if (table[at] === table[at - 1]) j--;
      else {
        i--;
        j--;
        if (this.#key.label[rows[i]!] === this.#other.label[columns[j]!]) pairs.push([rows[i]!, columns[j]!]);
      }
    }
    return pairs;
  }

  #pairNumber(keyNode: number, otherNode: number): number {
    return keyNode * this.#other.label.length + otherNode;
  }
}

interface PlainTree {
  readonly label: Int32Array;
  readonly children: readonly (readonly number[])[];
}

function childrenOf({ nodeCount, parent }: Page): readonly (readonly number[])[] {
  const children: number[][] = Array.from({ length: nodeCount }, () => []);
  for (let node = 1; node < nodeCount; node++) children[parent[node]!]!.push(node);
  return children;
}
