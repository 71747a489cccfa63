import { Tag, tagSet } from '../page/names.ts';
import { type Page, readAttribute } from '../page/page.ts';

/**
 * Lines of text out of a flow of words, spaces and breaks: what text and Markdown have in common.
 *
 * Spaces, breaks, list markers and opening delimiters are held back until a word follows. So there are no trailing
 * spaces, no empty list items or emphases, breaks in a row collapse to the strongest, and a closing delimiter
 * stands right behind the last word, wherever the page has its white space.
 */

/** Strength of a break, in line feeds. */
export const Break = { line: 1, paragraph: 2 } as const;

/** Deeper containers are not indented further: on a page of 2,000 nested lists that would cost megabytes. */
const MAX_INDENT_DEPTH = 24;

interface FlowOptions {
  /** Ends a line that the author broke by `<br>`. */
  readonly hardBreak: string;
  /** Changes a finished line that began with a word. */
  readonly finishLine: (line: string) => string;
}

/** What stands where in a text: for those who cut it, and must not cut everywhere. */
interface Outline {
  readonly headings: { readonly level: number; readonly start: number; readonly end: number }[];
  /** Lines that are kept as they are, by start and end. */
  readonly verbatim: (readonly [number, number])[];
}

interface Delimiter {
  readonly open: string;
  readonly close: string;
  written: boolean;
}

interface Container {
  readonly indent: string;
  readonly marker: string | undefined;
}

export class Flow {
  readonly #options: FlowOptions;
  #output = '';
  #line = '';
  #lineLead = '';
  #lineIndent = '';
  #lineIsVerbatim = false;
  #indent = '';
  /** Takes the place of the indent in the next line, once. */
  #marker: string | undefined;
  readonly #containers: Container[] = [];
  readonly #delimiters: Delimiter[] = [];
  #break = 0;
  #isHardBreak = false;
  #space = false;
  #separator = '';
  /** White space at the start of a verbatim line, until a character follows. */
  #heldSpace = '';
  #inlineDepth = 0;
  /** The last closing delimiter, and where in the line it ends. */
  #closed = '';
  #closedAt = -1;
  /** The heading under way: 0 for none; where it begins, once it has a word. */
  #headingLevel = 0;
  #headingStart = -1;
  readonly outline: Outline = { headings: [], verbatim: [] };

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /** Text of the page: white space in it collapses. */
  text(text: string): void {
    const collapsed = text.replace(/[\t\n\f\r ]+/g, ' ');
    const from = collapsed.startsWith(' ') ? 1 : 0;
    const to = collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length;
    if (from === 1) this.space();
    if (from >= to) return;
    this.word(collapsed.slice(from, to));
    if (to < collapsed.length) this.space();
  }

  /** Something that is written as it is, in the line. */
  word(word: string): void {
    this.#startWord();
    for (const delimiter of this.#delimiters) if (!delimiter.written) this.#openDelimiter(delimiter);
    this.#line += word;
  }

  space(): void {
    this.#space = true;
  }

  /** Goes between what was written and the next word, in place of a space, and adds up. */
  separator(separator: string): void {
    this.#separator += separator;
    this.#space = false;
  }

  break(strength: number): void {
    if (this.#inlineDepth > 0) {
      this.space();
      return;
    }
    // Between a marker and the first word behind it nothing breaks.
    if (this.#marker !== undefined) return;
    // Line ends of verbatim text may have added up to more than a paragraph.
    this.#break = Math.max(Math.min(this.#break, Break.paragraph), strength);
    this.#isHardBreak = false;
    this.#heldSpace = '';
    this.#space = false;
    this.#separator = '';
  }

  /** A break that lets list items stand close together, whatever stands at the end of this one. */
  tightBreak(): void {
    this.break(Break.line);
    this.#break = Math.min(this.#break, Break.line);
  }

  /** `<br>`: the second in a row makes a paragraph. */
  lineBreak(): void {
    const isFirst = this.#break === 0;
    this.break(isFirst ? Break.line : Break.paragraph);
    this.#isHardBreak = isFirst;
  }

  /** Until `leaveInline`, breaks are spaces: for headings and table cells. */
  enterInline(): void {
    this.#inlineDepth++;
  }

  get isInline(): boolean {
    return this.#inlineDepth > 0;
  }

  leaveInline(): void {
    this.#inlineDepth--;
  }

  /** A list item, quotation or heading: its first line begins with `marker`, the others with `indent`. */
  enterContainer(marker: string, indent: string): void {
    const tooDeep = this.#containers.length >= MAX_INDENT_DEPTH;
    this.#containers.push({ indent: this.#indent, marker: this.#marker });
    this.#marker = (this.#marker ?? this.#indent) + (tooDeep ? '' : marker);
    this.#indent += tooDeep ? '' : indent;
  }

  /** Returns whether anything was written inside. */
  leaveContainer(): boolean {
    const container = this.#containers.pop();
    const isEmpty = this.#marker !== undefined;
    if (isEmpty) this.#marker = container?.marker;
    this.#indent = container?.indent ?? '';
    return !isEmpty;
  }

  /** What is written until `leaveHeading` is a heading. */
  enterHeading(level: number): void {
    this.#headingLevel = level;
    this.#headingStart = -1;
  }

  leaveHeading(): void {
    const start = this.#headingStart;
    const end = this.#output.length + (this.#line === '' ? 0 : this.#lineLead.length + this.#line.length);
    if (start >= 0) this.outline.headings.push({ level: this.#headingLevel, start, end });
    this.#headingLevel = 0;
  }

  enterDelimiter(open: string, close: string): void {
    this.#delimiters.push({ open, close, written: false });
  }

  leaveDelimiter(): void {
    const delimiter = this.#delimiters.pop();
    if (delimiter?.written) this.#closeDelimiter(delimiter);
  }

  /** Closes what is open; the next word opens it again. */
  suspendDelimiters(): void {
    for (let i = this.#delimiters.length - 1; i >= 0; i--) {
      const delimiter = this.#delimiters[i]!;
      if (delimiter.written) this.#closeDelimiter(delimiter);
      delimiter.written = false;
    }
  }

  /** Text in which white space and line ends count. Lines without a character lose their white space. */
  verbatim(text: string): void {
    for (const [index, piece] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.#verbatimBreak();
      if (piece.trim() === '') {
        if (this.#line === '' || this.#break > 0) this.#heldSpace += piece;
        else this.#line += piece;
      } else {
        const held = this.#heldSpace;
        this.#startWord();
        this.#lineIsVerbatim = true;
        this.#line += held + piece;
      }
    }
  }

  finish(): string {
    this.#isHardBreak = false;
    this.#endLine();
    return this.#output;
  }

  #verbatimBreak(): void {
    this.#heldSpace = '';
    if (this.#line !== '') this.#break++;
    this.#isHardBreak = false;
  }

  #startWord(): void {
    if (this.#break > 0) this.#endLine();
    this.#heldSpace = '';
    if (this.#line === '') {
      this.#lineLead = this.#blankLines() + (this.#marker ?? this.#indent);
      this.#lineIndent = this.#indent;
      this.#marker = undefined;
      this.#break = 0;
      this.#isHardBreak = false;
    }
    if (this.#headingLevel > 0 && this.#headingStart < 0)
      this.#headingStart = this.#output.length + this.#lineLead.length + this.#line.length;
    if (this.#separator !== '') this.#line += this.#separator;
    else if (this.#space && this.#line !== '') this.#line += ' ';
    this.#separator = '';
    this.#space = false;
  }

  /** The line feeds before a new line; blank lines inside a quotation carry its sign. */
  #blankLines(): string {
    if (this.#output === '') return '';
    const blank = commonStart(this.#lineIndent, this.#indent).trimEnd();
    return `\n${`${blank}\n`.repeat(Math.max(0, this.#break - 1))}`;
  }

  #endLine(): void {
    if (this.#line === '') return;
    this.suspendDelimiters();
    const { hardBreak, finishLine } = this.#options;
    const line = this.#lineIsVerbatim ? this.#line : finishLine(this.#line);
    const start = this.#output.length + this.#lineLead.lastIndexOf('\n') + 1;
    this.#output += this.#lineLead + line;
    if (this.#lineIsVerbatim) this.outline.verbatim.push([start, this.#output.length]);
    if (this.#isHardBreak && this.#break === Break.line) this.#output += hardBreak;
    this.#line = '';
    this.#lineIsVerbatim = false;
    this.#isHardBreak = false;
    this.#closedAt = -1;
  }

  #openDelimiter(delimiter: Delimiter): void {
    delimiter.written = true;
    // `**a****b**` does not read back: what was just closed goes on instead.
    const justClosed = this.#closedAt === this.#line.length && this.#closed === delimiter.open;
    if (justClosed) this.#line = this.#line.slice(0, -delimiter.open.length);
    // A link right behind an exclamation mark would be a picture.
    else if (delimiter.open === '[' && this.#line.endsWith('!'))
      this.#line = `${this.#line.slice(0, -1)}\\![`;
    else this.#line += delimiter.open;
  }

  #closeDelimiter(delimiter: Delimiter): void {
    this.#line += delimiter.close;
    this.#closed = delimiter.close;
    this.#closedAt = this.#line.length;
  }
}

function commonStart(first: string, second: string): string {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}

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

/** Things in the line that no text stands for: words on both sides of one are two words. */
// biome-ignore format: a list of words
export const replacedTags: Uint8Array = tagSet(
  'img', 'picture', 'svg', 'canvas', 'video', 'audio', 'iframe', 'embed', 'input', 'select', 'textarea',
  'progress', 'meter', 'button',
);

// Headings

const headings = [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6];

/** 1 to 6, or 0 for what is no heading. */
export function headingLevel(tag: number): number {
  return headings.indexOf(tag) + 1;
}

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
