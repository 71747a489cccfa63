import { Attribute, Tag, tagSet } from '../page/names.ts';
import {
  attributeRow,
  firstUnitOfText,
  lastUnitOfText,
  NodeFlag,
  type Page,
  readText,
  readValue,
  TEXT,
} from '../page/page.ts';

/** How elements lay out text, as far as text and Markdown show it: breaks, list markers and tables of data. */

// Breaks: how strongly an element breaks the flow of text around it

/** A blank line before and after. */
// biome-ignore format: a list of words
export const paragraphTags: Uint8Array = tagSet(
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'pre', 'listing', 'xmp', 'plaintext', 'hr', 'blockquote',
  'table', 'figure', 'dl', 'fieldset', 'details', 'dialog', 'center', 'marquee', 'section', 'article', 'main',
  'aside', 'header', 'footer', 'nav', 'search',
);

/** A line of its own. */
// biome-ignore format: a list of words
export const lineTags: Uint8Array = tagSet(
  'html', 'body', 'div', 'address', 'form', 'caption', 'legend', 'figcaption', 'summary', 'tr', 'dt', 'tbody',
  'thead', 'tfoot',
);

/**
 * Things in the line that no text stands for: words on both sides of one are two words. So they are beside a `style`:
 * nobody writes one inside a word, and frameworks write one before the first component that needs it.
 */
// biome-ignore format: a list of words
export const replacedTags: Uint8Array = tagSet(
  'img', 'picture', 'svg', 'canvas', 'video', 'audio', 'iframe', 'embed', 'input', 'select', 'textarea',
  'progress', 'meter', 'button', 'style',
);

// Words that touch

/** Elements in the line that designers make boxes of. */
// biome-ignore format: a list of words
export const boxTags: Uint8Array = tagSet('a', 'span', 'label', 'time', 'strong', 'b', 'em', 'i', 'small', 'ins', 'del', 'mark', 'font');
/** In them a text runs: what changes its colour there in the middle of a word has a class too. */
const proseTags = tagSet('p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'b', 'em', 'i');
const codeTags = tagSet('code', 'kbd', 'samp', 'tt');
/** Between a box's edge and its text are not more nodes. Boxes in boxes look at the same ones. */
export const MAX_EMPTY_NODES = 16;

/**
 * 1 for nodes before which a word ends, though no white space stands there: readers see two boxes, which the page keeps
 * apart by style. Undefined where there is none. `<b>W</b>ord` stays one word. `omitted`: texts that are left out, where
 * words on both sides of one are two words in any case: nobody looks at these.
 */
export function findParted(page: Page, omitted?: Uint8Array): Uint8Array | undefined {
  const { flags, nodeCount, parent, subtreeEnd, tag } = page;
  let parted: Uint8Array | undefined;
  const look = (before: number, after: number): void => {
    if (!isBorder(page, before, after, omitted)) return;
    parted ??= new Uint8Array(nodeCount);
    parted[after] = 1;
  };
  for (let box = 1; box < nodeCount; box++) {
    if (boxTags[tag[box]!] !== 1) continue;
    const above = parent[box]!;
    let before = box - 1;
    if (before !== above && (flags[box]! & (NodeFlag.spaceBefore | NodeFlag.hidden)) === 0) {
      while (parent[before] !== above) before = parent[before]!;
      if (tag[before] === TEXT || boxTags[tag[before]!] === 1) look(before, box);
    }
    const after = subtreeEnd[box]!;
    if (tag[after] === TEXT && parent[after] === above && (flags[after]! & NodeFlag.spaceBefore) === 0)
      look(box, after);
  }
  return parted;
}

/** Do two neighbours touch with words that are two? One of them may be a text. */
export function isBorder(
  page: Page,
  before: number,
  after: number,
  omitted: Uint8Array | undefined,
): boolean {
  const { chars, flags, subtreeEnd, tag } = page;
  let last = subtreeEnd[before]! - 1;
  const lowest = Math.max(before, last - MAX_EMPTY_NODES);
  while (last > lowest && chars[last] === 0) last--;
  let first = after;
  const highest = Math.min(subtreeEnd[after]! - 1, first + MAX_EMPTY_NODES);
  while (first < highest && chars[first] === 0) first++;
  // Beside a text that is left out a word ends in any case.
  const counts = (text: number): boolean =>
    chars[text]! > 0 && (omitted?.[text] !== 1 || (flags[text]! & NodeFlag.hidden) !== 0);
  if (!counts(last) || !counts(first) || (flags[after]! & NodeFlag.preformatted) !== 0) return false;
  // Between most there is white space or a sign, and no string is made of them. `&` may be that of a letter.
  const unit = firstUnitOfText(page, first);
  if (lastUnitOfText(page, last) < 0x30 || (unit < 0x30 && unit !== 0x26)) return false;
  const areBoxes = tag[before] !== TEXT && tag[after] !== TEXT;
  const isLabelled = tag[before] === Tag.label || tag[after] === Tag.label;
  // Asked before strings are made: scripts without spaces have such borders in every sentence with a link.
  if (!areBoxes && !isLabelled && !areLaidOut(page, before, after)) return false;
  const border = `${readText(page, last).slice(-3)}|${readText(page, first).slice(0, 2)}`;
  return (
    /[\p{L}\p{N}]\|[\p{L}\p{N}]/u.test(border) &&
    !isInCode(page, after) &&
    (isLabelled ||
      (isLink(page, before) && isLink(page, after)) ||
      // No word has such a border in it: "newHome", "Price12".
      (areBoxes && /(?:\p{L}\p{Ll}|\p{N})\|\p{Lu}\p{L}|\p{L}{3}\|\p{N}/u.test(border)) ||
      // Letters that move have boxes of their own.
      (/[\p{L}\p{N}.,][\p{L}\p{N}]\|[\p{L}\p{N}]{2}/u.test(border) &&
        ((areBoxes && haveClasses(page, before, after)) || areLaidOut(page, before, after))))
  );
}

/** Does a style make a box of one, or of all that is beside them? */
function areLaidOut(page: Page, before: number, after: number): boolean {
  return (
    displayOf(page, before) !== undefined ||
    displayOf(page, after) !== undefined ||
    displayOf(page, page.parent[after]!)?.[1] !== undefined
  );
}

/** A class tells of a box where no text runs; editors of sites cut the words of a link with it. */
function haveClasses(page: Page, before: number, after: number): boolean {
  const above = page.tag[page.parent[after]!]!;
  const one = attributeOf(page, before, 'class');
  const other = attributeOf(page, after, 'class');
  return proseTags[above] !== 1 && (one !== other || (one !== '' && above !== Tag.a));
}

/** Is it one, or nothing but one? */
function isLink({ subtreeEnd, tag }: Page, node: number): boolean {
  return tag[node] === Tag.a || (tag[node + 1] === Tag.a && subtreeEnd[node + 1] === subtreeEnd[node]);
}

/** What makes a box: a style, or a class of Bootstrap or Tailwind; [1]: one that makes boxes of what is in it. */
export const boxStyle: RegExp = /display\s*:\s*(?:inline-)?(?:(flex|grid)|block|table)/;
export const boxClass: RegExp = /(?:^|\s)(?:d-)?(?:inline-)?(?:(flex|grid)|block)(?:\s|$)/;

function displayOf(page: Page, node: number): readonly (string | undefined)[] | undefined {
  return (
    boxStyle.exec(attributeOf(page, node, 'style')) ??
    boxClass.exec(attributeOf(page, node, 'class')) ??
    undefined
  );
}

function attributeOf(page: Page, node: number, name: 'class' | 'style'): string {
  const row = page.tag[node] === TEXT ? -1 : attributeRow(page, node, Attribute[name]);
  return row === -1 ? '' : readValue(page, row);
}

function isInCode({ parent, tag }: Page, element: number): boolean {
  for (let above = element; above > 0; above = parent[above]!) if (codeTags[tag[above]!] === 1) return true;
  return false;
}

// Headings

const headings = [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6];

/** 1 to 6, or 0 for what is no heading. */
export function headingLevel(tag: number): number {
  return headings.indexOf(tag) + 1;
}

/** White space counts in them, though they are not `pre`. */
export const literalTags: Uint8Array = tagSet('xmp', 'plaintext');

// Lists

export const listTags: Uint8Array = tagSet('ul', 'ol', 'menu', 'dir');

/** CommonMark takes numbers of up to nine digits. */
const MAX_NUMBER = 999_999_999;

/** Of a list: the next number, or why its items have none. The core knows them too. */
const Numbers = { none: -1, residue: -2 } as const;

/** Deeper lists are not looked into: each level looks at all below it. */
export const MAX_LOOK_DEPTH = 4;

/** The markers of list items, followed along a walk: one entry per open list. */
export class ListMarkers {
  readonly #page: Page;
  readonly #omitted: Uint8Array | undefined;
  readonly #next: number[] = [];
  /** Of each open list, whether an item was written. */
  readonly #isBegun: boolean[] = [];

  constructor(page: Page, omitted: Uint8Array | undefined) {
    this.#page = page;
    this.#omitted = omitted;
  }

  get depth(): number {
    return this.#next.length;
  }

  /** Has an item of the list been written? */
  get isBegun(): boolean {
    return this.#isBegun.at(-1) === true;
  }

  itemWritten(): void {
    if (this.#isBegun.length > 0) this.#isBegun[this.#isBegun.length - 1] = true;
  }

  enterList(node: number): void {
    this.#isBegun.push(false);
    this.#next.push(firstNumber(this.#page, node, { omitted: this.#omitted, depth: this.depth }));
  }

  leaveList(): void {
    this.#isBegun.pop();
    this.#next.pop();
  }

  /**
   * The marker of the next item; items outside of any list count as bulleted, and so do those of a list that has lost
   * its first ones. Empty where one item is left of a list with numbers: the last step of a breadcrumb is no "3.".
   */
  nextMarker(item: number): string {
    const next = this.#next.at(-1) ?? Numbers.none;
    if (next === Numbers.none) return '- ';
    if (next === Numbers.residue) return '';
    const number = writtenNumber(this.#page, item, 'value') ?? next;
    this.#next[this.#next.length - 1] = number + 1;
    return `${number}. `;
  }
}

/** `depth`: how many lists are open around it. */
export interface ListPlace {
  readonly omitted: Uint8Array | undefined;
  readonly depth: number;
}

/** Of a list: the number of its first item, or one of `Numbers`. */
export function firstNumber(page: Page, list: number, place: ListPlace): number {
  if (page.tag[list] !== Tag.ol) return Numbers.none;
  return whatIsLeft(page, list, place) ?? writtenNumber(page, list, 'start') ?? 1;
}

/** The number that an attribute gives to a list or an item. */
export function writtenNumber(page: Page, node: number, attribute: 'start' | 'value'): number | undefined {
  const row = attributeRow(page, node, Attribute[attribute]);
  const number = row === -1 ? -1 : Number.parseInt(readValue(page, row), 10);
  return number >= 0 && number < MAX_NUMBER ? number : undefined;
}

/** Of a list that has lost items: one of `Numbers`, if their numbers mean nothing without these. */
function whatIsLeft(page: Page, list: number, { omitted, depth }: ListPlace): number | undefined {
  if (omitted === undefined || depth >= MAX_LOOK_DEPTH) return undefined;
  const { subtreeEnd } = page;
  let kept = 0;
  let lost = 0;
  let isHeadless = false;
  for (let item = list + 1; item < subtreeEnd[list]! && kept < 2; item = subtreeEnd[item]!) {
    const written = writtenIn(page, item, omitted);
    if (written === true) kept++;
    else if (written === false) lost++;
    if (kept === 0 && lost > 0) isHeadless = true;
  }
  if (kept === 1 && lost > 0) return Numbers.residue;
  return isHeadless ? Numbers.none : undefined;
}

/** Undefined for an element without text. */
function writtenIn({ chars, subtreeEnd }: Page, element: number, omitted: Uint8Array): boolean | undefined {
  let hasText = false;
  for (let node = element; node < subtreeEnd[element]!; node++) {
    if (chars[node] === 0) continue;
    if (omitted[node] === 0) return true;
    hasText = true;
  }
  return hasText ? false : undefined;
}

/**
 * Definition lists in which nothing is defined: of their terms, at most other such lists are said. Tables of contents
 * are written so. Undefined where there is none.
 */
export function findTermLists(
  { chars, nodeCount, parent, tag }: Page,
  omitted: Uint8Array | undefined,
): ReadonlySet<number> | undefined {
  const first = tag.indexOf(Tag.dl);
  if (first === -1) return undefined;
  const termLists = new Set<number>();
  /** By node: the nearest list around it, and the nearest part of one. */
  const listOf = new Int32Array(nodeCount).fill(-1);
  const partOf = new Int32Array(nodeCount);
  for (let node = first; node < nodeCount; node++) {
    const above = parent[node]!;
    const isPart = tag[node] === Tag.dd || tag[node] === Tag.dt;
    if (tag[node] === Tag.dl) termLists.add(node);
    listOf[node] = tag[node] === Tag.dl ? node : listOf[above]!;
    partOf[node] = isPart ? tag[node]! : tag[node] === Tag.dl ? 0 : partOf[above]!;
    const isWritten = (chars[node]! > 0 || tag[node] === Tag.img) && omitted?.[node] !== 1;
    if (isWritten && partOf[node] !== Tag.dt) termLists.delete(listOf[node]!);
  }
  return termLists;
}

// Tables that hold data against tables that only lay out the page. A data table has at least two columns, and cells
// that fit in a line: no table, code or heading in any of them, and lists or several blocks only under a head.

export const cellTags: Uint8Array = tagSet('td', 'th');
const partTags = tagSet('table', 'tr', 'td', 'th');
/** What does not fit in a line of a table. */
// biome-ignore format: a list of words
const bulkyTags = tagSet(
  'table', 'pre', 'listing', 'xmp', 'blockquote', 'hr', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section',
  'article', 'aside', 'nav', 'header', 'footer',
);
const listLikeTags = tagSet('ul', 'ol', 'dl', 'menu', 'dir');
const blockTags = tagSet('p', 'div', 'center', 'address', 'fieldset', 'figure');
/** Wider than this is no table for people; and a cell may claim to span any number of columns. */
const MAX_SPAN = 20;

/** What is known of a table while its cells are met. */
interface Table {
  readonly start: number;
  readonly end: number;
  isLayout: boolean;
  /** A cell has lists, or more than one block. */
  hasLongCells: boolean;
  hasHead: boolean;
  columns: number;
  rows: number;
  columnsInRow: number;
  cellEnd: number;
  blocksInCell: number;
}

/** 1 for the nodes that are a data table, or its rows or cells; undefined where there is none. */
export function findDataTables(page: Page): Uint8Array | undefined {
  const { tag, subtreeEnd, nodeCount } = page;
  let node = tag.indexOf(Tag.table);
  if (node === -1) return undefined;
  const tables: Table[] = [];
  const open: Table[] = [];
  for (; node !== -1 && node < nodeCount; node++) {
    while (open.length > 0 && open[open.length - 1]!.end <= node) open.pop();
    // Between tables there is nothing to see.
    if (open.length === 0 && tag[node] !== Tag.table) {
      node = tag.indexOf(Tag.table, node);
      if (node === -1) break;
    }
    if (tag[node] === TEXT) continue;
    if (open.length > 0) meetInTable(page, node, open[open.length - 1]!);
    if (tag[node] !== Tag.table) continue;
    const table = newTable(page, node, subtreeEnd[node]!);
    tables.push(table);
    open.push(table);
  }
  return markedParts(page, tables);
}

function markedParts(page: Page, tables: readonly Table[]): Uint8Array | undefined {
  let data: Uint8Array | undefined;
  for (const table of tables) {
    if (table.isLayout || table.columns < 2 || (table.hasLongCells && !table.hasHead)) continue;
    data ??= new Uint8Array(page.nodeCount);
    for (let part = table.start; part < table.end; part++)
      if (partTags[page.tag[part]!] === 1) data[part] = 1;
  }
  return data;
}

function newTable(page: Page, start: number, end: number): Table {
  const row = attributeRow(page, start, Attribute.role);
  const role = row === -1 ? '' : readValue(page, row);
  return {
    start,
    end,
    isLayout: /^(?:presentation|none)$/.test(role),
    hasLongCells: false,
    hasHead: false,
    columns: 0,
    rows: 0,
    columnsInRow: 0,
    cellEnd: 0,
    blocksInCell: 0,
  };
}

function meetInTable(page: Page, node: number, table: Table): void {
  const tag = page.tag[node]!;
  if (node < table.cellEnd) {
    if (bulkyTags[tag] === 1) table.isLayout = true;
    else if (listLikeTags[tag] === 1 || (blockTags[tag] === 1 && ++table.blocksInCell > 1))
      table.hasLongCells = true;
  } else if (tag === Tag.tr) {
    table.rows++;
    table.columnsInRow = 0;
  } else if (tag === Tag.thead) table.hasHead = true;
  else if (cellTags[tag] === 1) {
    table.cellEnd = page.subtreeEnd[node]!;
    table.blocksInCell = 0;
    table.columnsInRow += columnSpan(page, node);
    table.columns = Math.max(table.columns, table.columnsInRow);
    // Two names of columns in the first row.
    if (table.rows === 1 && tag === Tag.th && table.columnsInRow > 1) table.hasHead = true;
  }
}

/** Columns that a cell takes. */
export function columnSpan(page: Page, cell: number): number {
  const row = attributeRow(page, cell, Attribute.colspan);
  if (row === -1) return 1;
  const written = Number.parseInt(readValue(page, row), 10);
  return written > 1 ? Math.min(written, MAX_SPAN) : 1;
}
