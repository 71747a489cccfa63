/**
 * The order in which the links of a key page are tried (Alarte 2014, Algorithm 1): by hyperlink distance, and within
 * one distance the link first that is farthest in the document from all links before it. So pages come first that
 * are likely of the same template, and among these the most different ones.
 *
 * Reading: the links of a round are those of the best class left (A8). The reference of the DOM relevance is all
 * links before, of earlier classes too; for the very first link, all other links of the page (A9). Equal links stay
 * in document order. Cost: close to L log L for L links, times the distance that is walked.
 */
import type { Page } from '../../page/page.ts';
import { FarthestFirst } from './farthest-first.ts';
import { compareRelevance, wordDistance } from './hyperlink-distance.ts';
import { type LinkNode, type LinkOptions, linkNodes } from './link-nodes.ts';
import { nearestOthers } from './nearest-others.ts';
import { PickedLinks } from './picked-links.ts';
import { urlWords } from './url-words.ts';

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
