/**
 * On how many of the recent pages of a site each segment stood. A page counts 1 when it is new and less with every
 * page after it, so that what is gone from the site is forgotten and what is new on all pages is soon known.
 *
 *     slot   hash     count   last    said
 *     0      9f32…    38.2    1048    4.1     a menu item, on every page: no count is above `memoryPages`
 *     1      77b0…    1       1047    -3.0    a sentence, seen once: dropped when it has faded below a half
 *     2      -        0       -       -       free
 *
 * Where a whole input is learned before it is judged, nothing that was repeated may be forgotten: then each slot also
 * keeps on how many pages of all the segment stood, and the highest count that it ever had. The menu of a section is
 * rare on the site, but was on every page while the section lasted.
 *
 * Open addressing with linear probing, 14 bytes a slot (22 with the two more columns), nine tenths of them used at most: a
 * site is to take little memory, and a few steps more are nearly as fast. A hash has 48 bits, so that no two
 * segments of a site are ever taken for one, whatever the key: scores do not change from run to run. Slots are never
 * freed one by one: the table is written anew when it is full, without what has faded.
 *
 * A table has room for some 200 segments before anything is dropped, but a site of which one page was met needs less:
 * until its room is full a table only grows, by doubling. So what it knows does not depend on how much it holds.
 */
import { DROPPED_BELOW, type Fading, fadingOf } from './fading.ts';
import { bitsOf, gather, type SavedTable, scatter, slotsOf, usedSlots } from './saved-table.ts';

export interface FadingTableOptions {
  /** A page that is this old counts a third. */
  readonly memoryPages: number;
  /** False for learning a whole input before judging it: then what was repeated is kept. */
  readonly forgetting: boolean;
  /** Most segments kept of one site; those seen on the fewest pages go first. */
  readonly maxSegments: number;
}

/** The columns of the slots, in one buffer: of small tables the buffers themselves would take most of the memory. */
interface Slots {
  /** 48 bits of a segment's hash: the lower 32, 0 in a free slot, and the 16 above them. */
  readonly hash: Uint32Array;
  readonly high: Uint16Array;
  /** 0 in a free slot. */
  readonly count: Float32Array;
  readonly last: Uint16Array;
  /** Log odds that the segment is template, in thousandths, as they were found lately; `UNSAID` if nobody has said. */
  readonly said: Int16Array;
  /** Empty while forgetting. */
  readonly total: Float32Array;
  readonly peak: Float32Array;
}

/** Everything else of a table that is no option. */
interface Scalars {
  /** A clock: it goes on by one with every page that is learned, and by a half-life when all is halved. */
  pageNumber: number;
  /** Pages that were learned, each of them once however often it was captured. */
  distinctPages: number;
  pages: number;
  /** For so many segments there is room: the table is written anew when four fifths of it are taken. */
  room: number;
}

const UNSAID = -32_768;
const MOST_SAID = 8_000;
/** What is said now counts at least so much beside what was said before. */
const LEAST_HEARD = 1 / 20;

/** It is not known where a segment is. */
const ANYWHERE = -1;

/** A segment was repeated for a while if it was on five pages, and more than twice as often as on the whole site. */
const LEAST_PEAK = 5;
const PEAK_ABOVE_SHARE = 2;
/** Room that a table has at least. */
const MIN_ROOM = 256;
/** So much of the slots is used at most. */
const FULLEST = 0.9;

// As in the table of means beside it, which fades alike

export const MIN_CAPACITY = 16;
/** So much of its room a table fills until it is written anew. */
export const MAX_LOAD = 0.8;
/** Of a table written anew, so that it is not full again at once. */
export const NEW_LOAD = 0.6;
/** Page numbers are kept in 16 bits, so nothing may get older than that: twice as often is often enough. */
export const REWRITE_EVERY: number = 2 ** 14;
/** Longer than any memory, and with what comes until the table is written anew still less than sixteen bits. */
export const LONG_AGO = 45_000;

export class FadingTable {
  readonly #maxSegments: number;
  readonly #forgetting: boolean;
  readonly #fading: Fading;
  readonly #scalars: Scalars;
  #slots: Slots;
  #used = 0;
  #moves = 0;

  constructor({ maxSegments, forgetting, memoryPages }: FadingTableOptions, saved?: SavedTable) {
    this.#maxSegments = maxSegments;
    this.#forgetting = forgetting;
    this.#fading = fadingOf(memoryPages);
    const { pageNumber = 0, distinctPages = 0, pages = 0, room = MIN_ROOM } = saved?.facts ?? {};
    this.#scalars = { pageNumber, distinctPages, pages, room };
    this.#slots = emptySlots(saved?.facts.capacity ?? MIN_CAPACITY, forgetting);
    if (saved !== undefined) this.#restore(saved.columns);
  }

  /** How many pages were learned, each once however often it was captured. */
  get distinctPages(): number {
    return this.#scalars.distinctPages;
  }

  get pageNumber(): number {
    return this.#scalars.pageNumber;
  }

  /** How many pages were learned, with older ones counting less: what counts are to be compared with. */
  get pages(): number {
    return this.#scalars.pages;
  }

  get segmentCount(): number {
    return this.#used;
  }

  get sizeBytes(): number {
    return this.#slots.hash.buffer.byteLength;
  }

  /** What the page of this number counts now; 0 stands for no page. */
  weightOf(pageNumber: number): number {
    return pageNumber === 0 ? 0 : this.#faded(this.#scalars.pageNumber - pageNumber);
  }

  /** How often slots were moved: until then what `locate` has said is of use. */
  get moves(): number {
    return this.#moves;
  }

  /**
   * Where a segment is, or belongs: where the other methods begin to look for it, for those who ask of a segment more
   * than once.
   */
  locate(hash: number): number {
    return this.#slotOf(hash, ANYWHERE);
  }

  /** On how many of `pages` a segment stood, without a page that counts `own`: 1 where nothing is forgotten. */
  find(hash: number, own = 0, from: number = ANYWHERE): number {
    const slot = this.#slotOf(hash, from);
    if (this.#forgetting) return Math.max(0, this.#countAt(slot) - own);
    const { distinctPages, pages } = this.#scalars;
    const { total, peak } = this.#slots;
    const overall = shareOf(total[slot]! - own, distinctPages - own);
    const atBest = shareOf(peak[slot]! - own, pages - own);
    const wasRepeated = peak[slot]! >= LEAST_PEAK && atBest > PEAK_ABOVE_SHARE * overall;
    return (wasRepeated ? atBest : overall) * Math.max(0, pages - own);
  }

  /** The page that is learned now. `own`: what it counted until now, if it was learned before. */
  beginPage(own: number): void {
    const scalars = this.#scalars;
    scalars.pages = (scalars.pages - own) * this.#faded(1) + 1;
    scalars.pageNumber++;
    if (own === 0) scalars.distinctPages++;
    if (scalars.pageNumber % REWRITE_EVERY === 0) this.#rewrite();
  }

  /**
   * As if so many pages had passed without a word that all counts are half: shares stay what they are. What was said
   * of segments is no longer so.
   */
  halve(): void {
    const scalars = this.#scalars;
    const { halfLife } = this.#fading;
    const before = scalars.pageNumber;
    this.#slots.said.fill(UNSAID);
    scalars.pages *= this.#faded(halfLife);
    scalars.pageNumber += halfLife;
    if (Math.floor(before / REWRITE_EVERY) < Math.floor(scalars.pageNumber / REWRITE_EVERY)) this.#rewrite();
  }

  /** Counts the segment on the page that is learned now, once; says on how many pages it stands. */
  touch(hash: number, own: number, from: number = ANYWHERE): number {
    const slot = this.#slotOf(hash, from);
    const before = this.#countAt(slot);
    if (before > 0 && this.#slots.last[slot] === (this.#scalars.pageNumber & 0xffff)) return before;
    // Rounded as it is stored, so that whoever asks again hears the same.
    const now = Math.fround(Math.max(0, before - own * this.#faded(1)) + 1);
    this.#put(slot, hash, now, own > 0 ? 0 : 1);
    return now;
  }

  /** What was said of a segment lately; undefined if nothing was. */
  said(hash: number, from: number = ANYWHERE): number | undefined {
    const slot = this.#slotOf(hash, from);
    const { count, said } = this.#slots;
    return count[slot] === 0 || said[slot] === UNSAID ? undefined : said[slot]! / 1000;
  }

  /** Keeps what is said of a segment of the page that is learned now, as a mean in which older words fade. */
  say(hash: number, logOdds: number, from: number = ANYWHERE): void {
    const slot = this.#slotOf(hash, from);
    const { count, said } = this.#slots;
    if (count[slot] === 0) return;
    const now = Math.max(-MOST_SAID, Math.min(MOST_SAID, 1000 * logOdds));
    const before = said[slot]!;
    const share = Math.max(LEAST_HEARD, 1 / Math.max(2, this.#countAt(slot)));
    said[slot] = Math.round(before === UNSAID ? now : before + share * (now - before));
  }

  /** As if so many pages had been learned that all have these segments and nothing else in common. */
  seed(hashes: Float64Array, pages: number): void {
    this.#scalars.pages += pages;
    for (const hash of hashes) {
      const slot = this.locate(hash);
      if (this.#countAt(slot) < pages) this.#put(slot, hash, pages, pages);
    }
  }

  /** What the constructor needs to go on from here to the bit. */
  save(): SavedTable {
    const { hash, high, count, last, said, total, peak } = this.#slots;
    const used = usedSlots(count);
    const kept = this.#forgetting ? {} : { total: gather(total, used), peak: gather(peak, used) };
    return {
      facts: { ...this.#scalars, capacity: hash.length },
      columns: {
        used: bitsOf(used, hash.length),
        hash: gather(hash, used),
        high: gather(high, used),
        count: gather(count, used),
        last: gather(last, used),
        said: Uint16Array.from(gather(said, used), (value) => value - UNSAID),
        ...kept,
      },
    };
  }

  #restore(columns: SavedTable['columns']): void {
    const used = slotsOf(columns.used!, columns.hash!.length);
    this.#used = used.length;
    const { said, ...unsigned } = this.#slots;
    for (const [name, column] of Object.entries(unsigned))
      if (columns[name] !== undefined) scatter(columns[name], used, column);
    for (let i = 0; i < used.length; i++) said[used[i]!] = columns.said![i]! + UNSAID;
  }

  /** `more`: pages that the segment was not known to be on. */
  #put(slot: number, hash: number, now: number, more: number): void {
    const slots = this.#slots;
    const isNew = slots.count[slot] === 0;
    slots.hash[slot] = lowerHalf(hash);
    slots.high[slot] = hash / 2 ** 32;
    slots.count[slot] = now;
    slots.last[slot] = this.#scalars.pageNumber & 0xffff;
    if (!this.#forgetting) {
      slots.total[slot]! += isNew ? Math.max(1, more) : more;
      slots.peak[slot] = Math.max(slots.peak[slot]!, now);
    }
    if (!isNew) return;
    slots.said[slot] = UNSAID;
    this.#used++;
    const capacity = slots.hash.length;
    if (this.#used > MAX_LOAD * this.#scalars.room) this.#rewrite();
    else if (this.#used > FULLEST * capacity) this.#move(slots.count, this.#used);
  }

  #faded(age: number): number {
    const { weights } = this.#fading;
    return age < weights.length ? weights[age]! : 0;
  }

  #countAt(slot: number): number {
    const { count, last } = this.#slots;
    const raw = count[slot]!;
    return raw === 0 ? 0 : raw * this.#faded((this.#scalars.pageNumber - last[slot]!) & 0xffff);
  }

  /** The slot of a segment, or the free one where it belongs. */
  #slotOf(hash: number, from: number): number {
    const { hash: hashes, high: highs } = this.#slots;
    const low = lowerHalf(hash);
    const high = (hash / 2 ** 32) | 0;
    const { length } = hashes;
    // Nothing is freed in between: what was not before `from` is not there now.
    let slot = from === ANYWHERE ? homeOf(low, length) : from;
    for (let met = hashes[slot]!; met !== 0; met = hashes[slot]!) {
      if (met === low && highs[slot] === high) return slot;
      slot = slot + 1 === length ? 0 : slot + 1;
    }
    return slot;
  }

  /** Writes the table anew without what has faded. */
  #rewrite(): void {
    const worths = this.#worths();
    const kept = dropLeast(worths, this.#maxSegments);
    this.#scalars.room = Math.max(MIN_ROOM, Math.ceil(kept / NEW_LOAD));
    this.#move(worths, kept);
    // While forgetting, what has faded is not kept.
    if (this.#forgetting) return;
    const { count, last } = this.#slots;
    // What is kept though it has faded would look new when sixteen bits are over.
    for (let slot = 0; slot < count.length; slot++)
      if (count[slot] !== 0 && this.#countAt(slot) === 0) last[slot] = this.#scalars.pageNumber - LONG_AGO;
  }

  /** Into other slots, without what is worth nothing. `kept`: how many are left. */
  #move(worths: Float32Array | Float64Array, kept: number): void {
    const before = this.#slots;
    const after = emptySlots(capacityFor(kept, this.#scalars.room), this.#forgetting);
    this.#moves++;
    this.#slots = after;
    this.#used = kept;
    const { hash } = after;
    for (let slot = 0; slot < worths.length; slot++) {
      if (worths[slot] === 0) continue;
      // No segment is there twice: the first free slot is its own.
      let to = homeOf(before.hash[slot]!, hash.length);
      while (hash[to] !== 0) to = to + 1 === hash.length ? 0 : to + 1;
      hash[to] = before.hash[slot]!;
      after.high[to] = before.high[slot]!;
      after.count[to] = before.count[slot]!;
      after.last[to] = before.last[slot]!;
      after.said[to] = before.said[slot]!;
      if (this.#forgetting) continue;
      after.total[to] = before.total[slot]!;
      after.peak[to] = before.peak[slot]!;
    }
  }

  /** By slot. What a segment that stood on one page only is worth fades in any case. */
  #worths(): Float64Array {
    const { count, total, peak } = this.#slots;
    const worths = new Float64Array(count.length);
    for (let slot = 0; slot < worths.length; slot++) {
      const worth = this.#countAt(slot);
      worths[slot] = !this.#forgetting && total[slot]! > 1 ? Math.max(peak[slot]!, worth) : worth;
    }
    return worths;
  }
}

/** For so many segments: by doubling, until the table has all the slots that its room takes. */
function capacityFor(segments: number, room: number): number {
  const most = Math.ceil((MAX_LOAD * room) / FULLEST);
  let capacity = room === MIN_ROOM ? MIN_CAPACITY : most;
  while (segments > FULLEST * capacity) capacity *= 2;
  return Math.min(capacity, most);
}

function shareOf(part: number, all: number): number {
  return all > 0 ? Math.min(1, Math.max(0, part) / all) : 0;
}

const nothing = new Float32Array();

function emptySlots(capacity: number, forgetting: boolean): Slots {
  const buffer = new ArrayBuffer(capacity * (forgetting ? 14 : 22));
  const words = 4 * capacity;
  return {
    hash: new Uint32Array(buffer, 0, capacity),
    count: new Float32Array(buffer, words, capacity),
    total: forgetting ? nothing : new Float32Array(buffer, 2 * words, capacity),
    peak: forgetting ? nothing : new Float32Array(buffer, 3 * words, capacity),
    last: new Uint16Array(buffer, (forgetting ? 2 : 4) * words, capacity),
    high: new Uint16Array(buffer, (forgetting ? 2 : 4) * words + 2 * capacity, capacity),
    said: new Int16Array(buffer, (forgetting ? 2 : 4) * words + 4 * capacity, capacity),
  };
}

/** Never 0, which stands for no segment. */
function lowerHalf(hash: number): number {
  return hash >>> 0 || 1;
}

/** Any capacity will do, so that a table is never twice as large as it must be. */
export function homeOf(hash: number, capacity: number): number {
  return Math.floor((hash * capacity) / 2 ** 32);
}

/** What has faded is worth 0 then, and where more than `most` are left, what is worth least. Says how many are left. */
export function dropLeast(worths: Float64Array, most: number): number {
  let kept: number;
  let least = 0;
  do {
    kept = 0;
    for (let i = 0; i < worths.length; i++)
      if (worths[i]! >= DROPPED_BELOW && worths[i]! > least) kept++;
      else worths[i] = 0;
    least = 2 * (least || DROPPED_BELOW);
  } while (kept > most);
  return kept;
}

/** Which pages were learned lately, and when: what a page has taught itself must not count as what others say. */
export class RecentPages {
  /** As many as it takes for a page to be forgotten, or not to matter among so many. */
  static readonly length: number = 256;
  /** Of each page its identity and its number, the oldest overwritten first; number 0 stands for no page. */
  #identities: Uint32Array;
  #numbers: Uint32Array;
  /** The place that is overwritten next. */
  #next: number;

  constructor(saved?: SavedTable) {
    const { identities = new Uint32Array(4), numbers = new Uint32Array(4) } = saved?.columns ?? {};
    this.#identities = Uint32Array.from(identities);
    this.#numbers = Uint32Array.from(numbers);
    this.#next = saved?.facts.next ?? 0;
  }

  get sizeBytes(): number {
    return this.#identities.byteLength + this.#numbers.byteLength;
  }

  /** The number that the page was learned under; 0 if it was not, or long ago. */
  find(identity: number): number {
    const row = this.#rowOf(identity);
    return row < 0 ? 0 : this.#numbers[row]!;
  }

  add(identity: number, pageNumber: number): void {
    const before = this.#rowOf(identity);
    if (before >= 0) {
      this.#identities[before] = 0;
      this.#numbers[before] = 0;
    }
    if (this.#next === this.#numbers.length) this.#grow();
    this.#identities[this.#next] = identity;
    this.#numbers[this.#next] = pageNumber;
    this.#next = (this.#next + 1) % RecentPages.length;
  }

  save(): SavedTable {
    const filled = Math.max(this.#next, 1 + this.#numbers.findLastIndex((number) => number !== 0));
    const identities = this.#identities.slice(0, filled);
    const numbers = this.#numbers.slice(0, filled);
    return { facts: { next: this.#next }, columns: { identities, numbers } };
  }

  #rowOf(identity: number): number {
    for (let row = 0; row < this.#numbers.length; row++)
      if (this.#identities[row] === identity && this.#numbers[row] !== 0) return row;
    return -1;
  }

  #grow(): void {
    const length = Math.min(RecentPages.length, Math.max(4, 2 * this.#numbers.length));
    const [identities, numbers] = [new Uint32Array(length), new Uint32Array(length)];
    identities.set(this.#identities);
    numbers.set(this.#numbers);
    this.#identities = identities;
    this.#numbers = numbers;
  }
}
