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

export interface FlowOptions {
  /** Ends a line that the author broke by `<br>`. */
  readonly hardBreak: string;
  /** Changes a finished line that began with a word. */
  readonly finishLine: (line: string) => string;
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
    this.#output += this.#lineLead + line;
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
