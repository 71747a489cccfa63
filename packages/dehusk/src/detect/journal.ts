/**
 * What a detector learned since its state was last saved, as bytes: for each page its identity, its segments, and
 * the template segments it shows. Replaying it on the saved state gives the same state, so that a store need not rewrite the
 * state for each page.
 *
 *     per page: u32 contributor · u32 segments · u32 bytes of the showing
 *               (u32 high, u32 low) per segment · the showing as JSON, padded with spaces to a multiple of 4
 */
import type { Showing } from './exemplars.ts';

export interface JournalPage {
  readonly contributor: number;
  /** high, low, high, low … */
  readonly segments: Uint32Array;
  /** The template segments that the page shows, if any. */
  readonly showing: Showing | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Journal {
  #pages: Uint8Array[] = [];

  add({ contributor, segments, showing }: JournalPage): void {
    const json = showing === undefined ? '' : JSON.stringify(showing);
    const encoded = encoder.encode(json);
    const padded = Math.ceil(encoded.length / 4) * 4;
    const bytes = new Uint8Array(12 + segments.byteLength + padded).fill(0x20);
    new Uint32Array(bytes.buffer, 0, 3).set([contributor, segments.length / 2, padded]);
    new Uint32Array(bytes.buffer, 12, segments.length).set(segments);
    bytes.set(encoded, 12 + segments.byteLength);
    this.#pages.push(bytes);
  }

  /** What was written, which is then forgotten. */
  take(): Uint8Array {
    const bytes = new Uint8Array(this.#pages.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const page of this.#pages) {
      bytes.set(page, at);
      at += page.length;
    }
    this.#pages = [];
    return bytes;
  }
}

export function* readJournal(bytes: Uint8Array): Generator<JournalPage> {
  // A copy, because words must lie at multiples of four; `slice` would not copy a Node buffer.
  const { buffer } = new Uint8Array(bytes);
  for (let at = 0; at < bytes.length; ) {
    const [contributor = 0, segmentCount = 0, jsonBytes = 0] = new Uint32Array(buffer, at, 3);
    const segments = new Uint32Array(buffer, at + 12, segmentCount * 2);
    const json = decoder.decode(new Uint8Array(buffer, at + 12 + segments.byteLength, jsonBytes));
    yield { contributor, segments, showing: jsonBytes === 0 ? undefined : (JSON.parse(json) as Showing) };
    at += 12 + segments.byteLength + jsonBytes;
  }
}
