/**
 * The tree while it is being built: columns linked by parent, child and sibling numbers, because HTML's repair of
 * misnested markup (foster parenting, the adoption agency) moves nodes after they were made. `flatten` turns it
 * into a Page. Where nothing was moved, which is nearly always, nodes already stand in document order.
 *
 * The columns are scratch space that serves page after page.
 */

import { decodeHTML } from 'entities/decode';
import { DehuskError } from '../errors.ts';
import { addPathHashes, type Hasher } from './hash.ts';
import { hiddenTags, type NameTable, Tag } from './names.ts';
import {
  addSubtreeEnds,
  allocateColumns,
  type Columns,
  listSegments,
  NodeFlag,
  type NodeRanges,
  type Page,
  TEXT,
} from './page.ts';
import { normalUrl, type PageLimits } from './raw-page.ts';

export const NONE = -1;

export class TreeDraft {
  nodeCount = 0;
  attributeCount = 0;
  /** Set once a node was put anywhere but at the end of the document: then numbers are not in pre-order. */
  moved = false;

  tag: Uint16Array = new Uint16Array(1024);
  flags: Uint8Array = new Uint8Array(1024);
  parent: Int32Array = new Int32Array(1024);
  firstChild: Int32Array = new Int32Array(1024);
  lastChild: Int32Array = new Int32Array(1024);
  previous: Int32Array = new Int32Array(1024);
  next: Int32Array = new Int32Array(1024);
  /** Text: range of the source. Element: range of attribute rows. */
  start: Int32Array = new Int32Array(1024);
  end: Int32Array = new Int32Array(1024);
  classList: Uint32Array = new Uint32Array(1024);

  attributeName: Uint16Array = new Uint16Array(1024);
  attributeStart: Int32Array = new Int32Array(1024);
  attributeEnd: Int32Array = new Int32Array(1024);

  /** Contents of raw text elements: (node, start, end) after one another. */
  readonly rawContent: number[] = [];
  /** Text that no single range of the source holds, because an ignored tag stands in it: its ranges. */
  readonly joinedText: Map<number, number[]> = new Map();

  #maxNodes = 0;
  #maxAttributes = 0;

  reset(limits: PageLimits): void {
    this.nodeCount = 0;
    this.attributeCount = 0;
    this.moved = false;
    this.rawContent.length = 0;
    this.joinedText.clear();
    this.#maxNodes = limits.maxNodes;
    this.#maxAttributes = limits.maxAttributes;
  }

  /** A new node that is not in the tree yet. */
  addNode(tag: number, start: number, end: number): number {
    const node = this.nodeCount;
    if (node >= this.#maxNodes) throw new DehuskError('PAGE_TOO_MANY_NODES', { limit: this.#maxNodes });
    if (node === this.tag.length) this.#growNodes();
    this.nodeCount = node + 1;
    this.tag[node] = tag;
    this.flags[node] = 0;
    this.parent[node] = NONE;
    this.firstChild[node] = NONE;
    this.lastChild[node] = NONE;
    this.previous[node] = NONE;
    this.next[node] = NONE;
    this.start[node] = start;
    this.end[node] = end;
    this.classList[node] = 0;
    return node;
  }

  addAttribute(name: number, start: number, end: number): void {
    const row = this.attributeCount;
    if (row >= this.#maxAttributes) {
      throw new DehuskError('PAGE_TOO_MANY_ATTRIBUTES', { limit: this.#maxAttributes });
    }
    if (row === this.attributeName.length) this.#growAttributes();
    this.attributeCount = row + 1;
    this.attributeName[row] = name;
    this.attributeStart[row] = start;
    this.attributeEnd[row] = end;
  }

  append(parent: number, node: number): void {
    const last = this.lastChild[parent]!;
    this.parent[node] = parent;
    this.previous[node] = last;
    if (last === NONE) this.firstChild[parent] = node;
    else this.next[last] = node;
    this.lastChild[parent] = node;
  }

  insertBefore(sibling: number, node: number): void {
    const parent = this.parent[sibling]!;
    const previous = this.previous[sibling]!;
    this.parent[node] = parent;
    this.previous[node] = previous;
    this.next[node] = sibling;
    this.previous[sibling] = node;
    if (previous === NONE) this.firstChild[parent] = node;
    else this.next[previous] = node;
    this.moved = true;
  }

  detach(node: number): void {
    const parent = this.parent[node]!;
    if (parent === NONE) return;
    const previous = this.previous[node]!;
    const next = this.next[node]!;
    if (previous === NONE) this.firstChild[parent] = next;
    else this.next[previous] = next;
    if (next === NONE) this.lastChild[parent] = previous;
    else this.previous[next] = previous;
    this.parent[node] = NONE;
    this.previous[node] = NONE;
    this.next[node] = NONE;
    this.moved = true;
  }

  /** Moves all children of `from` to the end of `to`. */
  moveChildren(from: number, to: number): void {
    for (let child = this.firstChild[from]!; child !== NONE; ) {
      const next = this.next[child]!;
      this.detach(child);
      this.append(to, child);
      child = next;
    }
  }

  /** Has an element after this one the same parent? */
  hasChildAfter(node: number): boolean {
    let sibling = this.next[node]!;
    while (this.isText(sibling)) sibling = this.next[sibling]!;
    return sibling !== NONE;
  }

  isText(node: number): boolean {
    return node !== NONE && this.tag[node] === TEXT;
  }

  #growNodes(): void {
    this.tag = grown(this.tag, new Uint16Array(this.tag.length * 2));
    this.flags = grown(this.flags, new Uint8Array(this.flags.length * 2));
    this.parent = doubled(this.parent);
    this.firstChild = doubled(this.firstChild);
    this.lastChild = doubled(this.lastChild);
    this.previous = doubled(this.previous);
    this.next = doubled(this.next);
    this.start = doubled(this.start);
    this.end = doubled(this.end);
    this.classList = grown(this.classList, new Uint32Array(this.classList.length * 2));
  }

  #growAttributes(): void {
    this.attributeName = grown(this.attributeName, new Uint16Array(this.attributeName.length * 2));
    this.attributeStart = doubled(this.attributeStart);
    this.attributeEnd = doubled(this.attributeEnd);
  }
}

function grown<Column extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from);
  return to;
}

function doubled(column: Int32Array): Int32Array {
  return grown(column, new Int32Array(column.length * 2));
}

/**
 * From the linked draft to the flat Page: puts nodes in pre-order, drops white-space-only text, hashes texts and
 * paths, and gives every column its exact length in one buffer.
 */

interface DraftContext {
  readonly source: string;
  readonly url: string | undefined;
  /** Made of the address unless told. */
  readonly id: string | undefined;
  readonly encoding: string;
  readonly tags: NameTable;
  readonly attributeNames: NameTable;
  readonly classLists: readonly (readonly string[])[];
  readonly hasher: Hasher;
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

export function flatten(draft: TreeDraft, context: DraftContext): Page {
  const source = context.source + spillJoinedText(draft, context.source);
  scanTexts(draft, source, context.hasher);
  const order = draft.moved ? preOrder(draft) : undefined;
  const nodeCount = numberNodes(draft, order);
  const columns = allocateColumns(nodeCount);
  const gaps = fillColumns(draft, order, columns);
  addPathHashes(columns, context.hasher.tagHashes(context.tags));
  addSubtreeEnds(columns);
  return {
    source,
    url: context.url,
    id: context.id ?? (context.url === undefined ? '' : normalUrl(context.url)),
    encoding: context.encoding,
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

/** Texts in several parts are decoded part by part and put behind the source; they stay literal from then on. */
function spillJoinedText(draft: TreeDraft, source: string): string {
  let spill = '';
  for (const [node, parts] of draft.joinedText) {
    const literal = (draft.flags[node]! & NodeFlag.literal) !== 0;
    draft.start[node] = source.length + spill.length;
    for (let i = 0; i < parts.length; i += 2) {
      const part = source.slice(parts[i], parts[i + 1]);
      spill += literal ? part : decodeHTML(part);
    }
    draft.end[node] = source.length + spill.length;
    draft.flags[node]! |= NodeFlag.literal;
  }
  return spill;
}

/** Measures and hashes the normal form of every text. */
function scanTexts(draft: TreeDraft, source: string, hasher: Hasher): void {
  const { scan } = hasher;
  if (textChars.length < draft.nodeCount) growScratch(draft.tag.length);
  for (let node = 0; node < draft.nodeCount; node++) {
    if (draft.tag[node] !== TEXT) continue;
    const start = draft.start[node]!;
    const end = draft.end[node]!;
    const literal = (draft.flags[node]! & NodeFlag.literal) !== 0;
    if (!scan.scan(source, start, end, !literal)) {
      const decoded = decodeHTML(source.slice(start, end));
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

/** The draft's nodes in document order, found by their links. */
function preOrder(draft: TreeDraft): Int32Array {
  const order = new Int32Array(draft.nodeCount);
  let count = 0;
  for (let node = 0; node !== NONE; ) {
    order[count++] = node;
    if (draft.firstChild[node] !== NONE) {
      node = draft.firstChild[node]!;
      continue;
    }
    while (node !== NONE && draft.next[node] === NONE) node = draft.parent[node]!;
    if (node !== NONE) node = draft.next[node]!;
  }
  return order.subarray(0, count);
}

/** Gives every node that stays its number in the page; white-space-only text goes. Returns how many stay. */
function numberNodes(draft: TreeDraft, order: Int32Array | undefined): number {
  const total = order?.length ?? draft.nodeCount;
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

/** (node, start, end) triples as columns, without those whose node is not in the page. */
function nodeRanges(
  triples: readonly number[],
  nodeOf: (node: number) => number,
  nodeCount: number,
): NodeRanges {
  const rows: number[] = [];
  for (let i = 0; i < triples.length; i += 3) {
    const node = nodeOf(triples[i]!);
    if (node >= 0 && node < nodeCount) rows.push(node, triples[i + 1]!, triples[i + 2]!);
  }
  const column = (offset: number): Int32Array =>
    Int32Array.from({ length: rows.length / 3 }, (_, i) => rows[i * 3 + offset]!);
  return { node: column(0), start: column(1), end: column(2) };
}
