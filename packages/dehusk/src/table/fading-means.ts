/**
 * Means that fade: for each key on how many recent pages it stood, and the means of two numbers that pages told of it.
 * It goes by the clock of a fading table beside it, so that both forget alike.
 *
 *     slot      0        1        2      …
 *     low     9d01c2f4   free   51b3e077       48 bits of a key, together with
 *     high      7f12       -      0a55
 *     last      311        -      287         page number at which it was touched
 *     pages     8.2        0      1.0         as of that page, like the three sums
 *     weight    7.9        0      1.0         how much its pages were worth asking
 *     first     0.4        0      0.9         sums of what they told, by weight
 *     second    0.1        0      0.6
 *
 * 24 bytes a slot, at most four fifths of them used. Slots are never freed one by one: the table is written anew when
 * it is full, without what has faded.
 */
import { type Fading, fadingOf } from './fading.ts';
import {
  dropLeast,
  homeOf,
  LONG_AGO,
  MAX_LOAD,
  MIN_CAPACITY,
  NEW_LOAD,
  REWRITE_EVERY,
} from './fading-table.ts';
import { type Column, gather, scatter, usedSlots } from './saved-table.ts';

export interface FadingMeansOptions {
  readonly memoryPages: number;
  /** False for learning a whole input before judging it: then nothing fades. */
  readonly forgetting: boolean;
  /** Most keys kept of one site; those on the fewest pages go first. */
  readonly maxKeys: number;
}

/** What is known of a key, faded to the present. */
export interface Means {
  pages: number;
  weight: number;
  first: number;
  second: number;
}

interface Slots {
  readonly low: Uint32Array;
  readonly high: Uint16Array;
  readonly last: Uint16Array;
  /** 0 in a free slot. */
  readonly pages: Float32Array;
  readonly weight: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** A table as plain data; of the slots those in use. */
export interface SavedMeans {
  readonly pageNumber: number;
  readonly rewrittenAt: number;
  readonly capacity: number;
  /** Numbers of slots. */
  readonly used: Uint32Array;
  /** Each of as many entries as slots are used: `low`, `pages`, `weight`, `first`, `second`, `high`, `last`. */
  readonly columns: readonly Column[];
}

export const columnNames = ['low', 'pages', 'weight', 'first', 'second', 'high', 'last'] as const;

export class FadingMeans {
  readonly #maxKeys: number;
  readonly #forgetting: boolean;
  readonly #fading: Fading;
  #pageNumber: number;
  #rewrittenAt: number;
  #slots: Slots;
  #used = 0;

  constructor({ maxKeys, forgetting, memoryPages }: FadingMeansOptions, saved?: SavedMeans) {
    this.#maxKeys = maxKeys;
    this.#forgetting = forgetting;
    this.#fading = fadingOf(memoryPages);
    this.#pageNumber = saved?.pageNumber ?? 0;
    this.#rewrittenAt = saved?.rewrittenAt ?? 0;
    this.#slots = emptySlots(saved?.capacity ?? MIN_CAPACITY);
    if (saved !== undefined) this.#restore(saved);
  }

  get keyCount(): number {
    return this.#used;
  }

  get sizeBytes(): number {
    return this.#slots.low.buffer.byteLength;
  }

  /** What is known of a key; false if nothing is. The result is written into `means`, so that nothing is allocated. */
  find(key: number, means: Means): boolean {
    const slots = this.#slots;
    const slot = this.#slotOf(key);
    const kept = slots.pages[slot] === 0 ? 0 : this.#keptAt(slot);
    means.pages = slots.pages[slot]! * kept;
    means.weight = slots.weight[slot]! * kept;
    means.first = slots.first[slot]! * kept;
    means.second = slots.second[slot]! * kept;
    return kept > 0;
  }

  /** The page that is learned now has this number. */
  beginPage(pageNumber: number): void {
    this.#pageNumber = pageNumber;
    if (pageNumber - this.#rewrittenAt >= REWRITE_EVERY) this.#rewrite();
  }

  /** The page tells two numbers of a key, with a weight. */
  add(key: number, weight: number, first: number, second: number): void {
    const slots = this.#slots;
    const slot = this.#slotOf(key);
    const isNew = slots.pages[slot] === 0;
    const kept = isNew ? 0 : this.#keptAt(slot);
    slots.low[slot] = key >>> 0;
    slots.high[slot] = key / 2 ** 32;
    // A page may say something of a key twice, but it is one page.
    const isSamePage = !isNew && slots.last[slot] === (this.#pageNumber & 0xffff);
    slots.pages[slot] = slots.pages[slot]! * kept + (isSamePage ? 0 : 1);
    slots.last[slot] = this.#pageNumber & 0xffff;
    slots.weight[slot] = slots.weight[slot]! * kept + weight;
    slots.first[slot] = slots.first[slot]! * kept + weight * first;
    slots.second[slot] = slots.second[slot]! * kept + weight * second;
    if (!isNew) return;
    this.#used++;
    if (this.#used > MAX_LOAD * slots.low.length) this.#rewrite();
  }

  /** What the constructor needs to go on from here to the bit. */
  save(): SavedMeans {
    const used = usedSlots(this.#slots.pages);
    return {
      pageNumber: this.#pageNumber,
      rewrittenAt: this.#rewrittenAt,
      capacity: this.#slots.low.length,
      used,
      columns: columnNames.map((name) => gather(this.#slots[name], used)),
    };
  }

  #restore({ used, columns }: SavedMeans): void {
    this.#used = used.length;
    for (const [i, name] of columnNames.entries()) scatter(columns[i]!, used, this.#slots[name]);
  }

  #keptAt(slot: number): number {
    if (!this.#forgetting) return 1;
    const { weights } = this.#fading;
    const age = (this.#pageNumber - this.#slots.last[slot]!) & 0xffff;
    return age < weights.length ? weights[age]! : 0;
  }

  /** The slot of a key, or the free one where it belongs. */
  #slotOf(key: number): number {
    const { low, high, pages } = this.#slots;
    const keyLow = key >>> 0;
    const keyHigh = (key - keyLow) / 2 ** 32;
    let slot = homeOf(keyLow, low.length);
    while (pages[slot] !== 0 && (low[slot] !== keyLow || high[slot] !== keyHigh))
      slot = slot + 1 === low.length ? 0 : slot + 1;
    return slot;
  }

  /** Writes the table anew without what has faded. */
  #rewrite(): void {
    const before = this.#slots;
    const worths = new Float64Array(before.pages.length);
    for (let slot = 0; slot < worths.length; slot++) worths[slot] = before.pages[slot]! * this.#keptAt(slot);
    const kept = dropLeast(worths, this.#maxKeys);
    this.#rewrittenAt = this.#pageNumber;
    this.#slots = emptySlots(Math.max(MIN_CAPACITY, Math.ceil(kept / NEW_LOAD)));
    this.#used = kept;
    const after = this.#slots;
    for (let slot = 0; slot < worths.length; slot++) {
      if (worths[slot] === 0) continue;
      const to = this.#slotOf(before.high[slot]! * 2 ** 32 + before.low[slot]!);
      const isOld = ((this.#pageNumber - before.last[slot]!) & 0xffff) > LONG_AGO;
      after.low[to] = before.low[slot]!;
      after.high[to] = before.high[slot]!;
      after.last[to] = isOld ? this.#pageNumber - LONG_AGO : before.last[slot]!;
      after.pages[to] = before.pages[slot]!;
      after.weight[to] = before.weight[slot]!;
      after.first[to] = before.first[slot]!;
      after.second[to] = before.second[slot]!;
    }
  }
}

function emptySlots(capacity: number): Slots {
  const buffer = new ArrayBuffer(capacity * 24);
  return {
    low: new Uint32Array(buffer, 0, capacity),
    pages: new Float32Array(buffer, 4 * capacity, capacity),
    weight: new Float32Array(buffer, 8 * capacity, capacity),
    first: new Float32Array(buffer, 12 * capacity, capacity),
    second: new Float32Array(buffer, 16 * capacity, capacity),
    high: new Uint16Array(buffer, 20 * capacity, capacity),
    last: new Uint16Array(buffer, 22 * capacity, capacity),
  };
}
