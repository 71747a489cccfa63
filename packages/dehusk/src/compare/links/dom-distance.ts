import type { Page } from '../../page/page.ts';

/**
 * dDistance of Alarte 2014 (Definition 2.2.10): how many nodes of their two paths from the root two nodes do not
 * share. Nodes are compared by identity, not by tag, and a node may stand above the other (A6).
 */
export function domDistance({ parent, depth }: Page, a: number, b: number): number {
  let distance = 0;
  while (a !== b) {
    // The deeper of the two is not on the path of the other.
    if (depth[a]! >= depth[b]!) a = parent[a]!;
    else b = parent[b]!;
    distance++;
  }
  return distance;
}
