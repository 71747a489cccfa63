/**
 * A parsed page: one flat, immutable table of nodes in pre-order, a typed array per column, no object per node.
 *
 * Node 0 is always `html`. The subtree of node `i` is the range `i … subtreeEnd[i] - 1`; its first child, if it
 * has one, is `i + 1`, and the next sibling of a node is `subtreeEnd[node]` as long as that is below its parent's
 * end.
 *
 *     <html><body><p class="a">Hi <b>you</b></p></body></html>
 *
 *     node  tag    parent depth end  source
 *     0     html   -1     0     7    -
 *     1     head   0      1     2    -            (implied)
 *     2     body   0      1     7    -
 *     3     p      2      2     7    attributes 0 … 1
 *     4     #text  3      3     5    "Hi "
 *     5     b      3      3     7    -
 *     6     #text  5      4     7    "you"
 *
 * What was written in the page is kept as ranges of its source. Only this room knows them (`FullPage`), so that
 * the parser in front can change; everybody else asks the functions below.
 */
import { DehuskError } from '../errors.ts';
import type { ElementMarks, MarkRules } from './element-marks.ts';
import type { HashKey } from './hash.ts';
import type { NameTable } from './names.ts';
import type { OutlineRules, SegmentOutline } from './segment-outline.ts';

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

/** A parsed page: a table of its nodes in document order, one typed array per column. Node 0 is `html`. */
export interface Page {
  readonly url: string | undefined;
  /** Who the page is: two captures of one page have the same. Empty where nobody can tell. */
  readonly id: string;
  /** The encoding that was used, by its WHATWG name; empty for a page that did not come from bytes. */
  readonly encoding: string;

  /** Key of the hashes below: only hashes of one key can be compared. */
  readonly hashKey: HashKey;

  readonly nodeCount: number;
  readonly tag: Uint16Array;
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  /** 64-bit keyed hash of the tag names from html to this element; a text node has its parent's. */
  readonly pathHashHigh: Uint32Array;
  readonly pathHashLow: Uint32Array;
  /** 64-bit keyed hash of the text's normal form; 0 for elements. */
  readonly textHashHigh: Uint32Array;
  readonly textHashLow: Uint32Array;
  /** Code points of the text's normal form; 0 for elements. */
  readonly chars: Int32Array;
  /** Row of `classLists` of an element's class attribute; 0 is the empty list. */
  readonly classList: Uint32Array;

  /** The visible text nodes, in document order: the page's segments. */
  readonly segments: Int32Array;

  /** For each distinct class attribute of the page: its class names, sorted, each once. */
  readonly classLists: readonly (readonly string[])[];
  /** Tag names by `tag`, attribute names by `attributeName`. */
  readonly tags: NameTable;
  readonly attributeNames: NameTable;
}

/** What was written, by ranges: a string, or bytes of which a string is made where somebody reads. */
export interface SourceText {
  /** In the units that ranges are counted in. */
  readonly length: number;
  slice(start: number, end: number): string;
  /** The unit at a position, if it is ASCII; else a number above that. */
  charCodeAt(at: number): number;
  /** As UTF-8, where that is known. */
  readonly sizeBytes?: number;
}

/** A page with the source behind it. Every Page is one, but only this room may know. */
export interface FullPage extends Page {
  /** Ranges of text nodes and attribute values point into it. */
  readonly source: SourceText;
  readonly references: CharacterReferences;
  /** Text: a range of `source`, character references and white space still in it. Element: its rows of `attributes`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly attributes: {
    readonly name: Uint16Array;
    /** Value range in `source`, character references still in it. */
    readonly start: Int32Array;
    readonly end: Int32Array;
  };
  /** Contents of raw text elements (script, style …): never text, but needed to write the page again. */
  readonly rawContent: NodeRanges;
  /** White space before a node inside `pre`, where it counts. */
  readonly preformattedGaps: NodeRanges;
  /** See `notedElements`. */
  readonly telling?: Int32Array | undefined;
  /** Whoever has parsed the page, as long as it has it. Pages are made of pages by copying: it asks which one it is. */
  readonly held?: ((page: Page) => HeldPage | undefined) | undefined;
}

/** What whoever still has a page does faster than we can. Each gives undefined for what is not for it. */
export interface HeldPage {
  /** As UTF-8. */
  layOutText(layout: TextLayout): Uint8Array | undefined;
  markElements(rules: MarkRules): ElementMarks | undefined;
  findTouching(rules: TouchRules): Int32Array | undefined;
  outlineSegments(rules: OutlineRules): SegmentOutline | undefined;
  readSample(template: Uint8Array, tables: SampleTables, units: number): CountedSample | undefined;
}

/** By what languages are told; `metadata` says it. */
export interface SampleTables {
  /** By unit: the number of its script, and that of a letter of the words. */
  readonly scripts: Uint8Array;
  readonly letters: Uint8Array;
  /** Slots of three numbers. */
  readonly words: Int32Array;
  /** How many scripts and languages there are. */
  readonly scriptCount: number;
  readonly languageCount: number;
}

/** The first texts of the content. To be used at once. */
export interface CountedSample {
  /** In units of UTF-16. */
  readonly units: Uint16Array;
  /** Letters by the number of their script, from 1. */
  readonly scripts: Int32Array;
  /** All words, and those that are common in each language. */
  readonly words: number;
  readonly shares: Int32Array;
}

/** How the texts of a page become lines; `output` says it. */
export interface TextLayout {
  /** Bits for each tag that HTML knows: the numbers are those of `Kind` in the core. */
  readonly kinds: Uint8Array;
  /** A bit for each character of 16 bits: lines of such alone are not written. Goes with `kinds`. */
  readonly signs: Uint8Array;
  /** 1 for every text that is left out. */
  readonly omitted: Uint8Array | undefined;
  /** Says what is to know of lists, items, cells and parted words, by node, instead of -1. */
  readonly readNumbers: (numbers: Int32Array) => void;
}

/** Which neighbours in the line may be two words though they touch; `output` says it. */
export interface TouchRules {
  /** Of tags: 1 for boxes, 2 for labels. Of attributes: what one has in it that a box is made by. */
  readonly marks: MarkRules;
  /** So many nodes without text may stand at the edge of one. */
  readonly mostEmpty: number;
}

/** Ranges of the source that belong to some nodes only, sorted by node. */
export interface NodeRanges {
  readonly node: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Replaces the character references of a source. Who wrote it knows which ones there can be. */
export interface CharacterReferences {
  inText(raw: string): string;
  inValue(raw: string): string;
}

/** For a source that was written by us: only ampersands are escaped in it. */
export const ampersandReferences: CharacterReferences = {
  inText: (raw) => raw.replaceAll('&amp;', '&'),
  inValue: (raw) => raw.replaceAll('&amp;', '&'),
};

// Names and texts

/** A page that was parsed elsewhere is compared by its hashes, so it must have been parsed with this key. */
export function checkedPage(page: Page, [high, low]: HashKey): Page {
  if (page.hashKey[0] === high && page.hashKey[1] === low) return page;
  throw new DehuskError('PAGE_OF_OTHER_KEY', {});
}

export function tagName(page: Page, node: number): string {
  return page.tags.name(page.tag[node]!);
}

/** Is it of SVG or MathML? */
export function isForeign(page: Page, node: number): boolean {
  return (page.flags[node]! & (NodeFlag.svg | NodeFlag.mathml)) !== 0;
}

/** The text of a text node as the author wrote it: white space kept, character references replaced. */
export function readText(page: Page, node: number): string {
  const { source, start, end, flags, references } = page as FullPage;
  const raw = source.slice(start[node]!, end[node]!);
  const isLiteral = (flags[node]! & NodeFlag.literal) !== 0 || !raw.includes('&');
  const decoded = isLiteral ? raw : references.inText(raw);
  return decoded.includes('\0') ? decoded.replaceAll('\0', '') : decoded;
}

/**
 * What a text begins or ends with, as the author wrote it: a unit of ASCII, or 128 and more. `&` and `;` may be those of
 * a character reference.
 */
export function firstUnitOfText(page: Page, node: number): number {
  const { source, start } = page as FullPage;
  return source.charCodeAt(start[node]!);
}

export function lastUnitOfText(page: Page, node: number): number {
  const { source, end } = page as FullPage;
  return source.charCodeAt(end[node]! - 1);
}

/** Goes through a part of a text; false if it is told to stop at a character reference and has met one. */
interface TextReader {
  read(text: string, start: number, end: number, stopAtReference: boolean): boolean;
}

/** Lets a reader go through what `readText` reads, NUL included, without a string of its own where there need be none. */
export function scanText(page: Page, node: number, reader: TextReader): void {
  const { source, start, end, flags } = page as FullPage;
  const isLiteral = (flags[node]! & NodeFlag.literal) !== 0;
  if (typeof source === 'string') {
    if (reader.read(source, start[node]!, end[node]!, !isLiteral)) return;
  } else {
    const raw = source.slice(start[node]!, end[node]!);
    if (reader.read(raw, 0, raw.length, !isLiteral)) return;
  }
  const text = readText(page, node);
  reader.read(text, 0, text.length, false);
}

/** The normal form of a text node: HTML white space collapsed and trimmed. It is what the text hash is of. */
export function readNormalText(page: Page, node: number): string {
  return normalForm(readText(page, node));
}

/** HTML's white space: tab, line feed, form feed, carriage return, space. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit <= 0x0d && unit >= 0x09 && unit !== 0x0b);
}

export function normalForm(text: string): string {
  const collapsed = collapseSpaces(text);
  // A pattern would look at each letter for a start or an end.
  return collapsed[0] === ' ' || collapsed.at(-1) === ' ' ? collapsed.replace(/^ | $/g, '') : collapsed;
}

/** HTML white space of any length and kind becomes one space. Most texts have only such, which are passed over. */
export function collapseSpaces(text: string): string {
  if (!/[\t\n\f\r]| {2}/.test(text)) return text;
  return text.replace(/ *[\t\n\f\r][\t\n\f\r ]*| {2,}/g, ' ');
}

/** The content of a raw text element (script, style …), which is no text of the page. */
export function readRawContent(page: Page, node: number): string {
  return readRanges(page as FullPage, (page as FullPage).rawContent, node);
}

/** The value of an attribute in the raw content of an element; `tag` begins behind the name of the element it is of. */
export function readRawAttribute(page: Page, tag: string, name: string): string | undefined {
  const pattern = new RegExp(`^[^>]*?\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  const [, double, single, bare] = pattern.exec(tag) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : (page as FullPage).references.inValue(value);
}

/** The white space before a node inside `pre`, as it stands there. */
export function readGap(page: Page, node: number): string {
  return readRanges(page as FullPage, (page as FullPage).preformattedGaps, node);
}

/** The ranges of one node, joined. */
function readRanges({ source }: FullPage, ranges: NodeRanges, node: number): string {
  let text = '';
  for (let row = firstRow(ranges, node); ranges.node[row] === node; row++) {
    text += source.slice(ranges.start[row]!, ranges.end[row]!);
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

/** The page as text in UTF-8, if there is a faster way than to walk over it. */
export function layOutText(page: Page, layout: TextLayout): Uint8Array | undefined {
  return heldPage(page)?.layOutText(layout);
}

/**
 * All neighbours of which the second may begin a word by these rules, some that do not among them: (before, after) pairs.
 * To be used at once. Undefined where there is no faster way than to go over the page.
 */
export function findTouching(page: Page, rules: TouchRules): Int32Array | undefined {
  return heldPage(page)?.findTouching(rules);
}

/**
 * The first units of its content, as `metadata` reads them, if there is a faster way than to go over the texts. `template`: 1
 * for what is no content.
 */
export function readSample(
  page: Page,
  template: Uint8Array,
  tables: SampleTables,
  units: number,
): CountedSample | undefined {
  return heldPage(page)?.readSample(template, tables, units);
}

/** What `tellingElements` of `metadata` would find, if whoever has parsed the page has noted it on the way. */
export function notedElements(page: Page): Int32Array | undefined {
  return (page as FullPage).telling;
}

/** Whoever has parsed the page, if it still has it. */
export function heldPage(page: Page): HeldPage | undefined {
  return (page as FullPage).held?.(page);
}

// Attributes

/** Value of an attribute, or undefined if the element does not have it. */
export function readAttribute(page: Page, node: number, name: string): string | undefined {
  const row = attributeRow(page, node, page.attributeNames.find(name));
  return row === -1 ? undefined : readValue(page, row);
}

/** All attributes of an element as [name, value], in source order. */
export function readAttributes(page: Page, node: number): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let row = firstAttribute(page, node); row < attributesEnd(page, node); row++) {
    pairs.push([page.attributeNames.name(attributeName(page, row)), readValue(page, row)]);
  }
  return pairs;
}

/** The row of an element's attribute, by the number of its name; −1 if it has none. */
export function attributeRow(page: Page, node: number, name: number): number {
  if (page.tag[node] === TEXT) return -1;
  const { start, end, attributes } = page as FullPage;
  for (let row = start[node]!; row < end[node]!; row++) if (attributes.name[row] === name) return row;
  return -1;
}

/** Does any element of the page have it? By the number of its name. */
export function hasAttribute(page: Page, name: number): boolean {
  return name !== -1 && (page as FullPage).attributes.name.includes(name);
}

/** The attributes of an element are rows of the page, from this one to `attributesEnd`; a text has none. */
export function firstAttribute(page: Page, node: number): number {
  return page.tag[node] === TEXT ? 0 : (page as FullPage).start[node]!;
}

/** The row behind the last attribute. */
export function attributesEnd(page: Page, node: number): number {
  return page.tag[node] === TEXT ? 0 : (page as FullPage).end[node]!;
}

/** How many rows of attributes the page has. */
export function countAttributes(page: Page): number {
  return (page as FullPage).attributes.name.length;
}

/** The name in a row, as its number in `attributeNames`. */
export function attributeName(page: Page, row: number): number {
  return (page as FullPage).attributes.name[row]!;
}

/** The value in a row. */
export function readValue(page: Page, row: number): string {
  const { source, attributes, references } = page as FullPage;
  const raw = source.slice(attributes.start[row]!, attributes.end[row]!);
  return raw.includes('&') ? references.inValue(raw) : raw;
}

/** Values of one word that were met before, by a hash of how they were written. */
const keywords: ({ readonly written: string; readonly word: string } | undefined)[] = [];
const KEYWORD_MASK = 1023;

/** The value in a row, trimmed and in lower case: for values that are the same few words on all pages. */
export function readKeyword(page: Page, row: number): string {
  const { source, attributes } = page as FullPage;
  const start = attributes.start[row]!;
  const length = attributes.end[row]! - start;
  let hash = length;
  for (let i = 0; i < length; i++) hash = (Math.imul(hash, 31) + source.charCodeAt(start + i)) | 0;
  const slot = (hash ^ (hash >>> 10)) & KEYWORD_MASK;
  const known = keywords[slot];
  if (known?.written.length === length && isWrittenAt(source, start, known.written)) return known.word;
  const word = readValue(page, row).trim().toLowerCase();
  const written = source.slice(start, start + length);
  // Of bytes, what is not ASCII has another length.
  if (length <= MAX_KEYWORD && isWrittenAt(source, start, written)) keywords[slot] = { written, word };
  return word;
}

const MAX_KEYWORD = 64;

function isWrittenAt(source: SourceText, start: number, written: string): boolean {
  for (let i = 0; i < written.length; i++) {
    const unit = written.charCodeAt(i);
    if (unit >= 0x80 || source.charCodeAt(start + i) !== unit) return false;
  }
  return true;
}

/** What a value begins with, as the author wrote it: a unit of ASCII, 0 for an empty one, and 128 or more for others. */
export function firstUnit(page: Page, row: number): number {
  const { source, attributes } = page as FullPage;
  return attributes.start[row] === attributes.end[row] ? 0 : source.charCodeAt(attributes.start[row]!);
}

/** Something that goes through a part of a text, such as a hash. */
interface RangeReader {
  read(text: string, start: number, end: number): void;
}

/** Lets a reader go through the value in a row as the author wrote it. */
export function scanValue(page: Page, row: number, reader: RangeReader): void {
  const { source, attributes } = page as FullPage;
  const [start, end] = [attributes.start[row]!, attributes.end[row]!];
  if (typeof source === 'string') reader.read(source, start, end);
  else {
    const raw = source.slice(start, end);
    reader.read(raw, 0, raw.length);
  }
}

// Sizes

/** The size of the page's source as UTF-8. */
export function sourceBytes(page: Page): number {
  const { sizeBytes, length } = (page as FullPage).source;
  if (sizeBytes !== undefined) return sizeBytes;
  const source = (page as FullPage).source.slice(0, length);
  // Without encoding it; each half of a surrogate pair is half of four bytes.
  let bytes = source.length;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit >= 0x80) bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return bytes;
}

/** The size of the table: its columns of nodes and of attributes. */
export function tableBytes(page: Page): number {
  return [...Object.values(page), ...Object.values((page as FullPage).attributes)]
    .filter((column) => ArrayBuffer.isView(column))
    .reduce((sum, { byteLength }) => sum + byteLength, 0);
}

// The walk

export interface Visitor {
  /** Called in document order; false leaves the subtree out, and then `leave` is not called for this node. */
  enter(node: number): boolean;
  /** Called for every entered element, after its subtree. Text nodes are not left. */
  leave(node: number): void;
}

/** Depth-first, without recursion and without a stack: the parent column is the stack. */
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
