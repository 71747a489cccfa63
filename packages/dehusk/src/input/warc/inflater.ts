/**
 * A `node:zlib` decompressor, driven slice by slice: what a slice gives is handed out before the next one goes in,
 * the caller learns how much of it was used, and output waits until it is asked for, so that a bomb costs one
 * buffer and not its full size.
 *
 * The stream interface of zlib (pipe, `for await`) was rejected: when it fails it throws away output that it had
 * made before the damage, and it does not say where the compressed data ended. What zlib itself drops at damage, the
 * trail below brings back.
 */
import type { Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** Output is made in pieces of this size; the most that is ever held of what nobody has asked for. */
export const inflaterOptions: { readonly chunkSize: number; readonly readableHighWaterMark: number } = {
  chunkSize: 64 * 1024,
  // One byte: zlib makes the next piece only after the last was taken, so an error never drops one unread.
  readableHighWaterMark: 1,
};

/** Compressed bytes per step: large enough to keep the thread pool's overhead small (measured: 4 KiB costs half). */
export const sliceBytes: number = 16 * 1024;

export interface Inflater {
  /** Compressed bytes used so far. */
  readonly usedBytes: number;
  /** Whether the compressed data has come to its own end. */
  readonly ended: boolean;
  push(slice: Uint8Array): AsyncGenerator<Uint8Array>;
  /** Says that no more input comes; throws where the data is incomplete. */
  finish(): AsyncGenerator<Uint8Array>;
  close(): void;
}

type Decompressor = Transform & { readonly bytesWritten: number };

interface State {
  wake: () => void;
  accepted: boolean;
  ended: boolean;
  error: Error | undefined;
}

export function createInflater(stream: Decompressor): Inflater {
  return new StreamInflater(stream);
}

class StreamInflater implements Inflater {
  readonly #stream: Decompressor;
  readonly #state: State = { wake: () => undefined, accepted: true, ended: false, error: undefined };

  constructor(stream: Decompressor) {
    this.#stream = stream;
    listen(stream, this.#state);
  }

  get usedBytes(): number {
    return this.#stream.bytesWritten;
  }

  get ended(): boolean {
    return this.#state.ended;
  }

  push(slice: Uint8Array): AsyncGenerator<Uint8Array> {
    this.#state.accepted = false;
    this.#stream.write(slice, () => accept(this.#state));
    return output(this.#stream, this.#state);
  }

  finish(): AsyncGenerator<Uint8Array> {
    this.#state.accepted = false;
    this.#stream.end();
    return output(this.#stream, this.#state);
  }

  close(): void {
    this.#stream.destroy();
  }
}

function listen(stream: Decompressor, state: State): void {
  stream.on('readable', () => state.wake());
  stream.on('end', () => {
    state.ended = true;
    state.wake();
  });
  stream.on('error', (error) => {
    state.error = error;
    state.wake();
  });
  stream.on('close', () => state.wake());
}

function accept(state: State): void {
  state.accepted = true;
  state.wake();
}

/** What the last input gives, until all of it was used, the data ended, or it proved damaged. */
async function* output(stream: Decompressor, state: State): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece: Uint8Array | null = stream.read();
    if (piece) {
      yield piece;
      continue;
    }
    if (state.error) throw state.error;
    if (state.ended || state.accepted || stream.destroyed) return;
    await new Promise<void>((resolve) => {
      state.wake = resolve;
    });
  }
}

/** What a trail keeps of the slices so far, before it inflates them a second time. */
const keptBytes = 256 * 1024;

/**
 * zlib, when it meets damage, drops the output of the step in which it met it, up to 64 KiB of good data. The trail
 * brings that back: it stands one slice behind and, when the slice proves damaged, takes it byte by byte.
 *
 * Behind means: the slices so far are kept, up to `keptBytes`. Of a longer member (a whole archive in one gzip stream)
 * they are read again from the file, should there be damage; where that cannot be, as in a pipe, it is inflated a second
 * time, one slice late. So nothing costs extra but a pipe, about twice the inflating.
 */
export interface DeflateTrail {
  /** The compressed data begins at this offset of its file. */
  begin(offset: number): void;
  /** A slice that proved good. */
  follow(slice: Uint8Array): Promise<void>;
  /**
   * The output that lies before the damage in this slice, without the first `seenBytes` of all output; returns how
   * many bytes of the slice are before it.
   */
  resume(slice: Uint8Array, seenBytes: number): AsyncGenerator<Uint8Array, number>;
  close(): void;
}

/** The bytes of a file from an offset on, once more. */
export type ReadAgain = (offset: number) => AsyncIterable<Uint8Array>;

/** `readAgain`: for a member whose compressed data begins at `offset` of a file. */
export function createDeflateTrail(readAgain?: ReadAgain): DeflateTrail {
  let kept: Uint8Array[] = [];
  let dataOffset = 0;
  let sizeBytes = 0;
  let outputBytes = 0;
  let follower: Inflater | undefined;

  async function push(inflater: Inflater, slice: Uint8Array): Promise<void> {
    for await (const bytes of inflater.push(slice)) outputBytes += bytes.length;
  }

  async function startFollower(): Promise<Inflater> {
    follower = createInflater(createInflateRaw(inflaterOptions));
    const isDropped = kept.length === 0 && sizeBytes > 0;
    for await (const slice of isDropped ? firstBytes(readAgain!(dataOffset), sizeBytes) : kept)
      await push(follower, slice);
    kept = [];
    return follower;
  }

  return {
    begin(offset) {
      dataOffset = offset;
    },
    async follow(slice) {
      if (follower) return push(follower, slice);
      sizeBytes += slice.length;
      if (sizeBytes <= keptBytes || readAgain === undefined) kept.push(slice);
      else kept = [];
      if (sizeBytes > keptBytes && readAgain === undefined) await startFollower();
    },
    async *resume(slice, seenBytes) {
      const inflater = follower ?? (await startFollower());
      for (let at = 0; at < slice.length; at++) {
        const output = await outputOfByte(inflater, slice.subarray(at, at + 1));
        if (!output) return at;
        for (const bytes of output) {
          const seen = Math.max(0, Math.min(bytes.length, seenBytes - outputBytes));
          outputBytes += bytes.length;
          if (seen < bytes.length) yield bytes.subarray(seen);
        }
      }
      return slice.length;
    },
    close() {
      follower?.close();
    },
  };
}

async function* firstBytes(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length && left > 0; at += sliceBytes) {
      const slice = chunk.subarray(at, at + Math.min(sliceBytes, left));
      left -= slice.length;
      yield slice;
    }
    if (left === 0) return;
  }
}

/** Undefined at the damage. Eight codes fit a byte, and the longest stands for 258 bytes, so the output is small. */
async function outputOfByte(inflater: Inflater, byte: Uint8Array): Promise<Uint8Array[] | undefined> {
  const output: Uint8Array[] = [];
  try {
    for await (const bytes of inflater.push(byte)) output.push(bytes);
    return output;
  } catch {
    // The damage itself, which the caller has already met and reports.
    return undefined;
  }
}
