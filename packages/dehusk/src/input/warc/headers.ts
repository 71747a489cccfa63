/** The header lines of a WARC record and of an HTTP response: the same syntax, read alike and forgivingly. */
import type { ByteSource } from '../byte-reader.ts';
import { readLine } from '../line-reader.ts';

export interface HeaderBlock {
  /** `WARC/1.1` or `HTTP/1.1 200 OK`. */
  readonly firstLine: string;
  /** By lower-case name; of a name that comes twice, the first. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Far above any real header (servers refuse 8 to 16 KiB); a header must not be a way to fill the memory. */
const maxHeaderBytes = 256 * 1024;

/** The block up to its blank line; `'cut'` where the source ends before it, `'too-long'` where none comes. */
export async function readHeaderBlock(source: ByteSource): Promise<HeaderBlock | 'cut' | 'too-long'> {
  const lines: string[] = [];
  for (let leftBytes = maxHeaderBytes; ; ) {
    const line = await readLine(source, leftBytes);
    if (line === 'too-long') return line;
    if (!line?.ended) return 'cut';
    leftBytes -= line.bytes.length;
    const text = new TextDecoder().decode(line.bytes).replace(/\r?\n$/, '');
    if (text === '') break;
    lines.push(text);
  }
  const [firstLine = '', ...rest] = lines;
  return { firstLine, fields: parseFields(rest) };
}

function parseFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of unfold(lines)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Joins a line that begins with white space to the one before it. */
function unfold(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && whole.length > 0) whole.push(`${whole.pop()} ${line.trim()}`);
    else whole.push(line);
  }
  return whole;
}
