import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { NameTable } from './names.ts';

/** The value of `Page.tag` for a text node; all other values are elements, named by `Page.tags`. */
export const TEXT = 0;

/** Bits of `Page.flags`. */
export const NodeFlag = {
  /** White space stood between the previous node of the page and this one (white-space-only text is no node). */
  spaceBefore: 1,
  /** Inside an element whose text no reader sees (head, select, svg …): such text is not a segment. */
  hidden: 2,
  /** Text whose range is taken as it stands, without character references. */
  literal: 4,
  svg: 8,
  mathml: 16,
  /** Inside `pre` or `listing`: white space counts. */
  preformatted: 32,
} as const;

/** Ranges of the source that belong to some nodes only, sorted by node. */
export interface NodeRanges {
  readonly node: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/**
 * A parsed page: one flat, immutable table of nodes in pre-order, a typed array per column, no object per node.
 *
 * Node 0 is always `html`. The subtree of node `i` is the range `i … subtreeEnd[i] - 1`; its first child, if it
 * has one, is `i + 1`, and the next sibling of a node is `subtreeEnd[node]` as long as that is below its parent's
 * end. `start`/`end` mean, for a text node, a range of `source` (raw: character references and white space are
 * still in it), and for an element its rows of `attributes`.
 *
 *     <html><body><p class="a">Hi <b>you</b></p></body></html>
 *
 *     node  tag    parent depth end  start/end
 *     0     html   -1     0     7    -
 *     1     head   0      1     2    -            (implied)
 *     2     body   0      1     7    -
 *     3     p      2      2     7    attributes 0 … 1
 *     4     #text  3      3     5    "Hi "
 *     5     b      3      3     7    -
 *     6     #text  5      4     7    "you"
 */
export interface Page {
  /** Decoded source; ranges of text nodes and attribute values point into it. */
  readonly source: string;
  readonly url: string | undefined;
  /** Who the page is: two captures of one page have the same. Empty where nobody can tell. */
  readonly id: string;
  /** The encoding that was used, by its WHATWG name; empty for a page that did not come from bytes. */
  readonly encoding: string;

  readonly nodeCount: number;
  readonly tag: Uint16Array;
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  /** 64-bit keyed hash of the tag names from html to this element; a text node has its parent's. */
  readonly pathHashHigh: Uint32Array;
  readonly pathHashLow: Uint32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 64-bit keyed hash of the text's normal form; 0 for elements. */
  readonly textHashHigh: Uint32Array;
  readonly textHashLow: Uint32Array;
  /** Code points of the text's normal form; 0 for elements. */
  readonly chars: Int32Array;
  /** Row of `classLists` of an element's class attribute; 0 is the empty list. */
  readonly classList: Uint32Array;

  /** The visible text nodes, in document order: the page's segments. */
  readonly segments: Int32Array;

  readonly attributes: {
    readonly name: Uint16Array;
    /** Value range in `source`, character references still in it. */
    readonly start: Int32Array;
    readonly end: Int32Array;
  };
  /** For each distinct class attribute of the page: its class names, sorted, each once. */
  readonly classLists: readonly (readonly string[])[];
  /** Tag names by `tag`, attribute names by `attributes.name`. */
  readonly tags: NameTable;
  readonly attributeNames: NameTable;

  /** Contents of raw text elements (script, style …): never text, but needed to write the page again. */
  readonly rawContent: NodeRanges;
  /** White space before a node inside `pre`, where it counts. */
  readonly preformattedGaps: NodeRanges;
}

/** The columns of the node table: made, and those filled that follow from others. */

// biome-ignore format: a list of words
export type Columns = Pick<
  Page,
  | 'parent' | 'depth' | 'subtreeEnd' | 'pathHashHigh' | 'pathHashLow' | 'start' | 'end' | 'textHashHigh'
  | 'textHashLow' | 'chars' | 'classList' | 'tag' | 'flags'
>;

/** All columns in one buffer: wide ones first, so that each is aligned. 47 bytes a node. */
export function allocateColumns(nodes: number): Columns {
  const buffer = new ArrayBuffer(nodes * 47);
  let offset = 0;
  const next = (width: number): number => {
    const from = offset;
    offset += nodes * width;
    return from;
  };
  return {
    parent: new Int32Array(buffer, next(4), nodes),
    depth: new Int32Array(buffer, next(4), nodes),
    subtreeEnd: new Int32Array(buffer, next(4), nodes),
    pathHashHigh: new Uint32Array(buffer, next(4), nodes),
    pathHashLow: new Uint32Array(buffer, next(4), nodes),
    start: new Int32Array(buffer, next(4), nodes),
    end: new Int32Array(buffer, next(4), nodes),
    textHashHigh: new Uint32Array(buffer, next(4), nodes),
    textHashLow: new Uint32Array(buffer, next(4), nodes),
    chars: new Int32Array(buffer, next(4), nodes),
    classList: new Uint32Array(buffer, next(4), nodes),
    tag: new Uint16Array(buffer, next(2), nodes),
    flags: new Uint8Array(buffer, next(1), nodes),
  };
}

/** Backwards, so that every subtree is complete when it is added to its parent's. */
export function addSubtreeEnds(columns: Columns): void {
  const { parent, subtreeEnd } = columns;
  for (let node = parent.length - 1; node >= 0; node--) {
    if (subtreeEnd[node] === 0) subtreeEnd[node] = node + 1;
    const above = parent[node]!;
    if (above !== -1 && subtreeEnd[above] === 0) subtreeEnd[above] = subtreeEnd[node]!;
  }
}

export function listSegments(columns: Columns): Int32Array {
  const { tag, flags } = columns;
  let count = 0;
  for (let node = 0; node < tag.length; node++) {
    if (tag[node] === TEXT && (flags[node]! & NodeFlag.hidden) === 0) count++;
  }
  const segments = new Int32Array(count);
  for (let node = tag.length - 1; count > 0; node--) {
    if (tag[node] === TEXT && (flags[node]! & NodeFlag.hidden) === 0) segments[--count] = node;
  }
  return segments;
}

/** Strings of a page, made only when somebody asks for them. */

export function tagName(page: Page, node: number): string {
  return page.tags.name(page.tag[node]!);
}

/** The text of a text node as the author wrote it: white space kept, character references replaced. */
export function readText(page: Page, node: number): string {
  const raw = page.source.slice(page.start[node], page.end[node]);
  const decoded = (page.flags[node]! & NodeFlag.literal) !== 0 || !raw.includes('&') ? raw : decodeHTML(raw);
  return decoded.includes('\0') ? decoded.replaceAll('\0', '') : decoded;
}

/** The normal form of a text node: HTML white space collapsed and trimmed. It is what the text hash is of. */
export function readNormalText(page: Page, node: number): string {
  return normalForm(readText(page, node));
}

export function normalForm(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Value of an attribute, or undefined if the element does not have it. */
export function readAttribute(page: Page, node: number, name: string): string | undefined {
  if (page.tag[node] === TEXT) return undefined;
  const id = page.attributeNames.find(name);
  const { attributes } = page;
  for (let row = page.start[node]!; row < page.end[node]!; row++) {
    if (attributes.name[row] === id)
      return readValue(page.source, attributes.start[row]!, attributes.end[row]!);
  }
  return undefined;
}

/** All attributes of an element as [name, value], in source order. */
export function readAttributes(page: Page, node: number): readonly (readonly [string, string])[] {
  if (page.tag[node] === TEXT) return [];
  const { attributes, attributeNames, source } = page;
  const pairs: [string, string][] = [];
  for (let row = page.start[node]!; row < page.end[node]!; row++) {
    const value = readValue(source, attributes.start[row]!, attributes.end[row]!);
    pairs.push([attributeNames.name(attributes.name[row]!), value]);
  }
  return pairs;
}

/** The ranges of one node, joined. */
export function readRanges(page: Page, ranges: NodeRanges, node: number): string {
  let text = '';
  for (let row = firstRow(ranges, node); ranges.node[row] === node; row++) {
    text += page.source.slice(ranges.start[row], ranges.end[row]);
  }
  return text;
}

/** Rows are sorted by node: binary search. */
function firstRow(ranges: NodeRanges, node: number): number {
  let low = 0;
  let high = ranges.node.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges.node[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An attribute value: its range of the source with character references replaced. */
export function readValue(source: string, start: number, end: number): string {
  const raw = source.slice(start, end);
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}

/** Depth-first walk over a page without recursion and without a stack: the parent column is the stack. */

export interface Visitor {
  /** Called in document order; false leaves the subtree out, and then `leave` is not called for this node. */
  enter(node: number): boolean;
  /** Called for every entered element, after its subtree. Text nodes are not left. */
  leave(node: number): void;
}

export function walk(page: Page, visitor: Visitor): void {
  const { parent, subtreeEnd, tag, nodeCount } = page;
  let open = -1;
  for (let node = 0; node < nodeCount; ) {
    for (; open !== -1 && subtreeEnd[open]! <= node; open = parent[open]!) visitor.leave(open);
    if (!visitor.enter(node)) {
      node = subtreeEnd[node]!;
      continue;
    }
    if (tag[node] !== TEXT) open = node;
    node++;
  }
  for (; open !== -1; open = parent[open]!) visitor.leave(open);
}
