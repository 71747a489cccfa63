import type { NameTable } from './name-table.ts';

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
