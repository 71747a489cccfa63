/**
 * The pages that are no duplicates, each known by 24 bytes, so that a page that is like an earlier one is found at once.
 * Pages that are duplicates are not kept: the first of its kind stands for them.
 *
 *     24 bytes a page:  sketch u32 × 2 · for each of four bands the page before that shares it, u32 × 4
 *     1 MB:             for each value of each band the last page that has it
 *
 * A page is compared with those that share a band with it: of a million different pages some sixty, by counting bits.
 * The last pages are kept, as many as the limit allows: older ones are forgotten, and their bands with them.
 */
import { BANDS, SKETCH_BYTES } from './page-print.ts';

/**
 * Bits of 64 that pages have in common at least to be alike. Chosen on generated families (`dehusk-lab bench
 * duplicates`): pages of which one word in twenty has changed are found, and no others.
 */
const MIN_COMMON_BITS = 53;

/** 96 MB. */
export const FIRST_PAGES_LIMIT: number = 4 * 1024 * 1024;

/** Rows that are made at a time. */
const SEGMENT = 1 << 16;
const ROW_WORDS = SKETCH_BYTES / 4;
const VALUES = 1 << 16;
/** Pages that a site makes from one pattern may share a band by the thousand: no page is compared with more of them. */
const MAX_COMPARED = 4096;

export class FirstPages {
  readonly #limit: number;
  readonly #segments: Uint32Array[] = [];
  /** Number of the last page of each value plus one; 0 for none. */
  readonly #heads = new Uint32Array(BANDS * VALUES);
  #count = 0;

  constructor(limit: number = FIRST_PAGES_LIMIT) {
    this.#limit = limit;
  }

  /** Pages that were added; each has its number in this order. */
  get count(): number {
    return this.#count;
  }

  /** The number of the first page that is kept. */
  get start(): number {
    return Math.max(0, this.#count - this.#limit);
  }

  get sizeBytes(): number {
    return this.#heads.byteLength + this.#segments.length * SEGMENT * SKETCH_BYTES;
  }

  /** The earliest page that is like this one; undefined if there is none. */
  find(print: Uint8Array): number | undefined {
    const words = viewOf(print);
    const [first, second] = [words.getUint32(0, true), words.getUint32(4, true)];
    let found: number | undefined;
    for (let band = 0; band < BANDS; band++) {
      let at = this.#heads[band * VALUES + words.getUint16(8 + 2 * band, true)]! - 1;
      for (let compared = 0; at >= this.start && compared < MAX_COMPARED; compared++) {
        const { row, place } = this.#row(at);
        const different = bitCount(row[place]! ^ first) + bitCount(row[place + 1]! ^ second);
        if (64 - different >= MIN_COMMON_BITS && (found === undefined || at < found)) found = at;
        at = row[place + 2 + band]! - 1;
      }
    }
    return found;
  }

  /** Returns its number. */
  add(print: Uint8Array): number {
    const words = viewOf(print);
    const number = this.#count++;
    const slot = number % this.#limit;
    if (this.#segments.length <= slot >> 16) this.#segments.push(new Uint32Array(SEGMENT * ROW_WORDS));
    const { row, place } = this.#row(number);
    row[place] = words.getUint32(0, true);
    row[place + 1] = words.getUint32(4, true);
    for (let band = 0; band < BANDS; band++) {
      const head = band * VALUES + words.getUint16(8 + 2 * band, true);
      row[place + 2 + band] = this.#heads[head]!;
      this.#heads[head] = number + 1;
    }
    return number;
  }

  #row(number: number): { readonly row: Uint32Array; readonly place: number } {
    const slot = number % this.#limit;
    return { row: this.#segments[slot >> 16]!, place: (slot & (SEGMENT - 1)) * ROW_WORDS };
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
