/**
 * What is compared between pages: the units of a page, each a run of its segments.
 *
 *     pagelet     an element with at least k links none of whose children has k links
 *     partition   these, and everything between them: an element none of whose children has k links and none of
 *                 whose ancestors is such an element
 *     table-text  text between table tags
 *     block       text between layout elements, as the incremental method splits pages
 *
 * Every pagelet is a part of the partition. Units do not overlap; one without text is no unit.
 */

import { type Blocks, splitBlocks } from '../../page/blocks.ts';
import { Attribute, Tag, tagSet } from '../../page/names.ts';
import { attributeRow, type Page } from '../../page/page.ts';
import type { UnitName } from './method.ts';

export interface Units {
  readonly count: number;
  /** Unit `u` is `page.segments[start[u]] … page.segments[end[u] - 1]`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Ma et al. write of table tags only; cells and rows are the ones that hold text. */
const tableTags = tagSet('table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th');

/** `minLinks` is the k of the pagelets. */
export function splitUnits(page: Page, unit: UnitName, minLinks: number): Units {
  if (unit === 'block') return unitsOf(splitBlocks(page));
  if (unit === 'table-text') return unitsOf(splitBlocks(page, tableTags));
  return splitPagelets(page, minLinks, unit === 'pagelet');
}

function unitsOf({ count, start }: Blocks): Units {
  return { count, start: start.subarray(0, count), end: start.subarray(1) };
}

/** One walk in document order: an element that has a child with k links is entered, any other is a unit. */
function splitPagelets(page: Page, minLinks: number, linkedOnly: boolean): Units {
  const { segments, subtreeEnd } = page;
  const links = countLinks(page);
  const isOpened = elementsToOpen(page, links, minLinks);
  const start = new Int32Array(segments.length);
  const end = new Int32Array(segments.length);
  let count = 0;
  let segment = 0;
  for (let node = 0; segment < segments.length; ) {
    if (isOpened[node] === 1) {
      node++;
      continue;
    }
    const from = segment;
    while (segment < segments.length && segments[segment]! < subtreeEnd[node]!) segment++;
    if (segment > from && (!linkedOnly || links[node]! >= minLinks)) {
      start[count] = from;
      end[count++] = segment;
    }
    node = subtreeEnd[node]!;
  }
  return { count, start: start.subarray(0, count), end: end.subarray(0, count) };
}

/** Links in the subtree of each node, itself included. Backwards, so that every subtree is complete in time. */
function countLinks(page: Page): Int32Array {
  const links = new Int32Array(page.nodeCount);
  for (let node = page.nodeCount - 1; node > 0; node--) {
    if (isLink(page, node)) links[node]!++;
    links[page.parent[node]!]! += links[node]!;
  }
  return links;
}

function isLink(page: Page, node: number): boolean {
  const tag = page.tag[node];
  return (tag === Tag.a || tag === Tag.area) && attributeRow(page, node, Attribute.href) !== -1;
}

/** 1 for each element that has a child with k links. */
function elementsToOpen({ nodeCount, parent }: Page, links: Int32Array, minLinks: number): Uint8Array {
  const isOpened = new Uint8Array(nodeCount);
  for (let node = 1; node < nodeCount; node++) {
    if (links[node]! >= minLinks) isOpened[parent[node]!] = 1;
  }
  return isOpened;
}
