/**
 * A Page made by the core, as views of one copied table. Strings (values, names, class lists) are made when they are
 * asked for; of the source there never is one.
 */
import type { HashKey } from './hash.ts';
import { htmlReferences } from './html/html-references.ts';
import { ClassLists, knownAttributes, knownTags, NameTable } from './names.ts';
import type { FullPage, NodeRanges, SourceText } from './page.ts';
import { normalUrl } from './raw-page.ts';

/** What the core leaves, copied out of its memory. Offsets are those of the bytes that source and spill make. */
export interface CoreTable {
  /** The source, UTF-8. */
  readonly bytes: Uint8Array;
  /** Texts in several parts, decoded: ranges behind the source are ranges of this. */
  readonly spill: Uint8Array;
  readonly nodeCount: number;
  readonly segmentCount: number;
  /** Entries that each column has room for. */
  readonly stride: number;
  /** Of the nodes, and behind them those of the attributes: to V8 one array buffer costs as much as some hundred bytes of a page. */
  readonly columns: ArrayBuffer;
  readonly attributeCount: number;
  /** (node, start, end) triples. */
  readonly rawContent: Int32Array;
  readonly gaps: Int32Array;
  /** Nodes were moved, so raw content is not in the order of nodes. */
  readonly isMoved: boolean;
  /** Where each class attribute begins, and then where each ends, in bytes. */
  readonly classRanges: Int32Array;
  /** As `tellingElements` has them. */
  readonly telling: Int32Array;
  /** Where names that HTML does not know begin, and then their lengths, in bytes. */
  readonly ownTags: Int32Array;
  readonly ownAttributes: Int32Array;
}

/** What is known of a page besides its bytes. */
export interface PageFacts {
  readonly url: string | undefined;
  readonly id: string | undefined;
  readonly encoding: string;
  readonly hashKey: HashKey;
}

/** A page that can be sent to another thread, of which `Core.receive` makes a Page there. */
export interface SentPage {
  readonly table: CoreTable;
  readonly facts: PageFacts;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A plain object: pages are made of pages by copying their fields. */
export function corePage(
  table: CoreTable,
  { url, id, encoding, hashKey }: PageFacts,
  held: FullPage['held'],
): FullPage {
  const { bytes, columns, nodeCount, stride } = table;
  const wide = (column: number): Int32Array => new Int32Array(columns, stride * 4 * column, nodeCount);
  const unsigned = (column: number): Uint32Array => new Uint32Array(columns, stride * 4 * column, nodeCount);
  const page: Omit<MadeLate & FullPage, keyof LateParts> = {
    late: new LateParts(table),
    url,
    id: id ?? (url === undefined ? '' : normalUrl(url)),
    encoding,
    hashKey,
    held,
    references: htmlReferences,
    source: new ByteSource(bytes, table.spill),
    nodeCount,
    tag: new Uint16Array(columns, stride * 48, nodeCount),
    flags: new Uint8Array(columns, stride * 50, nodeCount),
    parent: wide(0),
    depth: wide(1),
    subtreeEnd: wide(2),
    pathHashHigh: unsigned(3),
    pathHashLow: unsigned(4),
    start: wide(5),
    end: wide(6),
    textHashHigh: unsigned(7),
    textHashLow: unsigned(8),
    chars: wide(9),
    segments: new Int32Array(columns, stride * 40, table.segmentCount),
    classList: unsigned(11),
    attributes: attributeColumns(columns, table.attributeCount),
    telling: table.telling,
    tags: new NameTable(knownTags, () => ownNames(bytes, table.ownTags)),
    attributeNames: new NameTable(knownAttributes, () => ownNames(bytes, table.ownAttributes)),
  };
  for (const name of lateNames) Object.defineProperty(page, name, lateAccessors[name]);
  return page as typeof page & Pick<FullPage, keyof LateParts>;
}

export function attributeColumns(columns: ArrayBuffer, count: number): FullPage['attributes'] {
  const at = columns.byteLength - 10 * count;
  return {
    name: new Uint16Array(columns, at + 8 * count, count),
    start: new Int32Array(columns, at, count),
    end: new Int32Array(columns, at + 4 * count, count),
  };
}

/** What is made when it is first asked for. */
class LateParts {
  readonly #table: CoreTable;
  #classLists: FullPage['classLists'] | undefined;
  #rawContent: NodeRanges | undefined;
  #preformattedGaps: NodeRanges | undefined;

  constructor(table: CoreTable) {
    this.#table = table;
  }

  get classLists(): FullPage['classLists'] {
    this.#classLists ??= classListsOf(this.#table);
    return this.#classLists;
  }

  get rawContent(): NodeRanges {
    this.#rawContent ??= nodeRanges(this.#table.rawContent, this.#table.isMoved);
    return this.#rawContent;
  }

  get preformattedGaps(): NodeRanges {
    this.#preformattedGaps ??= nodeRanges(this.#table.gaps, false);
    return this.#preformattedGaps;
  }
}

interface MadeLate {
  readonly late: LateParts;
}

/**
 * The same functions for all pages. V8 makes a table by name of an object whose getters are its own, and of all others
 * that are made in its place: then whatever is read of a page, by whomever, is looked up in that.
 */
const lateAccessors: Readonly<Record<keyof LateParts, PropertyDescriptor>> = {
  classLists: lateAccessor((late) => late.classLists),
  rawContent: lateAccessor((late) => late.rawContent),
  preformattedGaps: lateAccessor((late) => late.preformattedGaps),
};
const lateNames = Object.keys(lateAccessors) as (keyof LateParts)[];

/** Of the page's own, as its other fields are. */
function lateAccessor(read: (late: LateParts) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: MadeLate) {
      return read(this.late);
    },
  };
}

/** Up to so many bytes it is faster to make a string unit by unit; what is beyond ASCII is left to the decoder. */
const SHORT_BYTES = 8;

/** A source that is read a range at a time: of most pages few values are asked for. */
class ByteSource implements SourceText {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** Stands behind the bytes. */
  readonly #spill: Uint8Array;

  constructor(bytes: Uint8Array, spill: Uint8Array) {
    this.#bytes = bytes;
    this.#spill = spill;
    this.length = bytes.length + spill.length;
  }

  get sizeBytes(): number {
    return this.length;
  }

  charCodeAt(at: number): number {
    return this.#bytes[at] ?? this.#spill[at - this.#bytes.length]!;
  }

  slice(start: number, end: number): string {
    const behind = this.#bytes.length;
    if (end <= behind) return stringOf(this.#bytes, start, end);
    if (start >= behind) return stringOf(this.#spill, start - behind, end - behind);
    return stringOf(this.#bytes, start, behind) + stringOf(this.#spill, 0, end - behind);
  }
}

function stringOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_BYTES) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at++) {
    if (bytes[at]! >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(bytes[at]!);
  }
  return text;
}

/** So many class attributes are known from the pages before, if they are not longer than that: some hundred a site. */
const MOST_CLASSES = 5_000;
const LONGEST_CLASSES = 200;
let classes = new ClassLists(htmlReferences);

/**
 * Class attributes by their numbers; the empty list is number 0. The pages of a site have mostly the same: the list of one
 * is the same object on all of them.
 */
function classListsOf({ bytes, classRanges }: CoreTable): FullPage['classLists'] {
  if (classes.lists.length > MOST_CLASSES) classes = new ClassLists(htmlReferences);
  const half = classRanges.length / 2;
  const lists: (readonly string[])[] = [[]];
  for (let i = 0; i < half; i++) {
    const value = decoder.decode(bytes.subarray(classRanges[i]!, classRanges[half + i]!));
    const known = value.length > LONGEST_CLASSES ? new ClassLists(htmlReferences) : classes;
    lists.push(known.lists[known.intern(value, 0, value.length)]!);
  }
  return lists;
}

/** (node, start, end) triples as columns. Those of moved nodes are sorted: rows are looked up by halving. */
function nodeRanges(triples: Int32Array, isMoved: boolean): NodeRanges {
  const count = triples.length / 3;
  const rows = Array.from({ length: isMoved ? count : 0 }, (_, row) => row * 3);
  rows.sort((one, other) => triples[one]! - triples[other]!);
  const column = (at: 0 | 1 | 2): Int32Array => {
    const entries = new Int32Array(count);
    for (let i = 0; i < count; i++) entries[i] = triples[(isMoved ? rows[i]! : 3 * i) + at]!;
    return entries;
  };
  return { node: column(0), start: column(1), end: column(2) };
}

/** What a page has of its own, in the order of their numbers. */
function* ownNames(bytes: Uint8Array, ranges: Int32Array): Generator<string> {
  const half = ranges.length / 2;
  for (let own = 0; own < half; own++)
    yield stringOf(bytes, ranges[own]!, ranges[own]! + ranges[half + own]!);
}
