/** Pages made of pages: a part of one, two joined, and the source of one with an attribute edited. */
import { knownAttributes, knownTags, NameTable } from './names.ts';
import {
  ampersandReferences,
  type FullPage,
  type NodeRanges,
  type Page,
  type SourceText,
  TEXT,
} from './page.ts';

export interface RestrictedPage {
  readonly page: Page;
  /** For each node of the restricted page: which node of the page it is. */
  readonly nodes: Int32Array;
}

/**
 * The page with some of its nodes only: those that are kept and whose parents are all kept, so that it is a tree
 * again. The root is kept in any case. Source, attributes and names are shared with the page.
 */
export function restrictPage(full: Page, keep: ArrayLike<number>): RestrictedPage {
  const page = full as FullPage;
  const nodes = keptNodes(page, keep);
  const newNode = new Int32Array(page.nodeCount).fill(-1);
  for (let i = 0; i < nodes.length; i++) newNode[nodes[i]!] = i;
  const restricted: FullPage = {
    ...page,
    nodeCount: nodes.length,
    tag: nodes.reduce(picking(page.tag), new Uint16Array(nodes.length)),
    flags: nodes.reduce(picking(page.flags), new Uint8Array(nodes.length)),
    parent: nodes.map((node) => (node === 0 ? -1 : newNode[page.parent[node]!]!)),
    depth: nodes.map((node) => page.depth[node]!),
    subtreeEnd: subtreeEnds(page, nodes),
    pathHashHigh: nodes.reduce(picking(page.pathHashHigh), new Uint32Array(nodes.length)),
    pathHashLow: nodes.reduce(picking(page.pathHashLow), new Uint32Array(nodes.length)),
    start: nodes.map((node) => page.start[node]!),
    end: nodes.map((node) => page.end[node]!),
    textHashHigh: nodes.reduce(picking(page.textHashHigh), new Uint32Array(nodes.length)),
    textHashLow: nodes.reduce(picking(page.textHashLow), new Uint32Array(nodes.length)),
    chars: nodes.map((node) => page.chars[node]!),
    classList: nodes.reduce(picking(page.classList), new Uint32Array(nodes.length)),
    segments: page.segments.filter((node) => newNode[node] !== -1).map((node) => newNode[node]!),
    rawContent: keptRanges(page.rawContent, newNode),
    preformattedGaps: keptRanges(page.preformattedGaps, newNode),
    telling: undefined,
  };
  return { page: restricted, nodes };
}

function keptNodes({ nodeCount, parent }: Page, keep: ArrayLike<number>): Int32Array {
  const nodes = new Int32Array(nodeCount);
  const kept = new Uint8Array(nodeCount);
  kept[0] = 1;
  let count = 1;
  for (let node = 1; node < nodeCount; node++) {
    if (keep[node] === 0 || kept[parent[node]!] === 0) continue;
    kept[node] = 1;
    nodes[count++] = node;
  }
  return nodes.slice(0, count);
}

/** Copies the nodes' entries of a column, one call a node. */
function picking<Column extends Uint8Array | Uint16Array | Uint32Array>(
  column: Column,
): (picked: Column, node: number, i: number) => Column {
  return (picked, node, i) => {
    picked[i] = column[node]!;
    return picked;
  };
}

/** A subtree ends where the first kept node behind it is. */
function subtreeEnds({ nodeCount, subtreeEnd }: Page, nodes: Int32Array): Int32Array {
  const keptBefore = new Int32Array(nodeCount + 1);
  for (let i = 0; i < nodes.length; i++) keptBefore[nodes[i]! + 1] = 1;
  for (let node = 0; node < nodeCount; node++) keptBefore[node + 1]! += keptBefore[node]!;
  return nodes.map((node) => keptBefore[subtreeEnd[node]!]!);
}

function keptRanges({ node, start, end }: NodeRanges, newNode: Int32Array): NodeRanges {
  const isKept = (_: number, row: number): boolean => newNode[node[row]!] !== -1;
  return {
    node: node.filter(isKept).map((kept) => newNode[kept]!),
    start: start.filter(isKept),
    end: end.filter(isKept),
  };
}

/** How two pages become one. Pages are numbered 0 and 1. */
export interface Joint {
  readonly pages: Two<Page>;
  /** Per node of the new page: the node that it is of page 0 or, where that is −1, of page 1. In pre-order. */
  readonly from: Two<Int32Array>;
  /** Per node of the new page: its parent there; −1 for the first. */
  readonly parent: Int32Array;
}

type Two<T> = readonly [T, T];

/**
 * Two pages as one, which can be walked, read and written like any other. It has no hashes, classes or segments:
 * nobody compares a page that is two.
 *
 *     source       that of page 0, and behind it that of page 1: ranges of the latter are moved by the length of the former
 *     attributes   likewise
 *     names        tags and attributes that a page has invented are numbered anew
 */
export function joinPages({ pages, from, parent }: Joint): Page {
  const [first, second] = pages as Two<FullPage>;
  const nodeCount = parent.length;
  const tags = joinNames([first.tags, second.tags], new NameTable(knownTags));
  const attributeNames = joinNames(
    [first.attributeNames, second.attributeNames],
    new NameTable(knownAttributes),
  );
  const columns = {
    tag: new Uint16Array(nodeCount),
    flags: new Uint8Array(nodeCount),
    parent,
    depth: new Int32Array(nodeCount),
    subtreeEnd: new Int32Array(nodeCount),
    start: new Int32Array(nodeCount),
    end: new Int32Array(nodeCount),
    chars: new Int32Array(nodeCount),
  };
  for (let i = 0; i < nodeCount; i++) {
    const side = from[0][i] === -1 ? 1 : 0;
    const page = side === 0 ? first : second;
    const node = from[side][i]!;
    const isText = page.tag[node] === TEXT;
    const shift = side === 0 ? 0 : isText ? first.source.length : first.attributes.name.length;
    columns.tag[i] = tags.numbers[side][page.tag[node]!]!;
    columns.flags[i] = page.flags[node]!;
    columns.start[i] = page.start[node]! + shift;
    columns.end[i] = page.end[node]! + shift;
    columns.chars[i] = page.chars[node]!;
    if (i > 0) columns.depth[i] = columns.depth[parent[i]!]! + 1;
  }
  closeSubtrees(columns);
  const blank = new Uint32Array(nodeCount);
  const joined: FullPage = {
    ...first,
    ...columns,
    source: joinSources(first.source, second.source),
    // Every other kind of source has ampersands escaped in the same way.
    references: first.references === ampersandReferences ? second.references : first.references,
    nodeCount,
    ...{ pathHashHigh: blank, pathHashLow: blank, textHashHigh: blank, textHashLow: blank, classList: blank },
    segments: new Int32Array(0),
    attributes: joinAttributes([first, second], attributeNames.numbers),
    tags: tags.table,
    attributeNames: attributeNames.table,
    rawContent: joinRanges([first, second], from, 'rawContent'),
    preformattedGaps: joinRanges([first, second], from, 'preformattedGaps'),
  };
  return joined;
}

/** No range is in both. */
function joinSources(first: SourceText, second: SourceText): SourceText {
  return {
    length: first.length + second.length,
    slice: (start, end) =>
      start < first.length ? first.slice(start, end) : second.slice(start - first.length, end - first.length),
    charCodeAt: (at) => (at < first.length ? first.charCodeAt(at) : second.charCodeAt(at - first.length)),
  };
}

function closeSubtrees({ parent, subtreeEnd }: { parent: Int32Array; subtreeEnd: Int32Array }): void {
  for (let i = parent.length - 1; i >= 0; i--) {
    subtreeEnd[i] = Math.max(subtreeEnd[i]!, i + 1);
    if (i > 0) subtreeEnd[parent[i]!] = Math.max(subtreeEnd[parent[i]!]!, subtreeEnd[i]!);
  }
}

interface JoinedNames {
  readonly table: NameTable;
  /** From the number that a name has on a page to the one it has in the table. */
  readonly numbers: Two<Int32Array>;
}

function joinNames(names: Two<NameTable>, table: NameTable): JoinedNames {
  const renumber = (from: NameTable): Int32Array =>
    Int32Array.from({ length: from.size }, (_, id) => table.intern(from.name(id), 0, from.name(id).length));
  return { table, numbers: [renumber(names[0]), renumber(names[1])] };
}

function joinAttributes(pages: Two<FullPage>, numbers: Two<Int32Array>): FullPage['attributes'] {
  const count = pages[0].attributes.name.length;
  const all = count + pages[1].attributes.name.length;
  const joined = { name: new Uint16Array(all), start: new Int32Array(all), end: new Int32Array(all) };
  for (const [side, { attributes }] of pages.entries()) {
    const { name, start, end } = attributes;
    const row = side === 0 ? 0 : count;
    const shift = side === 0 ? 0 : pages[0].source.length;
    const moved = (at: number): number => at + shift;
    joined.name.set(
      name.map((id) => numbers[side]![id]!),
      row,
    );
    joined.start.set(start.map(moved), row);
    joined.end.set(end.map(moved), row);
  }
  return joined;
}

/** The ranges of the nodes that are here, sorted by node. */
function joinRanges(
  pages: Two<FullPage>,
  from: Two<Int32Array>,
  name: 'rawContent' | 'preformattedGaps',
): NodeRanges {
  const rows: { readonly node: number; readonly start: number; readonly end: number }[] = [];
  for (const [side, page] of pages.entries()) {
    const { node, start, end } = page[name];
    const shift = side === 0 ? 0 : pages[0].source.length;
    const nodeOf = newNodes(from, side, page.nodeCount);
    for (let row = 0; row < node.length; row++) {
      const here = nodeOf[node[row]!]!;
      if (here !== -1) rows.push({ node: here, start: start[row]! + shift, end: end[row]! + shift });
    }
  }
  rows.sort((left, right) => left.node - right.node);
  return {
    node: Int32Array.from(rows, ({ node }) => node),
    start: Int32Array.from(rows, ({ start }) => start),
    end: Int32Array.from(rows, ({ end }) => end),
  };
}

/** Which node of the joined page each node of a page has become; −1 for those that are not taken from it. */
function newNodes(from: Two<Int32Array>, side: number, nodeCount: number): Int32Array {
  const nodes = new Int32Array(nodeCount).fill(-1);
  for (let i = 0; i < from[0].length; i++) {
    if ((from[0][i] === -1 ? 1 : 0) === side) nodes[from[side]![i]!] = i;
  }
  return nodes;
}
