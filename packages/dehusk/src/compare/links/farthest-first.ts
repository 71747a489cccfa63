/**
 * Picks, one after the other, the link that is farthest from all picked before (DOM relevance, Definition 2.2.14:
 * the larger of the distances to the nearest pick goes first); of equals, the first in the document.
 *
 * Distances only shrink as links are picked, so a link's last known distance is a bound: a heap by these bounds needs
 * to measure again only what comes to its top.
 */
import type { PickedLinks } from './picked-links.ts';

export class FarthestFirst {
  readonly #picked: PickedLinks;
  /** Nodes in document order; the heap holds their positions. */
  readonly #nodes: readonly number[];
  readonly #distance: Int32Array;
  readonly #heap: Int32Array;
  #size: number;

  constructor(nodes: readonly number[], picked: PickedLinks) {
    this.#picked = picked;
    this.#nodes = nodes;
    this.#distance = Int32Array.from(nodes, (node) => picked.distanceTo(node));
    this.#heap = Int32Array.from(nodes.keys());
    this.#size = nodes.length;
    for (let slot = this.#size >> 1; slot >= 0; slot--) this.#sink(slot);
  }

  /** Picks a link: its position in the list that was given, and its distance. Undefined when all are picked. */
  pick(): { readonly position: number; readonly distance: number } | undefined {
    if (this.#size === 0) return undefined;
    for (;;) {
      const position = this.#heap[0]!;
      const distance = this.#picked.distanceTo(this.#nodes[position]!);
      if (distance === this.#distance[position]) {
        this.#heap[0] = this.#heap[--this.#size]!;
        this.#sink(0);
        this.#picked.add(this.#nodes[position]!);
        return { position, distance };
      }
      this.#distance[position] = distance;
      this.#sink(0);
    }
  }

  #sink(slot: number): void {
    const heap = this.#heap;
    const position = heap[slot]!;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#isBefore(heap[child]!, position)) break;
      heap[slot] = heap[child]!;
      slot = child;
    }
    heap[slot] = position;
  }

  #isBefore(a: number, b: number): boolean {
    const farther = this.#distance[a]! - this.#distance[b]!;
    return farther > 0 || (farther === 0 && a < b);
  }
}
