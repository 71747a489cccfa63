/** How elements lay out text, as far as text and Markdown show it: breaks, list markers and tables of data. */
import { Tag, tagSet } from '../page/names.ts';
import { type Page, readAttribute } from '../page/page.ts';

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

/** Things in the line that no text stands for: words on both sides of one are two words. */
// biome-ignore format: a list of words
export const replacedTags: Uint8Array = tagSet(
  'img', 'picture', 'svg', 'canvas', 'video', 'audio', 'iframe', 'embed', 'input', 'select', 'textarea',
  'progress', 'meter', 'button',
);

// Lists

export const listTags: Uint8Array = tagSet('ul', 'ol', 'menu', 'dir');

/** CommonMark takes numbers of up to nine digits. */
const MAX_NUMBER = 999_999_999;

/** The markers of list items, followed along a walk: one entry per open list. */
export class ListMarkers {
  readonly #page: Page;
  /** The next number of each open list; -1 for lists without numbers. */
  readonly #next: number[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get depth(): number {
    return this.#next.length;
  }

  enterList(node: number): void {
    this.#next.push(this.#page.tag[node] === Tag.ol ? this.#numberOf(node, 'start', 1) : -1);
  }

  leaveList(): void {
    this.#next.pop();
  }

  /** The marker of the next item; items outside of any list count as bulleted. */
  nextMarker(item: number): string {
    const next = this.#next.at(-1) ?? -1;
    if (next === -1) return '- ';
    const number = this.#numberOf(item, 'value', next);
    this.#next[this.#next.length - 1] = number + 1;
    return `${number}. `;
  }

  #numberOf(node: number, attribute: string, otherwise: number): number {
    const number = Number.parseInt(readAttribute(this.#page, node, attribute) ?? '', 10);
    return number >= 0 && number < MAX_NUMBER ? number : otherwise;
  }
}

// Tables that hold data against tables that only lay out the page. A data table has at least two columns, and cells
// that fit in a line: no table, list, heading or second block in any of them.

export const cellTags: Uint8Array = tagSet('td', 'th');
const partTags = tagSet('table', 'tr', 'td', 'th');
/** What does not fit in a line of a table. */
// biome-ignore format: a list of words
const bulkyTags = tagSet(
  'table', 'ul', 'ol', 'dl', 'menu', 'dir', 'pre', 'listing', 'xmp', 'blockquote', 'hr', 'form', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'section', 'article', 'aside', 'nav', 'header', 'footer',
);
const blockTags = tagSet('p', 'div', 'center', 'address', 'fieldset', 'figure');
/** Wider than this is no table for people; and a cell may claim to span any number of columns. */
const MAX_SPAN = 20;

const Kind = { data: 0, layout: 1 } as const;

/** 1 for the nodes that are a data table, or its rows or cells. */
export function findDataTables(page: Page): Uint8Array {
  const data = new Uint8Array(page.nodeCount);
  const columns = new Int32Array(page.nodeCount);
  // Of every node: its nearest table and cell, or -1.
  const tableOf = new Int32Array(page.nodeCount).fill(-1);
  const cellOf = new Int32Array(page.nodeCount).fill(-1);
  const kind = new Uint8Array(page.nodeCount);
  const blocksInCell = new Int32Array(page.nodeCount);
  const cellsInRow = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const parent = page.parent[node]!;
    const table = tableOf[parent]!;
    const cell = cellOf[parent]!;
    const inCell = cell !== -1 && cell > table;
    if (inCell && (bulkyTags[tag] === 1 || (blockTags[tag] === 1 && ++blocksInCell[cell]! > 1))) {
      kind[table] = Kind.layout;
    }
    tableOf[node] = tag === Tag.table ? node : table;
    cellOf[node] = cellTags[tag] === 1 ? node : cell;
    if (cellTags[tag] === 1 && table !== -1) {
      cellsInRow[parent]! += columnSpan(page, node);
      columns[table] = Math.max(columns[table]!, cellsInRow[parent]!);
    }
  }
  for (let node = 1; node < page.nodeCount; node++) {
    const table = tableOf[node]!;
    if (table === -1 || partTags[page.tag[node]!] === 0) continue;
    if (kind[table] === Kind.data && columns[table]! > 1) data[node] = 1;
  }
  return data;
}

/** Columns that a cell takes. */
export function columnSpan(page: Page, cell: number): number {
  const written = Number.parseInt(readAttribute(page, cell, 'colspan') ?? '', 10);
  return written > 1 ? Math.min(written, MAX_SPAN) : 1;
}
