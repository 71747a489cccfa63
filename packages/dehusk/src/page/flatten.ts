/**
 * From the draft to the flat Page: puts nodes in pre-order, drops white-space-only text, hashes texts and
 * paths, and gives every column its exact length in one buffer.
 */
import { NONE, type TreeDraft } from './draft.ts';
import type { Hasher } from './hash.ts';
import { hiddenTags, type NameTable, Tag } from './names.ts';
import { type CharacterReferences, type FullPage, NodeFlag, type NodeRanges, TEXT } from './page.ts';
import { addPathHashes } from './path-hash.ts';
import { normalUrl } from './raw-page.ts';

interface DraftContext {
  readonly source: string;
  readonly references: CharacterReferences;
  readonly url: string | undefined;
  /** Made of the address unless told. */
  readonly id: string | undefined;
  readonly encoding: string;
  readonly tags: NameTable;
  readonly attributeNames: NameTable;
  readonly classLists: readonly (readonly string[])[];
  readonly hasher: Hasher;
  /** The draft's nodes in document order; undefined where they stand in it. */
  readonly order?: Int32Array | undefined;
}

/** Flags of the draft that a Page keeps. */
const KEPT_FLAGS = NodeFlag.literal | NodeFlag.svg | NodeFlag.mathml;
const INHERITED_FLAGS = NodeFlag.hidden | NodeFlag.preformatted;

/** What is known of the draft's texts before the nodes are numbered; scratch space, one entry per draft node. */
let textChars = new Int32Array(1024);
let textHashHigh = new Uint32Array(1024);
let textHashLow = new Uint32Array(1024);
/** Draft node → node of the page, or NONE. */
let numberOf = new Int32Array(1024);

export function flatten(draft: TreeDraft, context: DraftContext): FullPage {
  const { source, order } = context;
  scanTexts(draft, context);
  const nodeCount = numberNodes(draft, order);
  const columns = allocateColumns(nodeCount);
  const gaps = fillColumns(draft, order, columns);
  addPathHashes(columns, context.hasher.tagHashes(context.tags));
  addSubtreeEnds(columns);
  return {
    source,
    references: context.references,
    url: context.url,
    id: context.id ?? (context.url === undefined ? '' : normalUrl(context.url)),
    encoding: context.encoding,
    hashKey: context.hasher.key,
    nodeCount,
    ...columns,
    segments: listSegments(columns),
    attributes: {
      name: draft.attributeName.slice(0, draft.attributeCount),
      start: draft.attributeStart.slice(0, draft.attributeCount),
      end: draft.attributeEnd.slice(0, draft.attributeCount),
    },
    classLists: context.classLists,
    tags: context.tags,
    attributeNames: context.attributeNames,
    rawContent: nodeRanges(draft.rawContent, (node) => numberOf[node]!, nodeCount),
    preformattedGaps: nodeRanges(gaps, (node) => node, nodeCount),
  };
}

/** Measures and hashes the normal form of every text. */
function scanTexts(draft: TreeDraft, { source, hasher, references }: DraftContext): void {
  const { scan } = hasher;
  if (textChars.length < draft.nodeCount) growScratch(draft.tag.length);
  for (let node = 0; node < draft.nodeCount; node++) {
    if (draft.tag[node] !== TEXT) continue;
    const start = draft.start[node]!;
    const end = draft.end[node]!;
    const literal = (draft.flags[node]! & NodeFlag.literal) !== 0;
    if (!scan.scan(source, start, end, !literal)) {
      const decoded = references.inText(source.slice(start, end));
      scan.scan(decoded, 0, decoded.length, false);
    }
    textChars[node] = scan.chars;
    textHashHigh[node] = scan.hashHigh;
    textHashLow[node] = scan.hashLow;
  }
}

function growScratch(size: number): void {
  textChars = new Int32Array(size);
  textHashHigh = new Uint32Array(size);
  textHashLow = new Uint32Array(size);
  numberOf = new Int32Array(size);
}

/** Gives every node that stays its number in the page; white-space-only text goes. Returns how many stay. */
function numberNodes(draft: TreeDraft, order: Int32Array | undefined): number {
  const total = order?.length ?? draft.nodeCount;
  // A node that was taken out is in no order, and must not keep its number of the page before.
  if (order !== undefined) numberOf.fill(NONE, 0, draft.nodeCount);
  let count = 0;
  for (let i = 0; i < total; i++) {
    const node = order === undefined ? i : order[i]!;
    numberOf[node] = draft.tag[node] === TEXT && textChars[node] === 0 ? NONE : count++;
  }
  return count;
}

/** Copies the draft into the columns. Returns the white space inside `pre` as (next node, start, end) triples. */
function fillColumns(draft: TreeDraft, order: Int32Array | undefined, columns: Columns): number[] {
  const total = order?.length ?? draft.nodeCount;
  const gaps: number[] = [];
  let spaceBefore = 0;
  let next = 0;
  for (let i = 0; i < total; i++) {
    const from = order === undefined ? i : order[i]!;
    const parent = from === 0 ? NONE : numberOf[draft.parent[from]!]!;
    if (numberOf[from] === NONE) {
      spaceBefore = NodeFlag.spaceBefore;
      const preformatted = parent !== NONE && (columns.flags[parent]! & NodeFlag.preformatted) !== 0;
      if (preformatted) gaps.push(next, draft.start[from]!, draft.end[from]!);
      continue;
    }
    const node = next++;
    const tag = draft.tag[from]!;
    const inherited = parent === NONE ? 0 : columns.flags[parent]! & INHERITED_FLAGS;
    columns.tag[node] = tag;
    columns.parent[node] = parent;
    columns.depth[node] = parent === NONE ? 0 : columns.depth[parent]! + 1;
    columns.flags[node] = (draft.flags[from]! & KEPT_FLAGS) | inherited | flagsOfTag(tag) | spaceBefore;
    columns.start[node] = draft.start[from]!;
    columns.end[node] = draft.end[from]!;
    if (tag === TEXT) {
      columns.chars[node] = textChars[from]!;
      columns.textHashHigh[node] = textHashHigh[from]!;
      columns.textHashLow[node] = textHashLow[from]!;
    } else columns.classList[node] = draft.classList[from]!;
    spaceBefore = 0;
  }
  return gaps;
}

function flagsOfTag(tag: number): number {
  if (hiddenTags[tag] === 1) return NodeFlag.hidden;
  return tag === Tag.pre || tag === Tag.listing ? NodeFlag.preformatted : 0;
}

// The columns

// biome-ignore format: a list of words
type Columns = Pick<
  FullPage,
  | 'parent' | 'depth' | 'subtreeEnd' | 'pathHashHigh' | 'pathHashLow' | 'start' | 'end' | 'textHashHigh'
  | 'textHashLow' | 'chars' | 'classList' | 'tag' | 'flags'
>;

/** All columns in one buffer: wide ones first, so that each is aligned. 47 bytes a node. */
function allocateColumns(nodes: number): Columns {
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
function addSubtreeEnds(columns: Columns): void {
  const { parent, subtreeEnd } = columns;
  for (let node = parent.length - 1; node >= 0; node--) {
    if (subtreeEnd[node] === 0) subtreeEnd[node] = node + 1;
    const above = parent[node]!;
    if (above !== -1 && subtreeEnd[above] === 0) subtreeEnd[above] = subtreeEnd[node]!;
  }
}

function listSegments(columns: Columns): Int32Array {
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

/** (node, start, end) triples as columns, without those whose node is not in the page. */
function nodeRanges(
  triples: readonly number[],
  nodeOf: (node: number) => number,
  nodeCount: number,
): NodeRanges {
  const rows: (readonly [node: number, start: number, end: number])[] = [];
  for (let i = 0; i < triples.length; i += 3) {
    const node = nodeOf(triples[i]!);
    if (node >= 0 && node < nodeCount) rows.push([node, triples[i + 1]!, triples[i + 2]!]);
  }
  // Nodes that were moved come in another order than they were met in, and rows are looked up by halving.
  rows.sort(([one], [other]) => one - other);
  const column = (at: 0 | 1 | 2): Int32Array => Int32Array.from(rows, (row) => row[at]);
  return { node: column(0), start: column(1), end: column(2) };
}
