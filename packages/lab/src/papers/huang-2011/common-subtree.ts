/**
 * Whether a mapping is a common subtree of both pages, which Figure 5.2 of the thesis asks for: pairs of one tag and
 * one text, no node in two of them, parents of a pair are a pair, and siblings stand in one order. Paths are then
 * equal too (H1), since roots go with roots.
 */
import { type Mapping, type Page, TEXT, tagName } from 'dehusk/parts';

export function isCommonSubtree(key: Page, other: Page, { other: counterparts }: Mapping): boolean {
  let last = -1;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = counterparts[node]!;
    if (counterpart === -1) continue;
    const parent = key.parent[node]!;
    const hasParents = other.parent[counterpart] === (parent === -1 ? -1 : counterparts[parent]!);
    // Parents go with parents, so siblings are in order if the document is; and no node comes twice.
    if (!hasParents || counterpart <= last || !isAlike(key, node, [other, counterpart])) return false;
    last = counterpart;
  }
  return true;
}

function isAlike(key: Page, node: number, [other, counterpart]: readonly [Page, number]): boolean {
  if (key.tag[node] === TEXT || other.tag[counterpart] === TEXT)
    return (
      key.tag[node] === other.tag[counterpart] &&
      key.textHashHigh[node] === other.textHashHigh[counterpart] &&
      key.textHashLow[node] === other.textHashLow[counterpart]
    );
  return tagName(key, node) === tagName(other, counterpart);
}
