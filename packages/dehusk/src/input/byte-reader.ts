/**
 * A stream of byte chunks, read with a look ahead and an exact position, also line by line. Every reader of
 * `src/input` stands on it, so none of them depends on where the chunks of its source happen to be cut.
 */

/** What a format reader needs of its bytes. */
export interface ByteSource {
  /** Bytes from the start of the source to the next unread one. */
  readonly offset: number;
  /** The unread bytes at hand: at least `minBytes` of them, fewer only at the end of the source. */
  peek(minBytes?: number): Promise<Uint8Array>;
  /** Leaves out bytes that `peek` has shown. */
  skip(count: number): void;
}

const nothing: Uint8Array = new Uint8Array(0);

export class ByteReader implements ByteSource {
  offset: number;
  readonly #source: AsyncIterator<Uint8Array>;
  #unread: Uint8Array = nothing;
  /** Ends where the unread bytes end: a Buffer looks for newlines sixteen bytes at once, a plain array one by one. */
  #searched: Buffer | undefined;
  #mark: Mark | undefined;

  constructor(source: AsyncIterable<Uint8Array>, offset = 0) {
    this.#source = source[Symbol.asyncIterator]();
    this.offset = offset;
  }

  async peek(minBytes = 1): Promise<Uint8Array> {
    if (this.#unread.length < minBytes) await this.#fill(minBytes);
    return this.#unread;
  }

  skip(count: number): void {
    if (this.#mark) remember(this.#mark, this.#unread.subarray(0, count));
    this.#unread = this.#unread.subarray(count);
    this.offset += count;
  }

  /** The next line with its newline, if all of it is at hand and it is no longer than that. */
  takeLine(limitBytes: number): Uint8Array | undefined {
    const unread = this.#unread;
    this.#searched ??= Buffer.from(unread.buffer, unread.byteOffset, unread.length);
    const from = this.#searched.length - unread.length;
    const length = this.#searched.indexOf(newline, from) + 1 - from;
    if (length <= 0 || length > limitBytes) return undefined;
    const line = unread.subarray(0, length);
    this.skip(length);
    return line;
  }

  /** Keeps what is read from here on, up to `limitBytes`, for `rewind`. */
  mark(limitBytes: number): void {
    this.#mark = { offset: this.offset, kept: [], keptBytes: 0, limitBytes };
  }

  /** Goes back to the mark; false where more was read since than is kept. */
  rewind(): boolean {
    const mark = this.#mark;
    if (!mark || mark.keptBytes > mark.limitBytes) return false;
    this.#unread = concatBytes([...mark.kept, this.#unread]);
    this.#searched = undefined;
    this.offset = mark.offset;
    this.#mark = undefined;
    return true;
  }

  /** Lets the source go; it is not waited for, since a source may be waiting for bytes that never come. */
  close(): void {
    this.#source.return?.().catch(() => undefined);
  }

  async #fill(minBytes: number): Promise<void> {
    const parts = [this.#unread];
    let sizeBytes = this.#unread.length;
    try {
      while (sizeBytes < minBytes) {
        const next = await this.#source.next();
        if (next.done) break;
        parts.push(next.value);
        sizeBytes += next.value.length;
      }
    } finally {
      // Also when the source fails: the bytes before the failure stay readable.
      this.#unread = concatBytes(parts);
      this.#searched = undefined;
    }
  }
}

interface Mark {
  readonly offset: number;
  readonly limitBytes: number;
  kept: Uint8Array[];
  keptBytes: number;
}

function remember(mark: Mark, bytes: Uint8Array): void {
  mark.keptBytes += bytes.length;
  if (mark.keptBytes <= mark.limitBytes) mark.kept.push(bytes);
  else mark.kept = [];
}

/** Everything that is left of a source, chunk by chunk. */
export async function* remainingBytes(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await source.peek();
    if (bytes.length === 0) return;
    source.skip(bytes.length);
    yield bytes;
  }
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter((part) => part.length > 0);
  if (filled.length <= 1) return filled[0] ?? nothing;
  const joined = new Uint8Array(filled.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of filled) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** All bytes of a stream as one, or undefined as soon as they are more than `limitBytes`. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) return undefined;
    parts.push(chunk);
  }
  return concatBytes(parts);
}

/** A line with its newline; `ended` is false where the source ends without one. */
interface Line {
  readonly bytes: Uint8Array;
  readonly ended: boolean;
}

const newline = 0x0a;

/** Where the first newline is, or -1. A Buffer looks for it sixteen bytes at once, a plain array one by one. */
function newlineIn({ buffer, byteOffset, length }: Uint8Array): number {
  return Buffer.from(buffer, byteOffset, length).indexOf(newline);
}

/**
 * The next line, or undefined at the end of the source. A line over `limitBytes` is given up as soon as that is
 * known: the answer is `'too-long'` and `skipLine` leads past it.
 */
export async function readLine(
  source: ByteSource,
  limitBytes: number,
): Promise<Line | 'too-long' | undefined> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const bytes = await source.peek();
    if (bytes.length === 0) return sizeBytes === 0 ? undefined : { bytes: concatBytes(parts), ended: false };
    const at = newlineIn(bytes);
    const part = at < 0 ? bytes : bytes.subarray(0, at + 1);
    sizeBytes += part.length;
    if (sizeBytes > limitBytes) return 'too-long';
    parts.push(part);
    source.skip(part.length);
    if (at >= 0) return { bytes: concatBytes(parts), ended: true };
  }
}

/** Goes past the next newline, holding nothing. */
export async function skipLine(source: ByteSource): Promise<void> {
  for (;;) {
    const bytes = await source.peek();
    if (bytes.length === 0) return;
    const at = newlineIn(bytes);
    source.skip(at < 0 ? bytes.length : at + 1);
    if (at >= 0) return;
  }
}
