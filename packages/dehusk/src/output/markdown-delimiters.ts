/**
 * The delimiters of Markdown in a line: emphases, links, what is raised. An opening one is held back until a word follows,
 * a closing one stands right behind the last word; and none is written that would not be read as one.
 */
import type { LineDelimiters } from './flow.ts';

interface Delimiter {
  readonly open: string;
  /** What closes it; a function where that is known only then. */
  readonly close: string | (() => string);
  written: boolean;
  /** Where in the line it was opened. */
  at: number;
  /** Where it began, Markdown would not have read it. */
  isGivenUp: boolean;
}

const letterFirst = /^[\p{L}\p{N}]/u;
const letterLast = /[\p{L}\p{N}]$/u;

export class MarkdownDelimiters implements LineDelimiters {
  readonly #open: Delimiter[] = [];
  /** The last one that was closed, and where in the line it ends. */
  #closed: Delimiter | undefined;
  #closedAt = -1;

  enter(open: string, close: Delimiter['close']): void {
    this.#open.push({ open, close, written: false, at: 0, isGivenUp: false });
  }

  leave(line: string): string {
    const delimiter = this.#open.pop();
    return delimiter?.written ? this.#close(line, delimiter) : line;
  }

  beforeWord(line: string, word: string): string {
    let opened = line;
    if (this.#closedAt === line.length && this.#closedAt > 0) opened = this.#undoUnreadable(line, word);
    // By number: most words have none, and a walk over them would cost each an iterator.
    for (let i = 0; i < this.#open.length; i++) {
      const delimiter = this.#open[i]!;
      if (!delimiter.written) opened = this.#write(opened, delimiter, this.#open[i + 1]?.open ?? word);
    }
    return opened;
  }

  suspend(line: string): string {
    let closed = line;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const delimiter = this.#open[i]!;
      if (delimiter.written) closed = this.#close(closed, delimiter);
      delimiter.written = false;
    }
    return closed;
  }

  beginLine(): void {
    this.#closedAt = -1;
    for (let i = 0; i < this.#open.length; i++) this.#open[i]!.written = false;
  }

  #write(line: string, delimiter: Delimiter, next: string): string {
    const { open, isGivenUp } = delimiter;
    if (isGivenUp) return line;
    // Markdown reads no emphasis that opens between a letter and a sign.
    if (isEmphasis(open) && letterLast.test(line) && !letterFirst.test(next)) {
      delimiter.isGivenUp = true;
      return line;
    }
    delimiter.written = true;
    delimiter.at = line.length;
    // `**a****b**` does not read back: what was just closed goes on instead.
    if (this.#closedAt === line.length && this.#closed?.close === open) {
      delimiter.at = this.#closed.at;
      return line.slice(0, -open.length);
    }
    // A link right behind an exclamation mark would be a picture.
    return open === '[' && line.endsWith('!') ? `${line.slice(0, -1)}\\![` : line + open;
  }

  #close(line: string, delimiter: Delimiter): string {
    const close = typeof delimiter.close === 'string' ? delimiter.close : delimiter.close();
    this.#closed = { ...delimiter, close };
    this.#closedAt = line.length + close.length;
    return line + close;
  }

  /** Nor one that closes between a sign and a letter: such an emphasis is taken out again. */
  #undoUnreadable(line: string, next: string): string {
    const { open, at } = this.#closed!;
    const close = this.#closed!.close as string;
    const inside = line.slice(at + open.length, -close.length);
    if (!isEmphasis(close) || !letterFirst.test(next) || letterLast.test(inside)) return line;
    this.#closedAt = -1;
    return line.slice(0, at) + inside;
  }
}

function isEmphasis(delimiter: string): boolean {
  return delimiter.startsWith('*') || delimiter.startsWith('~');
}
