/** Which pages of a site were learned, so that none counts twice. */
import { damagedState } from '../errors.ts';
import type { Page } from '../page/page.ts';

/** 64 bits of a page: who it is, and every text on it. Keyed like its texts. */
export interface PageDigest {
  readonly high: number;
  readonly low: number;
}

export function pageDigest(page: Page): PageDigest {
  const { segments, textHashHigh, textHashLow, pathHashLow } = page;
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < page.id.length; i++) {
    const unit = page.id.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15);
  }
  for (const node of segments) {
    high = Math.imul(high ^ textHashHigh[node]! ^ pathHashLow[node]!, 0x01000193) ^ (high >>> 13);
    low = Math.imul(low ^ textHashLow[node]! ^ pathHashLow[node]!, 0x5bd1e995) ^ (low >>> 15);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/**
 * The pages of a site that were learned last: one that comes again with the same address and the same text is judged,
 * but neither learned nor counted a second time. Looked through from end to end: 10,000 take some microseconds.
 */
export class SeenPages {
  static readonly limit = 10_000;
  #highs: Uint32Array = new Uint32Array(4);
  #lows: Uint32Array = new Uint32Array(4);
  #count = 0;
  /** Where the next one goes, once there are as many as are kept. */
  #next = 0;

  get sizeBytes(): number {
    return this.#highs.byteLength + this.#lows.byteLength;
  }

  has({ high, low }: PageDigest): boolean {
    for (let at = this.#lows.indexOf(low); at >= 0; at = this.#lows.indexOf(low, at + 1))
      if (at < this.#count && this.#highs[at] === high) return true;
    return false;
  }

  add({ high, low }: PageDigest): void {
    if (this.#count === this.#lows.length && this.#count < SeenPages.limit) this.#grow();
    const at = this.#count < SeenPages.limit ? this.#count++ : this.#next;
    this.#highs[at] = high;
    this.#lows[at] = low;
    this.#next = (at + 1) % SeenPages.limit;
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(8 * this.#count);
    const words = new DataView(bytes.buffer);
    const first = this.#count < SeenPages.limit ? 0 : this.#next;
    for (let i = 0; i < this.#count; i++) {
      const at = (first + i) % this.#count;
      words.setUint32(8 * i, this.#highs[at]!, true);
      words.setUint32(8 * i + 4, this.#lows[at]!, true);
    }
    return bytes;
  }

  load(bytes: Uint8Array): void {
    if (bytes.length % 8 !== 0) throw damagedState('its pages are cut short');
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#count = 0;
    this.#next = 0;
    for (let at = 0; at < bytes.length; at += 8)
      this.add({ high: words.getUint32(at, true), low: words.getUint32(at + 4, true) });
  }

  #grow(): void {
    const length = Math.min(SeenPages.limit, 2 * this.#lows.length);
    const [highs, lows] = [this.#highs, this.#lows];
    this.#highs = new Uint32Array(length);
    this.#lows = new Uint32Array(length);
    this.#highs.set(highs);
    this.#lows.set(lows);
  }
}
