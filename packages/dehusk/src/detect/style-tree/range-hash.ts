/**
 * A 64-bit keyed hash of a short range of a string: words, addresses, attribute values. The hash of the page model is
 * made against flooding, and most of what it does on five letters is finishing; here a site could only deceive itself.
 */
import type { HashKey } from '../../page/hash.ts';

export class RangeHash {
  /** Of the range last read. */
  high = 0;
  low = 0;
  readonly #startHigh: number;
  readonly #startLow: number;

  constructor(key: HashKey) {
    this.#startHigh = key[0] ^ 0x811c9dc5;
    this.#startLow = key[1] ^ 0x2545f491;
  }

  read(source: string, start: number, end: number): void {
    let high = this.#startHigh;
    let low = this.#startLow;
    for (let i = start; i < end; i++) {
      const unit = source.charCodeAt(i);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul((low << 5) ^ (low >>> 27) ^ unit, 0x9e3779b1);
    }
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
    low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35);
    this.high = (high ^ (high >>> 13)) >>> 0;
    this.low = (low ^ (low >>> 13)) >>> 0;
  }
}
