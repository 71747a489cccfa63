/**
 * Lines of text out of a flow of words, spaces and breaks: what text and Markdown have in common.
 *
 * Spaces, breaks, list markers and opening delimiters are held back until a word follows. So there are no trailing
 * spaces, no empty list items or emphases, breaks in a row collapse to the strongest, and a closing delimiter
 * stands right behind the last word, wherever the page has its white space.
 *
 * A line of signs alone is what is left of something: "« | »" of a pager, "›" of a breadcrumb. It is taken back when
 * it ends, as if nothing had been written.
 */

import { collapseSpaces } from '../page/page.ts';

/** Strength of a break, in line feeds. */
export const Break = { line: 1, paragraph: 2 } as const;

/** Deeper containers are not indented further: on a page of 2,000 nested lists that would cost megabytes. */
const MAX_INDENT_DEPTH = 24;

interface FlowOptions {
  /** Ends a line that the author broke by `<br>`. */
  readonly hardBreak: string;
  /** Changes a finished line that began with a word. */
  readonly finishLine: (line: string) => string;
  /** Stands for a break where the flow must stay in one line; a space if there is none. */
  readonly inlineBreak?: string;
  readonly delimiters?: LineDelimiters;
}

/** What stands where in a text: for those who cut it, and must not cut everywhere. */
interface Outline {
  readonly headings: { readonly level: number; readonly start: number; readonly end: number }[];
  /** Lines that are kept as they are, by start and end. */
  readonly verbatim: (readonly [number, number])[];
}

/** What opens and closes around words of a line. Markdown has such. */
export interface LineDelimiters {
  enter(open: string, close: string | (() => string)): void;
  /** The line with what closes the last one that was entered. */
  leave(line: string): string;
  /** The line with what opens before a word. */
  beforeWord(line: string, word: string): string;
  /** The line with what closes all; the next word opens them again. */
  suspend(line: string): string;
  /** The line so far is written, or as if it had never been. */
  beginLine(): void;
}

/** What a line began with, for the case that it is taken back. */
interface LineStart {
  readonly marker: string | undefined;
  readonly break: number;
  readonly indent: string;
}

/** Of these and of what has no width a line says nothing. Quotes, stars, signs of money and of mathematics may. */
const signs = '|/\\·•∙‣«»‹›<>←→↑↓⇐⇒➔➜►▶◀◄▲▼▸▾◂¶§×✕✖ⓘ…-–—_*,.;:&()[]{}~^#｜⋮⋯⁃◦●○■□❯❮❱❰⟩⟨〉〈＞＜・、。─━═☰';
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u205f\u3000\ufeff' +
  // Soft hyphens, joiners, and what chooses between forms of a sign.
  '\u00ad\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f';

/**
 * A bit for each character of 16 bits. The core is told by it. Whole bytes: spaces, joiners and marks of direction
 * (U+2000 to U+200F, U+2028 to U+202F), and letters of fonts that draw icons (U+E000 to U+F8FF).
 */
export const signBits: Uint8Array = new Uint8Array(2 ** 13)
  .fill(0xff, 0x2000 >> 3, 0x2010 >> 3)
  .fill(0xff, 0x2028 >> 3, 0x2030 >> 3)
  .fill(0xff, 0xe000 >> 3, 0xf900 >> 3);
for (const sign of signs + blanks) signBits[sign.charCodeAt(0) >> 3]! |= 1 << (sign.charCodeAt(0) & 7);

function saySomething(words: string): boolean {
  for (let i = 0; i < words.length; i++) {
    const code = words.charCodeAt(i);
    if (((signBits[code >> 3]! >> (code & 7)) & 1) === 0) return true;
  }
  return false;
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
  #lineSaysSomething = false;
  #lineStart: LineStart = { marker: undefined, break: 0, indent: '' };
  /** A rule that waits for something to follow: where it stands. */
  #rule: { readonly indent: string; readonly depth: number } | undefined;
  #indent = '';
  /** Takes the place of the indent in the next line, once. */
  #marker: string | undefined;
  readonly #containers: Container[] = [];
  readonly #delimiters: LineDelimiters | undefined;
  #break = 0;
  #isHardBreak = false;
  #space = false;
  #separator = '';
  /** White space at the start of a verbatim line, until a character follows. */
  #heldSpace = '';
  #inlineDepth = 0;
  /** The heading under way: 0 for none; where it begins, once it has a word. */
  #headingLevel = 0;
  #headingStart = -1;
  readonly outline: Outline = { headings: [], verbatim: [] };

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#delimiters = options.delimiters;
  }

  /** Text of the page: white space in it collapses. */
  text(text: string): void {
    const collapsed = collapseSpaces(text);
    const from = collapsed.startsWith(' ') ? 1 : 0;
    const to = collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length;
    if (from === 1) this.space();
    if (from >= to) return;
    const words = collapsed.slice(from, to);
    this.#append(words);
    if (!this.#lineSaysSomething && saySomething(words)) this.#lineSaysSomething = true;
    if (to < collapsed.length) this.space();
  }

  /** Something that is written as it is, in the line. */
  word(word: string): void {
    this.#append(word);
    this.#lineSaysSomething = true;
  }

  #append(word: string): void {
    this.#startWord();
    if (this.#delimiters !== undefined) this.#line = this.#delimiters.beforeWord(this.#line, word);
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
      const { inlineBreak } = this.#options;
      if (inlineBreak === undefined || this.#line === '') this.space();
      else this.#separator = inlineBreak;
      return;
    }
    this.#takeBackSigns();
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

  /** A line between what stands before and what follows; at the ends of a text or of a list item there is none. */
  rule(): void {
    this.break(Break.paragraph);
    const isFirst = this.#marker !== undefined || (this.#output === '' && this.#line === '');
    if (this.#inlineDepth > 0 || isFirst) return;
    this.#rule = { indent: this.#indent, depth: this.#containers.length };
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
    // What must stay in one line has no items.
    if (this.#inlineDepth > 0) return;
    this.#marker = (this.#marker ?? this.#indent) + (tooDeep ? '' : marker);
    this.#indent += tooDeep ? '' : indent;
  }

  /** Returns whether anything was written inside. */
  leaveContainer(): boolean {
    if (this.#inlineDepth === 0) this.#takeBackSigns();
    const container = this.#containers.pop();
    const isEmpty = this.#marker !== undefined;
    if (isEmpty) this.#marker = container?.marker;
    this.#indent = container?.indent ?? '';
    if (this.#rule !== undefined && this.#rule.depth > this.#containers.length) this.#rule = undefined;
    return !isEmpty;
  }

  /** What is written until `leaveHeading` is a heading. */
  enterHeading(level: number): void {
    this.#headingLevel = level;
    this.#headingStart = -1;
  }

  leaveHeading(): void {
    if (this.#inlineDepth === 0) this.#takeBackSigns();
    const start = this.#headingStart;
    const end = this.#output.length + (this.#line === '' ? 0 : this.#lineLead.length + this.#line.length);
    if (start >= 0) this.outline.headings.push({ level: this.#headingLevel, start, end });
    this.#headingLevel = 0;
  }

  enterDelimiter(open: string, close: string | (() => string)): void {
    this.#delimiters!.enter(open, close);
  }

  leaveDelimiter(): void {
    this.#line = this.#delimiters!.leave(this.#line);
  }

  /** Closes what is open; the next word opens it again. */
  suspendDelimiters(): void {
    if (this.#delimiters !== undefined) this.#line = this.#delimiters.suspend(this.#line);
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
    if (this.#inlineDepth === 0) this.#takeBackSigns();
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
      this.#lineStart = { marker: this.#marker, break: this.#break, indent: this.#lineIndent };
      this.#lineSaysSomething = false;
      this.#lineLead = this.#blankLines() + this.#ruleLines() + (this.#marker ?? this.#indent);
      this.#lineIndent = this.#indent;
      this.#marker = undefined;
      this.#break = 0;
      this.#isHardBreak = false;
    }
    if (this.#headingLevel > 0 && this.#headingStart < 0)
      this.#headingStart = this.#output.length + this.#lineLead.length + this.#line.length;
    if (this.#separator !== '') {
      this.#line += this.#separator;
      this.#lineSaysSomething = true;
    } else if (this.#space && this.#line !== '') this.#line += ' ';
    this.#separator = '';
    this.#space = false;
  }

  /** The line feeds before a new line; blank lines inside a quotation carry its sign. */
  #blankLines(): string {
    if (this.#output === '') return '';
    const blank = commonStart(this.#lineIndent, this.#indent).trimEnd();
    return `\n${`${blank}\n`.repeat(Math.max(0, this.#break - 1))}`;
  }

  #ruleLines(): string {
    const rule = this.#rule;
    this.#rule = undefined;
    return rule === undefined || this.#output === '' ? '' : `${rule.indent}---${this.#blankLines()}`;
  }

  /** As if the line under way had not been begun, where it says nothing. */
  #takeBackSigns(): void {
    if (this.#line === '' || this.#lineIsVerbatim || this.#lineSaysSomething) return;
    this.#line = '';
    this.#marker = this.#lineStart.marker;
    this.#break = this.#lineStart.break;
    this.#lineIndent = this.#lineStart.indent;
    if (this.#headingLevel > 0) this.#headingStart = -1;
    this.#delimiters?.beginLine();
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
    this.#delimiters?.beginLine();
  }
}

function commonStart(first: string, second: string): string {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  return first.slice(0, length);
}
