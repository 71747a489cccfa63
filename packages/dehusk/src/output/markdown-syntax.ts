/** What Markdown writes for text, addresses, code and tables. The walk that asks for it is in `markdown.ts`. */
import { readBaseUrl } from '../page/links.ts';
import { Tag, tagSet } from '../page/names.ts';
import { type Page, readAttribute, readGap, readText } from '../page/page.ts';
import { resolveUrl } from '../page/raw-page.ts';
import { Break, columnSpan, type Flow, lineTags, listTags, paragraphTags } from './flow.ts';
import { isPreformatted, plainSpaces } from './text.ts';

// Escapes, so that Markdown (CommonMark with GitHub's tables and strikethrough) reads text back as it was

/** Characters that mean something anywhere in a line; `_` only at the edge of a word, `&` only before a reference. */
const special = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu;

export function escapeMarkdown(text: string): string {
  return /[\\`*[\]<~_&]/.test(text) ? text.replace(special, '\\$&') : text;
}

/** What means something at the start of a line only. The line is complete: a text node alone would not show it. */
const lineStart = /^(?:(#{1,6}(?: |$)|[-+](?: |$)|>|[-=]+ *$)|(\d{1,9})([.)])(?= |$))/;

export function escapeLineStart(line: string): string {
  return line.replace(lineStart, (_, sign: string | undefined, number: string, point: string) =>
    sign === undefined ? `${number}\\${point}` : `\\${sign}`,
  );
}

/** An address between the parentheses of a link. */
export function linkTarget(url: string): string {
  const encoded = url.replace(/[\0-\x20<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(encoded) ? `<${encoded}>` : encoded;
}

// Addresses

const usefulSchemes = /^(?:https?|ftp|mailto|tel):/;

export type AddressReader = (value: string | undefined) => string | undefined;

/** Reads absolute addresses; as they stand if nobody knows the page's own, and not at all if they are no use. */
export function createAddressReader(page: Page): AddressReader {
  const base = readBaseUrl(page);
  return (written) => {
    const value = written?.trim();
    if (value === undefined || value === '') return undefined;
    const url = resolveUrl(value, base)?.href;
    if (url !== undefined) return usefulSchemes.test(url) ? url : undefined;
    return /^[^/?#]*:/.test(value) ? undefined : value;
  };
}

// Code: its text is gathered first, because the fence depends on all of it

type CodeKind = 'span' | 'block';

const codeTags = tagSet('code', 'tt', 'kbd', 'samp');
const preTags = tagSet('pre', 'listing', 'xmp', 'plaintext');
const itemTags = tagSet('li', 'dd', 'td', 'th');
const blockSets = [paragraphTags, lineTags, listTags, itemTags];

/** What stands below an element: lines of code that a page sets in `div`, or blocks of any other kind. */
const Holds = { lines: 1, blocks: 2 } as const;

/**
 * Elements whose text is code, by node. One that was never closed, and so holds half of the page, is not taken for
 * code: a span may hold no block, and a block none but lines.
 */
export function findCode(page: Page): ReadonlyMap<number, CodeKind> {
  const holds = new Uint8Array(page.nodeCount);
  for (let node = page.nodeCount - 1; node > 0; node--) {
    holds[page.parent[node]!]! |= holds[node]! | ownBit(page.tag[node]!);
  }
  const code = new Map<number, CodeKind>();
  for (let node = 1; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    if (codeTags[tag] === 1 && holds[node] === 0) code.set(node, 'span');
    else if (preTags[tag] === 1 && (holds[node]! & Holds.blocks) === 0) code.set(node, 'block');
  }
  return code;
}

function ownBit(tag: number): number {
  if (tag === Tag.div) return Holds.lines;
  return blockSets.some((set) => set[tag] === 1) ? Holds.blocks : 0;
}

/** The text of one code element, on its way to the flow. */
export class CodeCapture {
  readonly node: number;
  readonly #page: Page;
  readonly #kind: CodeKind;
  #text = '';

  constructor(page: Page, node: number, kind: CodeKind) {
    this.#page = page;
    this.node = node;
    this.#kind = kind;
  }

  addText(node: number): void {
    this.#text += readText(this.#page, node);
  }

  /** The white space before a node. */
  addGap(node: number): void {
    const page = this.#page;
    this.#text += isPreformatted(page, page.parent[node]!) ? readGap(page, node) : ' ';
  }

  /** The start or end of an element inside. */
  addTag(tag: number): void {
    const isBreak = tag === Tag.br || lineTags[tag] === 1;
    if (isBreak && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  writeTo(flow: Flow): void {
    const text = this.#text.replace(/\r\n?/g, '\n');
    if (text.trim() === '') flow.space();
    else if (this.#kind === 'span') writeSpan(flow, plainSpaces(text));
    else {
      flow.break(Break.paragraph);
      if (flow.isInline) writeSpan(flow, plainSpaces(text));
      else flow.verbatim(fencedCode(text, codeLanguage(this.#page, this.node)));
      flow.break(Break.paragraph);
    }
  }
}

function writeSpan(flow: Flow, text: string): void {
  if (/^\s/.test(text)) flow.space();
  flow.word(codeSpan(text.replace(/[\t\n\f ]+/g, ' ').trim()));
  if (/\s$/.test(text)) flow.space();
}

/** A fence is longer than any run of backticks in it. */
function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

function fencedCode(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const run of code.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}

/** `language-x` or `lang-x` among the classes of a code block or of the `code` in it. */
function codeLanguage(page: Page, block: number): string {
  for (const node of [block, block + 1]) {
    if (node >= page.subtreeEnd[block]!) break;
    const classes = readAttribute(page, node, 'class') ?? '';
    const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(classes)?.[1];
    if (language !== undefined) return language;
  }
  return '';
}

// Tables

/** Deeper than this no cell reaches: it may claim to span any number of rows. */
const MAX_ROW_SPAN = 100;

interface Row {
  readonly cells: string[];
  isHead: boolean;
}

/** A GitHub table, gathered cell by cell. Data tables do not nest, so there is one at a time. */
export class MarkdownTable {
  readonly #page: Page;
  readonly #rows: Row[] = [];
  /** By column: what a cell above still fills it with, and for how many rows. */
  readonly #spanning: ({ readonly text: string; rows: number } | undefined)[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  startRow(): void {
    this.#rows.push({ cells: [], isHead: true });
    this.#fillSpanned();
  }

  addCell(node: number, text: string): void {
    const row = this.#rows.at(-1);
    if (row === undefined) return;
    if (this.#page.tag[node] !== Tag.th) row.isHead = false;
    const rows = Math.min(
      Number.parseInt(readAttribute(this.#page, node, 'rowspan') ?? '', 10) || 1,
      MAX_ROW_SPAN,
    );
    for (let span = columnSpan(this.#page, node); span > 0; span--) {
      const filled =
        row.cells.length === 0 || span === columnSpan(this.#page, node) ? text.replaceAll('|', '\\|') : '';
      if (rows > 1) this.#spanning[row.cells.length] = { text: filled, rows: rows - 1 };
      row.cells.push(filled);
    }
    this.#fillSpanned();
  }

  /** Cells of rows above that reach into this one say the same again: each row can be read by itself. */
  #fillSpanned(): void {
    const cells = this.#rows.at(-1)!.cells;
    for (
      let above = this.#spanning[cells.length];
      above !== undefined && above.rows > 0;
      above = this.#spanning[cells.length]
    ) {
      above.rows--;
      cells.push(above.text);
    }
  }

  /** The lines of the table; rows without any text are left out. */
  lines(): string {
    const rows = this.#rows.filter((row) => row.cells.some((cell) => cell !== ''));
    const first = rows[0];
    if (first === undefined) return '';
    const columns = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
    // A table must have a head as wide as itself; without one of its own it gets an empty one.
    const head = first.isHead ? first.cells : [];
    const body = first.isHead ? rows.slice(1) : rows;
    const lines = [
      rowLine([...head, ...Array(columns - head.length).fill('')]),
      rowLine(Array(columns).fill('---')),
    ];
    for (const row of body) lines.push(rowLine(row.cells));
    return lines.join('\n');
  }
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
