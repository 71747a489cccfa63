/**
 * zlib, when it meets damage, drops the output of the step in which it met it, up to 64 KiB of good data. The trail
 * brings that back: it stands one slice behind and, when the slice proves damaged, takes it byte by byte.
 *
 * Behind means: the slices so far are kept, up to `keptBytes`; a longer member (a whole archive in one gzip stream)
 * is inflated a second time, one slice late. So a record's own member costs nothing extra, and one-stream gzip
 * about twice the inflating, which the thread pool does beside the parsing.
 */
import { createInflateRaw } from 'node:zlib';
import { createInflater, type Inflater, inflaterOptions } from './inflater.ts';

const keptBytes = 256 * 1024;

export interface DeflateTrail {
  /** A slice that proved good. */
  follow(slice: Uint8Array): Promise<void>;
  /**
   * The output that lies before the damage in this slice, without the first `knownBytes` of the whole; returns how
   * many bytes of the slice are before it.
   */
  resume(slice: Uint8Array, knownBytes: number): AsyncGenerator<Uint8Array, number>;
  close(): void;
}

export function createDeflateTrail(): DeflateTrail {
  let kept: Uint8Array[] = [];
  let sizeBytes = 0;
  let outputBytes = 0;
  let follower: Inflater | undefined;

  async function push(inflater: Inflater, slice: Uint8Array): Promise<void> {
    for await (const bytes of inflater.push(slice)) outputBytes += bytes.length;
  }

  async function startFollower(): Promise<Inflater> {
    follower = createInflater(createInflateRaw(inflaterOptions));
    for (const slice of kept) await push(follower, slice);
    kept = [];
    return follower;
  }

  return {
    async follow(slice) {
      if (follower) return push(follower, slice);
      kept.push(slice);
      sizeBytes += slice.length;
      if (sizeBytes > keptBytes) await startFollower();
    },
    async *resume(slice, knownBytes) {
      const inflater = follower ?? (await startFollower());
      for (let at = 0; at < slice.length; at++) {
        const output = await outputOfByte(inflater, slice.subarray(at, at + 1));
        if (!output) return at;
        for (const bytes of output) {
          const known = Math.max(0, Math.min(bytes.length, knownBytes - outputBytes));
          outputBytes += bytes.length;
          if (known < bytes.length) yield bytes.subarray(known);
        }
      }
      return slice.length;
    },
    close() {
      follower?.close();
    },
  };
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
