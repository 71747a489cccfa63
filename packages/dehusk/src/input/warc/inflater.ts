/**
 * A `node:zlib` decompressor, driven slice by slice: what a slice gives is handed out before the next one goes in,
 * the caller learns how much of it was used, and output waits until it is asked for, so that a bomb costs one
 * buffer and not its full size.
 *
 * The stream interface of zlib (pipe, `for await`) was rejected: when it fails it throws away output that it had
 * made before the damage, and it does not say where the compressed data ended.
 */
import type { Transform } from 'node:stream';

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
  const state: State = { wake: () => undefined, accepted: true, ended: false, error: undefined };
  listen(stream, state);
  return {
    get usedBytes() {
      return stream.bytesWritten;
    },
    get ended() {
      return state.ended;
    },
    push(slice) {
      state.accepted = false;
      stream.write(slice, () => accept(state));
      return output(stream, state);
    },
    finish() {
      state.accepted = false;
      stream.end();
      return output(stream, state);
    },
    close() {
      stream.destroy();
    },
  };
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
