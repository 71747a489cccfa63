/** Standard error: lines that stay, and below them, on a terminal, one line that is drawn over again. */

/** What of the process decides how things are shown. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

const clearLine = '\r\x1b[K';

export class Terminal {
  #drawn = '';

  get environment(): Environment {
    return { env: process.env, isTerminal: process.stderr.isTTY === true };
  }

  get columns(): number {
    return process.stderr.columns || 80;
  }

  line(text: string): void {
    const below = this.#drawn;
    process.stderr.write(below === '' ? `${text}\n` : `${clearLine}${text}\n${below}`);
  }

  /** Draws the line that is drawn over again; empty text takes it away. */
  draw(text: string): void {
    if (text === '' && this.#drawn === '') return;
    // One column stays free: a full line would wrap and could not be cleared.
    this.#drawn = text.slice(0, this.columns - 1);
    process.stderr.write(clearLine + this.#drawn);
  }
}

/** Text of others (names, addresses) must not steer the terminal: control characters are shown as `\x1b`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
