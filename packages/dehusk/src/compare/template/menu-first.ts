/**
 * The menu shortcut (among the future work of Alarte 2014): pages of one menu link to one another, so links that look
 * like a menu are tried first, and fewer pages are loaded.
 *
 * A menu is guessed from the page alone: an element most of whose text is link text, with several short links. Of
 * those, the largest groups are taken whole: an element inside a menu is no menu of its own.
 */

import { type Page, TEXT } from '../../page/page.ts';
import { Tag } from '../../page/tags.ts';
import type { OrderedLink } from '../links/order-links.ts';

/** Fewer links are as likely a breadcrumb, or "previous" and "next". */
const MIN_LINKS = 4;
/** Menus have bars, bullets and a current item besides their links. */
const MIN_LINK_PART = 0.75;
/** Words of a menu are few: longer ones are headlines, which lead to pages that do not link back. */
const MAX_MEAN_CHARS = 24;

/** Both groups stay in their order. */
export function menuFirst(page: Page, links: readonly OrderedLink[]): readonly OrderedLink[] {
  const inMenu = menuNodes(page, links);
  return [
    ...links.filter(({ node }) => inMenu[node] === 1),
    ...links.filter(({ node }) => inMenu[node] === 0),
  ];
}

/** 1 for every node that stands in a menu. */
function menuNodes(page: Page, links: readonly Pick<OrderedLink, 'node'>[]): Uint8Array {
  const { chars, linkChars, linkCount } = countText(page, links);
  const inMenu = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const isMenu =
      linkCount[node]! >= MIN_LINKS &&
      linkChars[node]! >= MIN_LINK_PART * chars[node]! &&
      linkChars[node]! <= MAX_MEAN_CHARS * linkCount[node]!;
    inMenu[node] = isMenu || inMenu[page.parent[node]!] === 1 ? 1 : 0;
  }
  return inMenu;
}

/** Per node: characters of the text below it, how many of them stand in links, and links that may be followed. */
function countText(page: Page, links: readonly Pick<OrderedLink, 'node'>[]) {
  const chars = Int32Array.from(page.chars);
  const inLink = new Uint8Array(page.nodeCount);
  const linkChars = new Int32Array(page.nodeCount);
  const linkCount = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    inLink[node] = page.tag[node] === Tag.a ? 1 : inLink[page.parent[node]!]!;
    if (page.tag[node] === TEXT && inLink[node] === 1) linkChars[node] = page.chars[node]!;
  }
  for (const { node } of links) linkCount[node] = 1;
  for (let node = page.nodeCount - 1; node > 0; node--) {
    const parent = page.parent[node]!;
    chars[parent]! += chars[node]!;
    linkChars[parent]! += linkChars[node]!;
    linkCount[parent]! += linkCount[node]!;
  }
  return { chars, linkChars, linkCount };
}
