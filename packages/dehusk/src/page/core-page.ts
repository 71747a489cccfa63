/**
 * A Page made by the core, as views of one copied table. Strings (the source, names, class lists) are made when they are
 * first asked for.
 */
import type { HashKey } from './hash.ts';
import { htmlReferences } from './html/token-feed.ts';
import { ClassLists, knownAttributes, knownTags, NameTable } from './names.ts';
import type { FullPage, NodeRanges } from './page.ts';
import { normalUrl } from './raw-page.ts';

/** What the core leaves, copied out of its memory. Offsets are those of the string that source and spill make. */
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
  readonly attributes: FullPage['attributes'];
  /** The normal form of every text, UTF-8. */
  readonly texts: Uint8Array;
  /** (node, start, end) triples. */
  readonly rawContent: Int32Array;
  readonly gaps: Int32Array;
  /** Nodes were moved, so raw content is not in the order of nodes. */
  readonly isMoved: boolean;
  /** Where each class attribute begins, and then where each ends, in bytes. */
  readonly classRanges: Int32Array;
  /** Where names that HTML does not know begin, and then their lengths, in bytes. */
  readonly ownTags: Int32Array;
  readonly ownAttributes: Int32Array;
}

interface PageFacts {
  readonly url: string | undefined;
  readonly id: string | undefined;
  readonly encoding: string;
  readonly hashKey: HashKey;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A page whose texts are there in their normal form, too. */
export interface CorePage extends FullPage {
  /** The normal form of a text, as the core made it. */
  normalText(node: number): string;
}

/** A plain object: pages are made of pages by copying their fields. */
export function corePage(
  table: CoreTable,
  { url, id, encoding, hashKey }: PageFacts,
  layOutText: FullPage['layOutText'],
): CorePage {
  const { bytes, columns, nodeCount, stride } = table;
  const wide = (column: number): Int32Array => new Int32Array(columns, stride * 4 * column, nodeCount);
  const unsigned = (column: number): Uint32Array => new Uint32Array(columns, stride * 4 * column, nodeCount);
  const source = lazily(() => decoder.decode(bytes) + decoder.decode(table.spill));
  const attributeNames = lazily(() => namesOf(knownAttributes, bytes, table.ownAttributes));
  const classLists = lazily(() => classListsOf(table));
  const rawContent = lazily(() => nodeRanges(table.rawContent, table.isMoved));
  const gaps = lazily(() => nodeRanges(table.gaps, false));
  return {
    url,
    id: id ?? (url === undefined ? '' : normalUrl(url)),
    encoding,
    hashKey,
    layOutText,
    references: htmlReferences,
    nodeCount,
    tag: new Uint16Array(columns, stride * 56, nodeCount),
    flags: new Uint8Array(columns, stride * 58, nodeCount),
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
    segments: new Int32Array(columns, stride * 48, table.segmentCount),
    classList: unsigned(13),
    attributes: table.attributes,
    tags: namesOf(knownTags, bytes, table.ownTags),
    normalText: (node) => {
      const start = wide(10)[node]!;
      return decoder.decode(table.texts.subarray(start, start + wide(11)[node]!));
    },
    get source() {
      return source();
    },
    get attributeNames() {
      return attributeNames();
    },
    get classLists() {
      return classLists();
    },
    get rawContent() {
      return rawContent();
    },
    get preformattedGaps() {
      return gaps();
    },
  };
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
  const rows = Array.from({ length: count }, (_, row) => row * 3);
  if (isMoved) rows.sort((one, other) => triples[one]! - triples[other]!);
  const column = (at: 0 | 1 | 2): Int32Array => Int32Array.from(rows, (row) => triples[row + at]!);
  return { node: column(0), start: column(1), end: column(2) };
}

/** From the number of a name on: what a page has of its own, in the order of their numbers. */
function namesOf(
  known: ConstructorParameters<typeof NameTable>[0],
  bytes: Uint8Array,
  ranges: Int32Array,
): NameTable {
  const names = new NameTable(known);
  const half = ranges.length / 2;
  for (let own = 0; own < half; own++) {
    const name = decoder.decode(bytes.subarray(ranges[own]!, ranges[own]! + ranges[half + own]!));
    names.intern(name, 0, name.length);
  }
  return names;
}

/** Makes something when it is first asked for. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
