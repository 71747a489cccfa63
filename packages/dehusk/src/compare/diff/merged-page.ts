/**
 * Both versions as one page: the new one, with what was removed from the old one at the place where it stood. It is a
 * Page like any other, so whatever walks or writes pages can show it.
 *
 *     source       the new source, and behind it the old one: ranges of old nodes are moved by the new one's length
 *     attributes   likewise
 *     names        tags and attributes that a page has invented are numbered anew
 */
import { type Page, TEXT } from '../../page/page.ts';
import { joinAttributes, joinNames, joinRanges } from './join-tables.ts';
import { mergeTrees } from './merge-trees.ts';
import { NodeState, type PageDiff, type Side, type Sides } from './page-diff.ts';

export interface MergedPage {
  readonly page: Page;
  /** Per node of the page: the node of the old and of the new version that it is, or −1. */
  readonly origin: Sides<Int32Array>;
}

/** `wants`: which nodes of the old version are put in, of those that are not kept; a node not wanted goes whole. */
export function mergePages(diff: PageDiff, wants: (oldNode: number) => boolean): MergedPage {
  const origin = mergeOrder(diff, wants);
  return { page: buildPage(diff, origin), origin };
}

function mergeOrder(
  { pages, other, state }: PageDiff,
  wants: (oldNode: number) => boolean,
): Sides<Int32Array> {
  const most = pages.old.nodeCount + pages.new.nodeCount;
  const origin = { old: new Int32Array(most).fill(-1), new: new Int32Array(most).fill(-1) };
  let count = 0;
  mergeTrees(pages, other, {
    kept: (oldNode, newNode) => {
      origin.old[count] = oldNode;
      origin.new[count++] = newNode;
    },
    removed: (root) => {
      for (let node = root; node < pages.old.subtreeEnd[root]!; ) {
        if (wants(node)) origin.old[count++] = node++;
        else node = pages.old.subtreeEnd[node]!;
      }
    },
    added: (root) => {
      for (let node = root; node < pages.new.subtreeEnd[root]!; ) {
        if (state.new[node] !== NodeState.ignored) origin.new[count++] = node++;
        else node = pages.new.subtreeEnd[node]!;
      }
    },
  });
  return { old: origin.old.slice(0, count), new: origin.new.slice(0, count) };
}

function buildPage({ pages, other }: PageDiff, origin: Sides<Int32Array>): Page {
  const nodeCount = origin.new.length;
  const places = placesOf(pages, origin);
  const names = joinNames(pages);
  const columns = {
    tag: new Uint16Array(nodeCount),
    flags: new Uint8Array(nodeCount),
    parent: new Int32Array(nodeCount).fill(-1),
    depth: new Int32Array(nodeCount),
    subtreeEnd: new Int32Array(nodeCount),
    start: new Int32Array(nodeCount),
    end: new Int32Array(nodeCount),
    chars: new Int32Array(nodeCount),
  };
  for (let i = 0; i < nodeCount; i++) {
    const side = origin.new[i] === -1 ? 'old' : 'new';
    const page = pages[side];
    const node = origin[side][i]!;
    const isText = page.tag[node] === TEXT;
    const shift = side === 'new' ? 0 : isText ? pages.new.source.length : pages.new.attributes.name.length;
    columns.tag[i] = names.tag[side][page.tag[node]!]!;
    columns.flags[i] = page.flags[node]!;
    columns.start[i] = page.start[node]! + shift;
    columns.end[i] = page.end[node]! + shift;
    columns.chars[i] = page.chars[node]!;
    if (i > 0) {
      columns.parent[i] = parentOf(side, page.parent[node]!, { places, other });
      columns.depth[i] = columns.depth[columns.parent[i]!]! + 1;
    }
  }
  closeSubtrees(columns);
  const blank = new Uint32Array(nodeCount);
  return {
    ...pages.new,
    ...columns,
    source: pages.new.source + pages.old.source,
    nodeCount,
    // Nobody compares a page that is two.
    ...{ pathHashHigh: blank, pathHashLow: blank, textHashHigh: blank, textHashLow: blank, classList: blank },
    segments: new Int32Array(0),
    attributes: joinAttributes(pages, names.attribute),
    tags: names.tags,
    attributeNames: names.attributes,
    rawContent: joinRanges(pages, places, 'rawContent'),
    preformattedGaps: joinRanges(pages, places, 'preformattedGaps'),
  };
}

/** Where each node of the two versions stands; −1 for those that are left out, and for kept ones of the old. */
function placesOf(pages: Sides<Page>, origin: Sides<Int32Array>): Sides<Int32Array> {
  const places = {
    old: new Int32Array(pages.old.nodeCount).fill(-1),
    new: new Int32Array(pages.new.nodeCount).fill(-1),
  };
  for (let i = 0; i < origin.new.length; i++) {
    if (origin.new[i] === -1) places.old[origin.old[i]!] = i;
    else places.new[origin.new[i]!] = i;
  }
  return places;
}

function parentOf(
  side: Side,
  parent: number,
  { places, other }: { readonly places: Sides<Int32Array>; readonly other: Sides<Int32Array> },
): number {
  if (side === 'new') return places.new[parent]!;
  const counterpart = other.old[parent]!;
  return counterpart === -1 ? places.old[parent]! : places.new[counterpart]!;
}

function closeSubtrees({ parent, subtreeEnd }: { parent: Int32Array; subtreeEnd: Int32Array }): void {
  for (let i = parent.length - 1; i >= 0; i--) {
    subtreeEnd[i] = Math.max(subtreeEnd[i]!, i + 1);
    if (i > 0) subtreeEnd[parent[i]!] = Math.max(subtreeEnd[parent[i]!]!, subtreeEnd[i]!);
  }
}
