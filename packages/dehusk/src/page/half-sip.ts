/**
 * HalfSipHash-1-3 with 64 bits of output (Aumasson and Bernstein, 2012; the 32-bit member of the family, which Linux
 * uses for its hash tables): a word at a time. It is keyed and made against flooding: who does not know the key cannot
 * craft what collides. Whoever has many words writes the round out, with the state in local variables.
 */
import type { HashKey } from './hash.ts';

export class HalfSip {
  hashHigh = 0;
  hashLow = 0;
  v0 = 0;
  v1 = 0;
  v2 = 0;
  v3 = 0;

  begin([key0, key1]: HashKey): void {
    this.v0 = key0 | 0;
    this.v1 = (key1 | 0) ^ 0xee;
    this.v2 = 0x6c796765 ^ key0;
    this.v3 = 0x74656462 ^ key1;
  }

  take(word: number): void {
    this.v3 ^= word;
    this.#round();
    this.v0 ^= word;
  }

  /** Leaves the hash in `hashHigh` and `hashLow`. */
  finish(): void {
    this.v2 ^= 0xee;
    for (let i = 0; i < 3; i++) this.#round();
    this.hashLow = (this.v1 ^ this.v3) >>> 0;
    this.v1 ^= 0xdd;
    for (let i = 0; i < 3; i++) this.#round();
    this.hashHigh = (this.v1 ^ this.v3) >>> 0;
  }

  #round(): void {
    let { v0, v1, v2, v3 } = this;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    this.v0 = v0;
    this.v1 = v1;
    this.v2 = v2;
    this.v3 = v3;
  }
}
