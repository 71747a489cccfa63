/**
 * What the method looks at, and nothing else: a page as the row of its segments, each with a few facts. It is small
 * enough to be kept where a page is not, so that a verdict can be made again long after the page is gone.
 *
 * It depends on the page and on the key of its hashes alone. What is new on the page, and where its main region is,
 * only the memory of the site can tell (`evidence.ts`).
 */

import { splitBlocks } from '../../page/blocks.ts';
import { hasherFor, pathStepHigh, pathStepLow, TextScan } from '../../page/hash.ts';
import { Attribute, Tag, tagSet } from '../../page/names.ts';
import {
  attributeName,
  attributesEnd,
  firstAttribute,
  type Page,
  readText,
  readValue,
} from '../../page/page.ts';

/** Of a segment. */
export const SegmentFlag = {
  /** Inside an `a`. */
  link: 1,
  /** Inside an `a` that leads to a place of the same page. */
  withinPage: 2,
  /** The first of its block. */
  blockStart: 4,
  /** The first of its line: a block border or a `br` stands before it. */
  lineStart: 8,
  /** The first of its link. */
  linkStart: 16,
  /** It has a letter or a digit. */
  word: 32,
} as const;

/** What elements around a segment say of it; of those inside others all count. */
export const Mark = {
  nav: 1,
  aside: 2,
  header: 4,
  footer: 8,
  main: 16,
  article: 32,
  /** By the attribute `hidden` or `aria-hidden`, in its `style`, or a dialog. */
  hidden: 64,
  itemprop: 128,
  heading: 256,
  title: 512,
  item: 1024,
  cell: 2048,
  preformatted: 4096,
  control: 8192,
  form: 16_384,
  time: 32_768,
  figure: 65_536,
  paragraph: 131_072,
} as const;

/** Columns of as many entries as the page has segments, unless they say otherwise. */
export interface Outline {
  readonly count: number;
  /** Tag path and text, as 48 bits. */
  readonly hashes: Float64Array;
  readonly chars: Uint32Array;
  /**
   * Depth of the lowest element that holds the segment and the one before it. Between them these depths tell the tree
   * of the page as far as text is concerned: elements that hold the same segments are one.
   */
  readonly joint: Uint16Array;
  readonly flags: Uint8Array;
  /**
   * Of the first segment of a long line: its letters alone and the path of its block, as 48 bits; else 0. Counters, signs
   * that nobody sees, split words and tags inside do not make it another line.
   */
  readonly letters: Float64Array;
  /** Where the segment stands: a row of `places`. */
  readonly place: Uint16Array;
  /** That lowest element: a row of `places`. */
  readonly jointPlace: Uint16Array;
  readonly places: Places;
}

/** Elements with the same classes on their last three steps, and the same marks, are one place. */
export interface Places {
  /** The last three steps with their classes, as 48 bits. */
  readonly paths: Float64Array;
  readonly marks: Uint32Array;
}

const noPlaces: Places = { paths: new Float64Array(), marks: new Uint32Array() };

export function createOutline(count: number, places: Places): Outline {
  return {
    count,
    hashes: new Float64Array(count),
    chars: new Uint32Array(count),
    joint: new Uint16Array(count),
    flags: new Uint8Array(count),
    letters: new Float64Array(count),
    place: new Uint16Array(count),
    jointPlace: new Uint16Array(count),
    places,
  };
}

export function outlineOf(page: Page): Outline {
  const rows = new PlaceRows(elementsOf(page));
  const outline = createOutline(page.segments.length, noPlaces);
  identify(page, outline, rows);
  markBlocks(page, outline);
  markLines(page, outline);
  markLinks(page, outline);
  return { ...outline, places: rows.take() };
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function identify(page: Page, outline: Outline, rows: PlaceRows): void {
  const { segments, parent, depth, pathHashHigh, pathHashLow, textHashHigh, textHashLow } = page;
  const { hashes, chars, joint, flags, place, jointPlace } = outline;
  let previous = 0;
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    const high = pathStepHigh(pathHashHigh[node]!, textHashHigh[node]!);
    hashes[i] = wideHash(high, pathStepLow(pathHashLow[node]!, textHashLow[node]!, high));
    chars[i] = page.chars[node]!;
    // Long texts have words; only short ones may be a bar or an arrow.
    if (chars[i]! > LONGEST_MARK || letterOrDigit.test(readText(page, node))) flags[i]! |= SegmentFlag.word;
    // Nodes are numbered in document order, so what began before the previous segment and is still open holds both.
    let above = parent[node]!;
    place[i] = rows.of(above);
    while (above > previous) above = parent[above]!;
    joint[i] = depth[above]!;
    jointPlace[i] = rows.of(above);
    previous = node;
  }
}

/** Longer texts of nothing but signs are so rare that they may count as words. */
const LONGEST_MARK = 3;

/** 48 of 64 bits: as much as a number holds with room to spare, so that no site has two segments of one hash. */
function wideHash(high: number, low: number): number {
  return (high & 0xffff) * 2 ** 32 + low;
}

function markBlocks(page: Page, { flags }: Outline): void {
  const { count, start } = splitBlocks(page);
  for (let block = 0; block < count; block++) flags[start[block]!]! |= SegmentFlag.blockStart;
}

/** What the standard displays as a block, a list item or a part of a table; and `br`. */
// biome-ignore format: a list of words
const lineBorders = tagSet(
  'address', 'article', 'aside', 'blockquote', 'body', 'br', 'caption', 'center', 'dd', 'details', 'dialog', 'dir',
  'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'header', 'hgroup', 'hr', 'html', 'legend', 'li', 'listing', 'main', 'menu', 'nav', 'ol', 'p', 'plaintext', 'pre',
  'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'xmp',
);

function markLines(page: Page, { flags, letters }: Outline): void {
  const { count, start } = splitBlocks(page, lineBorders);
  for (let line = 0; line < count; line++) {
    const from = start[line]!;
    flags[from]! |= SegmentFlag.lineStart;
    letters[from] = hashLetters(page, from, start[line + 1]!);
  }
}

/** A shorter line may be the same on many pages but for its number, and be content on all of them. */
const LEAST_LETTERS = 20;
/** Longer ones are prose, and take most of the time. */
const MOST_CHARS = 300;

/** Of the segments of a line; 0 for a short one, and for one of a paragraph's length. */
function hashLetters(page: Page, from: number, to: number): number {
  let chars = 0;
  for (let i = from; i < to; i++) chars += page.chars[page.segments[i]!]!;
  if (chars < LEAST_LETTERS || chars > MOST_CHARS) return 0;
  let block = page.parent[page.segments[from]!]!;
  while (block > 0 && lineBorders[page.tag[block]!] === 0) block = page.parent[block]!;
  let high = pathStepHigh(page.pathHashHigh[block]!, page.hashKey[0]);
  let low = pathStepLow(page.pathHashLow[block]!, page.hashKey[1], high);
  let count = 0;
  for (let i = from; i < to; i++) {
    const text = readText(page, page.segments[i]!);
    for (let at = 0; at < text.length; at++) {
      const letter = letterOf(text.charCodeAt(at));
      if (letter === 0) continue;
      count++;
      high = (Math.imul(high, 31) + letter) | 0;
      low = Math.imul(low ^ letter, 0x9e3779b1);
      low ^= low >>> 15;
    }
  }
  return count < LEAST_LETTERS ? 0 : wideHash(high ^ (high >>> 16), low >>> 0);
}

/** Letters of ASCII in lower case; 0 for what is none. */
const asciiLetters: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower : 0;
});

/** A letter of any script; 0 for what is none, as far as code units tell. */
function letterOf(unit: number): number {
  if (unit < 0x80) return asciiLetters[unit]!;
  const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3040);
  return isSign || unit >= 0xfe00 ? 0 : unit;
}

function markLinks(page: Page, { flags }: Outline): void {
  const { segments, tag, subtreeEnd } = page;
  let node = 0;
  let end = 0;
  let mark = 0;
  let start = 0;
  for (let i = 0; i < segments.length; i++) {
    for (const segment = segments[i]!; node < segment; node++) {
      // Scripts and misnested tables put links into links; the outer one lasts longer.
      if (tag[node] !== Tag.a || node < end) continue;
      end = subtreeEnd[node]!;
      mark = SegmentFlag.link | (leadsWithinPage(page, node) ? SegmentFlag.withinPage : 0);
      start = SegmentFlag.linkStart;
    }
    if (node >= end) continue;
    flags[i]! |= mark | start;
    start = 0;
  }
}

function leadsWithinPage(page: Page, link: number): boolean {
  for (let row = firstAttribute(page, link); row < attributesEnd(page, link); row++)
    if (attributeName(page, row) === Attribute.href) return readValue(page, row).trimStart().startsWith('#');
  return false;
}

// Where segments stand: the last steps to them, and what the elements around them say.

/** By node. */
interface Elements {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly marks: Uint32Array;
}

const markByTag = new Map<number, number>([
  [Tag.nav, Mark.nav],
  [Tag.aside, Mark.aside],
  [Tag.header, Mark.header],
  [Tag.footer, Mark.footer],
  [Tag.main, Mark.main],
  [Tag.article, Mark.article],
  [Tag.dialog, Mark.hidden],
  [Tag.h1, Mark.heading | Mark.title],
  ...[Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6].map((tag) => [tag, Mark.heading] as const),
  ...[Tag.li, Tag.dt, Tag.dd].map((tag) => [tag, Mark.item] as const),
  ...[Tag.td, Tag.th].map((tag) => [tag, Mark.cell] as const),
  [Tag.pre, Mark.preformatted],
  ...[Tag.button, Tag.label, Tag.legend].map((tag) => [tag, Mark.control] as const),
  [Tag.form, Mark.form],
  [Tag.time, Mark.time],
  [Tag.figure, Mark.figure],
  ...[Tag.p, Tag.blockquote].map((tag) => [tag, Mark.paragraph] as const),
]);

/** The same by number of the tag, for the loop over all nodes. */
const markOfTag: Uint32Array = new Uint32Array(2 ** 16);
for (const [tag, mark] of markByTag) markOfTag[tag] = mark;

/** Landmarks of WAI-ARIA that are no element, and what is on no page until it is asked for. */
const markOfRole: Readonly<Record<string, number>> = {
  navigation: Mark.nav,
  menu: Mark.nav,
  menubar: Mark.nav,
  menuitem: Mark.nav,
  tablist: Mark.nav,
  complementary: Mark.aside,
  banner: Mark.header,
  contentinfo: Mark.footer,
  main: Mark.main,
  article: Mark.article,
  search: Mark.form,
  button: Mark.control,
  dialog: Mark.hidden,
  alertdialog: Mark.hidden,
  tooltip: Mark.hidden,
};

const invisible = /display\s*:\s*none|visibility\s*:\s*hidden/i;

function markOfAttribute(page: Page, row: number): number {
  switch (attributeName(page, row)) {
    case Attribute.role:
      return markOfRole[readValue(page, row).trim()] ?? 0;
    case Attribute.hidden:
      return Mark.hidden;
    case Attribute['aria-hidden']:
      return readValue(page, row) === 'true' ? Mark.hidden : 0;
    case Attribute.style:
      return invisible.test(readValue(page, row)) ? Mark.hidden : 0;
    case Attribute.itemprop:
      return Mark.itemprop;
    default:
      return 0;
  }
}

/** Of those that hold text; a third of a page's elements or so. */
function elementsOf(page: Page): Elements {
  const { nodeCount, tag, parent, classList } = page;
  const tagHashes = hasherFor(page.hashKey).tagHashes(page.tags);
  const classHashes = new ClassHashes(page);
  const holdsText = textHolders(page);
  const stepHigh = new Uint32Array(nodeCount);
  const stepLow = new Uint32Array(nodeCount);
  const high = new Uint32Array(nodeCount);
  const low = new Uint32Array(nodeCount);
  const marks = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (holdsText[node] === 0) continue;
    const up = parent[node]!;
    const list = classHashes.of(classList[node]!);
    let nodeHigh = pathStepHigh(tagHashes.high[tag[node]!]!, classHashes.high[list]!);
    let nodeLow = pathStepLow(tagHashes.low[tag[node]!]!, classHashes.low[list]!, nodeHigh);
    stepHigh[node] = nodeHigh;
    stepLow[node] = nodeLow;
    for (let above = up, steps = 1; above >= 0 && steps < PLACE_STEPS; above = parent[above]!, steps++) {
      nodeHigh = pathStepHigh(nodeHigh, stepHigh[above]!);
      nodeLow = pathStepLow(nodeLow, stepLow[above]!, nodeHigh);
    }
    high[node] = nodeHigh;
    low[node] = nodeLow;
    let mark = (up < 0 ? 0 : marks[up]!) | markOfTag[tag[node]!]!;
    const end = attributesEnd(page, node);
    for (let row = firstAttribute(page, node); row < end; row++) mark |= markOfAttribute(page, row);
    marks[node] = mark;
  }
  return { high, low, marks };
}

function textHolders({ nodeCount, segments, parent }: Page): Uint8Array {
  const holds = new Uint8Array(nodeCount);
  for (let i = 0; i < segments.length; i++)
    for (let node = parent[segments[i]!]!; node >= 0 && holds[node] === 0; node = parent[node]!)
      holds[node] = 1;
  return holds;
}

/** Fewer mix what stands apart, more know an article with a class of its own on no other page. */
const PLACE_STEPS = 3;

/** By row of `classLists`. Numbers in class names are those of the page, of a column, of a post: they count as one. */
class ClassHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly #isHashed: Uint8Array;
  readonly #lists: Page['classLists'];
  readonly #scan: TextScan;

  constructor({ classLists, hashKey }: Page) {
    this.high = new Uint32Array(classLists.length);
    this.low = new Uint32Array(classLists.length);
    this.#isHashed = new Uint8Array(classLists.length);
    this.#lists = classLists;
    this.#scan = new TextScan(hashKey);
  }

  /** The row, when its hash is there. */
  of(row: number): number {
    if (this.#isHashed[row] === 1) return row;
    this.#isHashed[row] = 1;
    const list = this.#lists[row]!;
    if (list.length === 0) return row;
    const classes = list.join(' ').replace(/[0-9]+/g, '0');
    this.#scan.scan(classes, 0, classes.length, false);
    this.high[row] = this.#scan.hashHigh;
    this.low[row] = this.#scan.hashLow;
    return row;
  }
}

/** A page of that many places has no design. */
const MOST_PLACES = 2 ** 16 - 1;

/** The places of a page, in the order in which they are met. */
class PlaceRows {
  readonly #elements: Elements;
  readonly #rowOfNode: Int32Array;
  readonly #rowByKey = new Map<number, number>();
  readonly #paths: number[] = [];
  readonly #marks: number[] = [];

  constructor(elements: Elements) {
    this.#elements = elements;
    this.#rowOfNode = new Int32Array(elements.marks.length).fill(-1);
  }

  take(): Places {
    return { paths: Float64Array.from(this.#paths), marks: Uint32Array.from(this.#marks) };
  }

  of(node: number): number {
    const known = this.#rowOfNode[node]!;
    if (known >= 0) return known;
    const { high, low, marks } = this.#elements;
    const path = wideHash(high[node]!, low[node]!);
    // Marks have 18 bits: together with the lower half of the path they tell places of a page apart.
    const key = marks[node]! * 2 ** 32 + low[node]!;
    let row = this.#rowByKey.get(key);
    if (row === undefined) {
      row = Math.min(this.#paths.length, MOST_PLACES - 1);
      this.#paths[row] = path;
      this.#marks[row] = marks[node]!;
      this.#rowByKey.set(key, row);
    }
    this.#rowOfNode[node] = row;
    return row;
  }
}
