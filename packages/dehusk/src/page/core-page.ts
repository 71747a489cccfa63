/**
 * A Page made by the core. What detectors read is there at once, as views of one copied table. What was written in the
 * page (source, attributes, class lists) is found when it is first asked for.
 */
import { walkAttributes } from './core-attributes.ts';
import type { HashKey } from './hash.ts';
import { htmlReferences } from './html/token-feed.ts';
import { Attribute, ClassLists, knownAttributes, knownTags, NameTable } from './names.ts';
import { type FullPage, type NodeRanges, TEXT } from './page.ts';
import { normalUrl } from './raw-page.ts';

/** What the core leaves, copied out of its memory. */
export interface CoreTable {
  /** The source, UTF-8. */
  readonly bytes: Uint8Array;
  /** Texts in several parts, decoded: ranges behind the source are ranges of this. */
  readonly spill: Uint8Array;
  readonly nodeCount: number;
  readonly segmentCount: number;
  /** Entries that each column has room for. */
  readonly stride: number;
  readonly columns: ArrayBuffer;
  /** The normal form of every text, UTF-8. */
  readonly texts: Uint8Array;
  /** (node, start, end) triples. */
  readonly rawContent: Int32Array;
  readonly gaps: Int32Array;
  /** Nodes were moved, so raw content is not in the order of nodes. */
  readonly isMoved: boolean;
  readonly ownNameStarts: Int32Array;
  readonly ownNameLengths: Int32Array;
}

interface PageFacts {
  readonly url: string | undefined;
  readonly id: string | undefined;
  readonly encoding: string;
  readonly hashKey: HashKey;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What is found when it is asked for. */
type Written = Pick<
  FullPage,
  | 'source'
  | 'start'
  | 'end'
  | 'attributes'
  | 'attributeNames'
  | 'classList'
  | 'classLists'
  | 'rawContent'
  | 'preformattedGaps'
>;

/** A page whose texts are there in their normal form, too. */
export interface CorePage extends FullPage {
  /** The normal form of a text, as the core made it. */
  normalText(node: number): string;
}

/** A plain object: pages are made of pages by copying their fields. */
export function corePage(table: CoreTable, { url, id, encoding, hashKey }: PageFacts): CorePage {
  const { columns, nodeCount, stride } = table;
  let written: Written | undefined;
  const wide = (column: number): Int32Array => new Int32Array(columns, stride * 4 * column, nodeCount);
  const hashes = (column: number): Uint32Array => new Uint32Array(columns, stride * 4 * column, nodeCount);
  const tag = new Uint16Array(columns, stride * 52, nodeCount);
  const all = (): Written => {
    written ??= findWritten(table, tag);
    return written;
  };
  return {
    url,
    id: id ?? (url === undefined ? '' : normalUrl(url)),
    encoding,
    hashKey,
    references: htmlReferences,
    nodeCount,
    tag,
    flags: new Uint8Array(columns, stride * 54, nodeCount),
    parent: wide(0),
    depth: wide(1),
    subtreeEnd: wide(2),
    pathHashHigh: hashes(3),
    pathHashLow: hashes(4),
    textHashHigh: hashes(7),
    textHashLow: hashes(8),
    chars: wide(9),
    segments: new Int32Array(columns, stride * 48, table.segmentCount),
    tags: tagNames(table),
    normalText: (node) => {
      const start = wide(10)[node]!;
      return decoder.decode(table.texts.subarray(start, start + wide(11)[node]!));
    },
    get source() {
      return all().source;
    },
    get start() {
      return all().start;
    },
    get end() {
      return all().end;
    },
    get attributes() {
      return all().attributes;
    },
    get attributeNames() {
      return all().attributeNames;
    },
    get classList() {
      return all().classList;
    },
    get classLists() {
      return all().classLists;
    },
    get rawContent() {
      return all().rawContent;
    },
    get preformattedGaps() {
      return all().preformattedGaps;
    },
  };
}

function tagNames({ bytes, ownNameStarts, ownNameLengths }: CoreTable): NameTable {
  const tags = new NameTable(knownTags);
  for (let own = 0; own < ownNameStarts.length; own++) {
    const start = ownNameStarts[own]!;
    const name = decoder.decode(bytes.subarray(start, start + ownNameLengths[own]!));
    tags.intern(name, 0, name.length);
  }
  return tags;
}

function findWritten(table: CoreTable, tag: Uint16Array): Written {
  const source = decoder.decode(table.bytes) + decoder.decode(table.spill);
  const unitOf = unitOffsets(table, source);
  const { columns, nodeCount, stride } = table;
  const start = new Int32Array(columns, stride * 20, nodeCount).slice();
  const end = new Int32Array(columns, stride * 24, nodeCount).slice();
  const attributes = new AttributeRows(source);
  const classList = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (tag[node] === TEXT) {
      start[node] = unitOf(start[node]!);
      end[node] = unitOf(end[node]!);
      continue;
    }
    const rows = start[node] === 0 ? noRows : attributes.of(unitOf(start[node]!));
    start[node] = rows.start;
    end[node] = rows.end;
    classList[node] = rows.classList;
  }
  return {
    source,
    start,
    end,
    attributes: attributes.columns(),
    attributeNames: attributes.names,
    classList,
    classLists: attributes.classLists.lists,
    rawContent: nodeRanges(table.rawContent, unitOf, table.isMoved),
    preformattedGaps: nodeRanges(table.gaps, unitOf, false),
  };
}

/** From offsets in bytes to offsets in the string: a mark for every 64 bytes, and counting from there. */
function unitOffsets({ bytes, spill }: CoreTable, source: string): (at: number) => number {
  const total = bytes.length + spill.length;
  if (source.length === total) return (at) => at;
  const byteAt = (at: number): number => (at < bytes.length ? bytes[at] : spill[at - bytes.length]) ?? 0;
  // A unit begins at each byte that continues nothing; four bytes are two units.
  const unitsOf = (byte: number): number => (byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1);
  const marks = new Int32Array((total >> 6) + 1);
  let units = 0;
  for (let at = 0; at < total; at++) {
    if ((at & 63) === 0) marks[at >> 6] = units;
    units += unitsOf(byteAt(at));
  }
  if ((total & 63) === 0) marks[total >> 6] = units;
  return (to) => {
    let offset = marks[to >> 6]!;
    for (let at = to & ~63; at < to; at++) offset += unitsOf(byteAt(at));
    return offset;
  };
}

interface Rows {
  readonly start: number;
  readonly end: number;
  readonly classList: number;
}

const noRows: Rows = { start: 0, end: 0, classList: 0 };

/** The rows of attributes of a page, tag after tag. Elements made of one tag share its rows. */
class AttributeRows {
  readonly names: NameTable = new NameTable(knownAttributes);
  readonly classLists: ClassLists = new ClassLists(htmlReferences);
  readonly #source: string;
  readonly #rowsOfTag = new Map<number, Rows>();
  readonly #name: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  of(from: number): Rows {
    const found = this.#rowsOfTag.get(from);
    if (found !== undefined) return found;
    const source = this.#source;
    const start = this.#name.length;
    const seen = new Set<number>();
    let classList = 0;
    for (const range of walkAttributes((at) => source.charCodeAt(at), from)) {
      const name = this.names.intern(source, range.nameStart, range.nameEnd);
      if (seen.has(name)) continue;
      seen.add(name);
      this.#name.push(name);
      this.#start.push(range.valueStart);
      this.#end.push(range.valueEnd);
      if (name === Attribute.class)
        classList = this.classLists.intern(source, range.valueStart, range.valueEnd);
    }
    const rows = { start, end: this.#name.length, classList };
    this.#rowsOfTag.set(from, rows);
    return rows;
  }

  columns(): FullPage['attributes'] {
    return {
      name: Uint16Array.from(this.#name),
      start: Int32Array.from(this.#start),
      end: Int32Array.from(this.#end),
    };
  }
}

/** (node, start, end) triples as columns. Those of moved nodes are sorted: rows are looked up by halving. */
function nodeRanges(triples: Int32Array, unitOf: (at: number) => number, isMoved: boolean): NodeRanges {
  const rows: (readonly [node: number, start: number, end: number])[] = [];
  for (let i = 0; i < triples.length; i += 3)
    rows.push([triples[i]!, unitOf(triples[i + 1]!), unitOf(triples[i + 2]!)]);
  if (isMoved) rows.sort(([one], [other]) => one - other);
  const column = (at: 0 | 1 | 2): Int32Array => Int32Array.from(rows, (row) => row[at]);
  return { node: column(0), start: column(1), end: column(2) };
}
