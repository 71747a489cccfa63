/**
 * The order in which the links of a key page are tried (Alarte 2014, Algorithm 1): by hyperlink distance, and within
 * one distance the link first that is farthest in the document from all links before it. So pages come first that
 * are likely of the same template, and among these the most different ones.
 *
 * As read here: the links of a round are those of the best class left (A8). The reference of the DOM relevance is all
 * links before, of earlier classes too; for the very first link, all other links of the page (A9). Equal links stay
 * in document order. Cost: close to L log L for L links, times the distance that is walked. The two
 * distances of the thesis stand at the end.
 */
import type { Page } from '../../page/page.ts';
import { type LinkNode, type LinkOptions, linkNodes, siteHost } from './link-nodes.ts';

export interface OrderedLink extends LinkNode {
  readonly hyperlinkDistance: number;
  /** To the nearest link before it; of the first, to the nearest other link of the page, 0 if it is the only one. */
  readonly domDistance: number;
}

export function orderLinks(page: Page, keyUrl: string, options?: LinkOptions): readonly OrderedLink[] {
  return sortLinks(page, keyUrl, linkNodes(page, keyUrl, options));
}

/** Algorithm 1; links are given in document order. */
function sortLinks(page: Page, keyUrl: string, links: readonly LinkNode[]): readonly OrderedLink[] {
  const picked = new PickedLinks(page);
  const sorted: OrderedLink[] = [];
  for (const [hyperlinkDistance, group] of classesOf(keyUrl, links)) {
    const take = (position: number, distance: number): void => {
      sorted.push({ ...group[position]!, hyperlinkDistance, domDistance: distance });
    };
    if (sorted.length === 0) {
      const first = pickFirst(page, links, group);
      take(first.position, first.distance);
      picked.add(group[first.position]!.node);
      group.splice(first.position, 1);
    }
    const queue = new FarthestFirst(
      group.map(({ node }) => node),
      picked,
    );
    for (let next = queue.pick(); next !== undefined; next = queue.pick()) take(next.position, next.distance);
  }
  return sorted;
}

/** The links by hyperlink distance, the best class first, each in document order. */
function classesOf(keyUrl: string, links: readonly LinkNode[]): [number, LinkNode[]][] {
  const keyWords = urlWords(keyUrl);
  const classes = new Map<number, LinkNode[]>();
  for (const link of links) {
    const distance = wordDistance(keyWords, urlWords(link.url));
    const found = classes.get(distance);
    if (found === undefined) classes.set(distance, [link]);
    else found.push(link);
  }
  return [...classes].sort(([a], [b]) => compareRelevance(a, b));
}

/** The link of the best class that is farthest from all other links of the page. */
function pickFirst(
  page: Page,
  links: readonly LinkNode[],
  group: readonly LinkNode[],
): { readonly position: number; readonly distance: number } {
  const nearest = nearestOthers(
    page,
    links.map(({ node }) => node),
  );
  const distances = group.map(({ node }) => nearest[node]!);
  const distance = distances.reduce((most, next) => Math.max(most, next), 0);
  return { position: distances.indexOf(distance), distance };
}

/**
 * Picks, one after the other, the link that is farthest from all picked before (DOM relevance, Definition 2.2.14:
 * the larger of the distances to the nearest pick goes first); of equals, the first in the document.
 *
 * Distances only shrink as links are picked, so the distance of a link that was measured last is a bound: a heap by these bounds needs
 * to measure again only what comes to its top.
 */
class FarthestFirst {
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

/** Longer than any way in a page. */
const FAR = 2 ** 30;

/**
 * The links that were picked so far, and how far any node is from the nearest of them (A7).
 *
 * Every node knows how far the nearest pick below it is. The nearest pick to a node is below one of the nodes above
 * it, and over the lowest such one the way is shortest: so both acts walk up from a node, at most to the root, and
 * stop as soon as nothing can become nearer. Nothing is compared link by link.
 */
class PickedLinks {
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

/**
 * For each of some nodes: the DOM distance to the nearest other one of them, 0 if there is no other; the result is
 * read by node. It is what the very first link is picked by, when none is picked yet (A9).
 *
 * One pass over the page from the leaves to the root and one back, however many nodes there are.
 */
function nearestOthers(page: Page, nodes: readonly number[]): Int32Array {
  const isOne = new Uint8Array(page.nodeCount);
  for (const node of nodes) isOne[node] = 1;
  const { first, second } = nearestBelow(page, isOne);
  const outside = nearestOutside(page, isOne, { first, second });
  const nearest = new Int32Array(page.nodeCount);
  for (const node of nodes) {
    const distance = Math.min(first[node]!, outside[node]!);
    if (distance < FAR) nearest[node] = distance;
  }
  return nearest;
}

interface Below {
  /** Distance to the nearest one below a node, and to the nearest that is below another of its children. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

function nearestBelow({ nodeCount, parent }: Page, isOne: Uint8Array): Below {
  const first = new Int32Array(nodeCount).fill(FAR);
  const second = new Int32Array(nodeCount).fill(FAR);
  // Backwards a node comes after everything below it.
  for (let node = nodeCount - 1; node > 0; node--) {
    const above = parent[node]!;
    const way = 1 + (isOne[node] === 1 ? 0 : first[node]!);
    if (way < first[above]!) {
      second[above] = first[above]!;
      first[above] = way;
    } else if (way < second[above]!) second[above] = way;
  }
  return { first, second };
}

/** Distance to the nearest one that is not below a node, nor the node itself. */
function nearestOutside(
  { nodeCount, parent }: Page,
  isOne: Uint8Array,
  { first, second }: Below,
): Int32Array {
  const outside = new Int32Array(nodeCount).fill(FAR);
  for (let node = 1; node < nodeCount; node++) {
    const above = parent[node]!;
    const own = 1 + (isOne[node] === 1 ? 0 : first[node]!);
    const beside = own === first[above] ? second[above]! : first[above]!;
    outside[node] = 1 + (isOne[above] === 1 ? 0 : Math.min(beside, outside[above]!));
  }
  return outside;
}

/**
 * How far a link leads from the key page's folder (hDistance, Definition 2.2.5): 0 into the same folder,
 * +n into one n levels below it, −n out of it, n being the levels that must be left. The five cases of the definition
 * are one (A1): without the words that both begin with, either words are left of the key page (−) or not (+).
 *
 * Of any two strings. Relative addresses are to be resolved before: the distance of `a/b/` to `host/a/` is −2 (A4).
 */
export function hyperlinkDistance(keyUrl: string, url: string): number {
  return wordDistance(urlWords(keyUrl), urlWords(url));
}

function wordDistance(keyWords: readonly string[], words: readonly string[]): number {
  let shared = 0;
  while (shared < keyWords.length && keyWords[shared] === words[shared]) shared++;
  const left = keyWords.length - shared;
  return left > 0 ? -left : words.length - shared;
}

/** Link relevance (Definition 2.2.12, A5): 0, then + rising, then − by rising magnitude. For `sort`. */
export function compareRelevance(a: number, b: number): number {
  if (a < 0 !== b < 0) return a < 0 ? 1 : -1;
  return Math.abs(a) - Math.abs(b);
}

/**
 * An address as a hyperlink of the thesis (Definition 2.2.4): the host and the folders of the path, word by word.
 *
 * The name of the resource is no word. The thesis writes folders without a slash too (`www.bbc.com/news`), so the
 * last word is a name only if it has a dot and no slash behind it; that reproduces every printed value (A3). Scheme,
 * query and fragment are left out, and `www.`, without which a link to the bare host would lead out of the site.
 *
 * Of any string; one that is not resolved begins with a folder instead of a host.
 */
function urlWords(url: string): readonly string[] {
  const [host = '', ...path] = url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .split('/');
  if (path.at(-1)?.includes('.')) path.pop();
  return [siteHost(host), ...path.filter((word) => word !== '')];
}

/**
 * dDistance (Definition 2.2.10): how many nodes of their two paths from the root two nodes do not
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
