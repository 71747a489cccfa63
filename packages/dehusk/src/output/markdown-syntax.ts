/** What Markdown writes for text, addresses and tables. The walk that asks for it is in `markdown.ts`. */
import { readBaseUrl } from '../page/links.ts';
import { Tag } from '../page/names.ts';
import { type Page, readAttribute } from '../page/page.ts';
import { resolveUrl } from '../page/raw-page.ts';
import { Break, type Flow } from './flow.ts';
import { columnSpan } from './layout.ts';

// Escapes, so that Markdown (CommonMark with GitHub's tables and strikethrough) reads text back as it was

/** Characters that mean something anywhere in a line; `_` only at the edge of a word, `&` only before a reference. */
const special = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu;

export function escapeMarkdown(text: string): string {
  return /[\\`*[\]<~_&]/.test(text) ? text.replace(special, '\\$&') : text;
}

/** What means something at the start of a line only. The line is complete: a text node alone would not show it. */
const lineStart = /^(?:(#{1,6}(?: |$)|[-+](?: |$)|>|[-=]+ *$)|(\d{1,9})([.)])(?= |$))/;

export function escapeLineStart(line: string): string {
  if (!lineStart.test(line)) return line;
  return line.replace(lineStart, (_, sign: string | undefined, number: string, point: string) =>
    sign === undefined ? `${number}\\${point}` : `\\${sign}`,
  );
}

/** An address between the parentheses of a link. */
export function linkTarget(url: string): string {
  if (!/[\0-\x20<>\\()]/.test(url)) return url;
  const encoded = url.replace(/[\0-\x20<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(encoded) ? `<${encoded}>` : encoded;
}

// Addresses

const usefulSchemes = /^(?:https?|ftp|mailto|tel):/;
const hasScheme = /^[^/?#]*:/;

/** Nothing in it that a browser would write otherwise: no dots to resolve, no characters to escape. */
const plainAddress =
  /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?=\/)(?!.*\/(?:\.|%2[eE]))[\w\-./?=&%#+~:;,@!$]*$/;
const plainPath = /^(?!.*\/(?:\.|%2[eE]))\/(?!\/)[\w\-./?=&%#+~:;,@!$]*$/;
const plainRelative = /^\w(?!.*\/(?:\.|%2[eE]))[\w\-./?=&%#+~;,@!$]*$/;
const plainFragment = /^#[\w\-./?=&%+~:;,@!$]+$/;
const plainOrigin = /^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?=\/)/;

export type AddressReader = (value: string | undefined) => string | undefined;

/**
 * Reads addresses as links and pictures have them; those that are no use are undefined. Absolute ones where the page's
 * own is known, unless they are to stay as they are.
 */
export function createAddressReader(page: Page, isRelative: boolean = false): AddressReader {
  const base = readBaseUrl(page);
  const join = createJoin(base);
  return (written) => {
    const value = written?.trim();
    if (value === undefined || value === '') return undefined;
    if (plainAddress.test(value)) return value;
    if (isRelative) return !hasScheme.test(value) || usefulSchemes.test(value) ? value : undefined;
    const joined = join(value);
    if (joined !== undefined) return joined;
    const url = resolveUrl(value, base)?.href;
    if (url !== undefined) return usefulSchemes.test(url) ? url : undefined;
    return hasScheme.test(value) ? undefined : value;
  };
}

/** What `URL` makes of an address on a page, where that is plain to see: it takes a tenth of all of Markdown's time. */
function createJoin(base: string = ''): (value: string) => string | undefined {
  const origin = plainOrigin.exec(base)?.[0];
  if (origin === undefined) return () => undefined;
  const isPlain = plainAddress.test(base);
  const document = base.replace(/#.*$/s, '');
  const path = document.replace(/\?.*$/s, '');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (value) => {
    if (plainPath.test(value)) return origin + value;
    if (!isPlain) return undefined;
    if (value.startsWith('#')) return plainFragment.test(value) ? document + value : undefined;
    let from = folder;
    let rest = value;
    for (; rest.startsWith('../'); rest = rest.slice(3))
      if (from.length > origin.length + 1) from = from.slice(0, from.lastIndexOf('/', from.length - 2) + 1);
    return plainRelative.test(rest) ? from + rest : undefined;
  };
}

// Tables

/** Deeper than this no cell reaches: it may claim to span any number of rows. */
const MAX_ROW_SPAN = 100;

/** A GitHub table, gathered cell by cell. Data tables do not nest, so there is one at a time. */
export class MarkdownTable {
  readonly #page: Page;
  readonly #rows: string[][] = [];
  /** By column: what a cell above still fills it with, and for how many rows. */
  readonly #spanning: ({ readonly text: string; rows: number } | undefined)[] = [];
  /** Columns with a cell that spans rows. */
  readonly #spanned = new Set<number>();
  /** A cell is not the name of a column. */
  #hasData = false;

  constructor(page: Page) {
    this.#page = page;
  }

  startRow(): void {
    this.#rows.push([]);
    this.#fillSpanned();
  }

  addCell(node: number, text: string): void {
    const cells = this.#rows.at(-1);
    if (cells === undefined) return;
    if (this.#page.tag[node] !== Tag.th && text !== '') this.#hasData = true;
    const columns = columnSpan(this.#page, node);
    const written = Number.parseInt(readAttribute(this.#page, node, 'rowspan') ?? '', 10);
    const rows = Math.min(written || 1, MAX_ROW_SPAN);
    for (let column = 0; column < columns; column++) {
      const filled = column === 0 ? text.replaceAll('|', '\\|') : '';
      if (rows > 1) {
        this.#spanning[cells.length] = { text: filled, rows: rows - 1 };
        this.#spanned.add(cells.length);
      }
      cells.push(filled);
    }
    this.#fillSpanned();
  }

  /** Cells of rows above that reach into this one say the same again: each row can be read by itself. */
  #fillSpanned(): void {
    const cells = this.#rows.at(-1)!;
    for (
      let above = this.#spanning[cells.length];
      above !== undefined && above.rows > 0;
      above = this.#spanning[cells.length]
    ) {
      above.rows--;
      cells.push(above.text);
    }
  }

  /** One picture beside all rows: the sign of a note. */
  #isIcon(column: number, cells: readonly string[]): boolean {
    const isPicture = /^!\[(?:[^\]\\]|\\.)*\]\(\S+\)$/.test(cells[0]!);
    return this.#spanned.has(column) && isPicture && cells.every((cell) => cell === cells[0]);
  }

  /**
   * The table, without empty rows and columns, and without a column of one icon. The first row is its head, because Markdown has no table without one;
   * rows before it with a single cell are its title. What has one column left, or one row without names, only laid
   * out the page, and becomes paragraphs.
   */
  writeTo(flow: Flow): void {
    const written = this.#rows.filter(hasText);
    const columns = written.reduce((most, row) => Math.max(most, row.length), 0);
    const found = written.findIndex((row) => !isTitle(row));
    const first = columns < 2 ? 0 : found === -1 ? written.length - 1 : found;
    for (const title of written.slice(0, first)) writeParagraphs(title, flow);
    let rows = written.slice(first);
    const used = Array.from({ length: columns }, (_, column) => rows.map((row) => row[column] ?? ''))
      .map((cells, column) => (hasText(cells) && !this.#isIcon(column, cells) ? column : -1))
      .filter((column) => column !== -1);
    rows = rows.map((row) => used.map((column) => row[column] ?? ''));
    if (used.length < 2 || (rows.length < 2 && this.#hasData)) {
      for (const row of rows) writeParagraphs(row, flow);
      return;
    }
    const [head, ...body] = rows;
    const lines = [rowLine(head!), rowLine(used.map(() => '---')), ...body.map(rowLine)];
    flow.break(Break.paragraph);
    flow.verbatim(lines.join('\n'));
  }
}

/** Between the blocks of a cell. */
export const CELL_BREAK = '<br>';

function hasText(cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== '');
}

function isTitle(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length === 1;
}

/** Each cell of a row that is no part of a table. */
function writeParagraphs(cells: readonly string[], flow: Flow): void {
  for (const cell of cells.filter((text) => text !== '')) {
    flow.break(Break.paragraph);
    flow.text(cell.replaceAll('\\|', '|').replaceAll(CELL_BREAK, ' '));
  }
  flow.break(Break.paragraph);
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
