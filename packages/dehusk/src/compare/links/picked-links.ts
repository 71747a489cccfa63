/**
 * The links that were picked so far, and how far any node is from the nearest of them (A7).
 *
 * Every node knows how far the nearest pick below it is. The nearest pick to a node is below one of the nodes above
 * it, and over the lowest such one the way is shortest: so both acts walk up from a node, at most to the root, and
 * stop as soon as nothing can become nearer. Nothing is compared link by link.
 */
import type { Page } from '../../page/page.ts';

const FAR = 2 ** 30;

export class PickedLinks {
  readonly #parent: Int32Array;
  readonly #below: Int32Array;

  constructor({ parent, nodeCount }: Page) {
    this.#parent = parent;
    this.#below = new Int32Array(nodeCount).fill(FAR);
  }

  add(node: number): void {
    for (let above = node, way = 0; above !== -1 && way < this.#below[above]!; way++) {
      this.#below[above] = way;
      above = this.#parent[above]!;
    }
  }

  /** The DOM distance to the nearest pick; there must be one. */
  distanceTo(node: number): number {
    let nearest = FAR;
    for (let above = node, way = 0; above !== -1 && way < nearest; way++) {
      nearest = Math.min(nearest, way + this.#below[above]!);
      above = this.#parent[above]!;
    }
    return nearest;
  }
}
