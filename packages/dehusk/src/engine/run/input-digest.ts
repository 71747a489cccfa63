/**
 * What a run has read, told again by its bytes: not by names or times, which change when files are copied. One digest
 * runs over the raw bytes of all files, with the length of each behind it, so a million files take no more room than
 * one.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as eventLoop } from 'node:timers/promises';
import type { InputTap } from '../../input/input.ts';
import type { InputMark } from '../store.ts';

/** Listens to a reading. */
export class InputDigest implements InputTap {
  readonly #hash: Hash = createHash('sha256');
  #hasFile = false;
  #files = 0;
  #bytes = 0;
  #mark: InputMark | undefined;

  beginFile(): void {
    if (this.#hasFile) {
      this.#hash.update(`:${this.#bytes}:`);
      this.#files++;
    }
    this.#hasFile = true;
    this.#bytes = 0;
    this.#mark = undefined;
  }

  addBytes(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#mark = undefined;
  }

  /** What was read until now: all that stands for the last item, and what was read ahead. Costs little between reads. */
  get mark(): InputMark {
    this.#mark ??= { files: this.#files, bytes: this.#bytes, digest: this.#hash.copy().digest('hex') };
    return this.#mark;
  }
}

/** How an input compares to what was read: the same and no more, the same and more behind it, or something else. */
export type InputMatch = 'same' | 'grown' | 'other';

const chunkBytes = 1024 * 1024;
const turnEveryMs = 50;

/** Reads the files up to the last of the marks, without decoding anything; returns how they compare to each. */
export async function compareInput(
  files: readonly { readonly file: string }[],
  marks: readonly InputMark[],
  signal: AbortSignal,
): Promise<readonly InputMatch[]> {
  const matches: InputMatch[] = marks.map(() => 'other');
  const stopsIn = new Map<number, Stop[]>();
  for (const [index, { files: file, bytes, digest }] of marks.entries())
    stopsIn.set(file, [...(stopsIn.get(file) ?? []), { index, bytes, digest }]);
  const lastFile = Math.min(Math.max(-1, ...stopsIn.keys()), files.length - 1);
  // Of no files at all, nothing was read.
  if (files.length === 0)
    for (const { index, bytes } of stopsIn.get(0) ?? []) if (bytes === 0) matches[index] = 'same';
  const digest = new InputDigest();
  const turn = createTurns(signal);
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let at = 0; at <= lastFile; at++) {
    const stops = (stopsIn.get(at) ?? []).sort((one, other) => one.bytes - other.bytes);
    digest.beginFile();
    const reading = { digest, stops, isLast: at === lastFile, buffer, turn };
    const { met, seenBytes } = await readPast(files[at]!.file, reading);
    for (const { index, bytes } of met) {
      const isAll = at === files.length - 1 && seenBytes === bytes;
      matches[index] = isAll ? 'same' : 'grown';
    }
  }
  return matches;
}

/** A mark in one file. */
interface Stop {
  readonly index: number;
  readonly bytes: number;
  readonly digest: string;
}

interface FileReading {
  readonly digest: InputDigest;
  /** By their bytes. */
  readonly stops: readonly Stop[];
  /** Nothing behind the last of them is needed. */
  readonly isLast: boolean;
  readonly buffer: Buffer;
  readonly turn: () => Promise<void>;
}

/** Returns the stops at which everything was the same, and how much was seen of the file. */
async function readPast(
  file: string,
  { digest, stops, isLast, buffer, turn }: FileReading,
): Promise<{ readonly met: readonly Stop[]; readonly seenBytes: number }> {
  const met: Stop[] = [];
  let next = 0;
  let seenBytes = 0;
  const meet = (): void => {
    for (let stop = stops[next]; stop?.bytes === seenBytes; stop = stops[++next])
      if (digest.mark.digest === stop.digest) met.push(stop);
  };
  meet();
  for (const chunk of chunksOf(file, buffer)) {
    for (let taken = 0; taken < chunk.length; ) {
      const upTo = Math.min(chunk.length - taken, (stops[next]?.bytes ?? Infinity) - seenBytes);
      digest.addBytes(chunk.subarray(taken, taken + upTo));
      taken += upTo;
      seenBytes += upTo;
      meet();
    }
    await turn();
    if (isLast && next === stops.length && seenBytes > (stops.at(-1)?.bytes ?? -1)) break;
  }
  return { met, seenBytes };
}

/** A file that cannot be read has no bytes, as in a run. Small files are read faster without waiting for each call. */
function* chunksOf(file: string, buffer: Buffer): Generator<Uint8Array> {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    for (;;) {
      const length = readSync(descriptor, buffer, 0, buffer.length, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Makes way for signals now and then. */
function createTurns(signal: AbortSignal): () => Promise<void> {
  let turnMs = performance.now();
  return async () => {
    if (performance.now() - turnMs < turnEveryMs) return;
    await eventLoop();
    signal.throwIfAborted();
    turnMs = performance.now();
  };
}
