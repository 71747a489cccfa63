/** What is known of one site, in memory; and which of its pages were learned, so that none counts twice. */
import type { Detector } from '../detect/detector.ts';
import type { Lesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { damagedState } from '../errors.ts';
import { addTitle } from '../metadata/page-title.ts';
import type { HashKey } from '../page/hash.ts';
import { readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { type Digest, noDigest } from './digest.ts';
import type { SiteFacts, SiteState, StoreReader } from './store.ts';

/** How the pages of a site are judged; a state that was learned in another way is refused. */
export interface LearnedBy {
  /** Its name. */
  readonly method: string;
  readonly options: OptionValues;
  /** False where all pages are learned before the first is judged. */
  readonly forgetting: boolean;
}

export interface SiteSetting extends LearnedBy {
  readonly hashKey: HashKey;
  /** A store wants to know what each page adds. */
  readonly journal: boolean;
  /** Only where there is neither a store nor a parking place it may be absent. */
  readonly states: SiteStates | undefined;
}

/**
 * How a site becomes bytes, and bytes a site: `site-state.ts`. It is handed in, so that who keeps nothing, as a live
 * document, carries none of it.
 */
export interface SiteStates {
  /** A site that knows nothing yet knows what a store has of it then. Throws STATE_DAMAGED, STATE_OF_OTHER_METHOD … */
  restore(site: Site, kept: SiteState, setting: SiteSetting): void;
  snapshot(site: Site, setting: SiteSetting): Uint8Array;
  /** What a page adds to the journal, and the digest of the site behind it. */
  entryOf(
    before: Digest,
    learned: { readonly page: PageDigest; readonly lesson: Lesson; readonly key: HashKey },
  ): { readonly entry: Uint8Array; readonly digest: Digest };
  park(counts: ParkedCounts, snapshot: Uint8Array): Uint8Array;
  unpark(bytes: Uint8Array): { readonly counts: ParkedCounts; readonly snapshot: Uint8Array };
  /** Throws for a store that another method, mode or other options have filled. */
  check(store: StoreReader, expected: LearnedBy): Promise<void>;
}

/** What a parked site has besides its snapshot. */
export interface ParkedCounts {
  readonly facts: SiteFacts;
  readonly pass: number;
  readonly snapshotBytes: number;
  readonly journalBytes: number;
}

/** What a page has added to the state of its site, for a store. */
export interface StateGain {
  /** The whole state, when it is time to write it again; then the journal is empty. */
  readonly snapshot?: Uint8Array;
  readonly journal: Uint8Array;
}

/** A snapshot is written anew when its journal has outgrown it, and this at least. */
const MIN_JOURNAL_BYTES = 256 * 1024;

/** Of a page that taught nothing. */
export const nothing: StateGain = { journal: new Uint8Array() };

export const noFacts: SiteFacts = {
  pageCount: 0,
  writtenCount: 0,
  chars: 0,
  templateChars: 0,
  lastPage: '',
  digest: noDigest,
};

/** What a site remembers of a page, besides its lesson. */
interface LearnedPage {
  readonly id: string;
  readonly title: string;
  readonly digest: PageDigest;
}

/** A site in memory. */
export class Site {
  readonly #setting: SiteSetting;
  readonly detector: Detector;
  readonly pages: SeenPages;
  /** What a method that judges batches hands from one to the next. */
  carried: Uint8Array = new Uint8Array();
  facts: SiteFacts;
  /** The last pass over an input in which a page of it was met. */
  pass = 0;
  /** 0 where the store lacks what was learned. */
  #snapshotBytes: number;
  #journalBytes: number;

  /** `kept`: what a store has of it. Throws STATE_DAMAGED, STATE_OF_OTHER_METHOD, STATE_OF_OTHER_OPTIONS. */
  constructor(setting: SiteSetting, detector: Detector, kept?: SiteState) {
    this.#setting = setting;
    this.detector = detector;
    this.pages = new SeenPages();
    this.facts = kept?.facts ?? noFacts;
    if (kept !== undefined) setting.states!.restore(this, kept, setting);
    this.#snapshotBytes = kept?.snapshot?.length ?? 0;
    this.#journalBytes = (kept?.journals ?? []).reduce((sum, { length }) => sum + length, 0);
  }

  /** What it takes in memory. The rest of an entry was measured to be about this much. */
  get sizeBytes(): number {
    return 500 + this.detector.sizeBytes + this.pages.sizeBytes + this.carried.length;
  }

  /** A page whose lesson was applied: remembered, counted, and returned as what a store must write. */
  gainOf(page: Page, digest: PageDigest, lesson: Lesson): StateGain {
    const entry = this.#remember({ id: page.id, title: readTitle(page), digest }, lesson);
    if (entry === undefined) return nothing;
    this.#journalBytes += entry.length;
    const isDue = this.#journalBytes > Math.max(this.#snapshotBytes, MIN_JOURNAL_BYTES);
    return this.#snapshotBytes === 0 || isDue ? this.#all() : { journal: entry };
  }

  /** Learns a lesson, unless its page was learned before. For those who write the whole state when they are done. */
  learn(page: LearnedPage, lesson: Lesson): boolean {
    if (this.pages.has(page.digest)) return false;
    this.detector.apply(lesson);
    this.#remember(page, lesson);
    return true;
  }

  /** Returns the entry of the page, where a journal is wanted. */
  #remember({ id, title, digest }: LearnedPage, lesson: Lesson): Uint8Array | undefined {
    this.pages.add(digest);
    const { facts } = this;
    const { journal, states, hashKey } = this.#setting;
    const learned = { page: digest, lesson, key: hashKey };
    const kept = journal ? states!.entryOf(facts.digest, learned) : undefined;
    this.facts = {
      ...facts,
      pageCount: facts.pageCount + 1,
      lastPage: id,
      digest: kept?.digest ?? facts.digest,
      titleParts: addTitle(facts.titleParts, title),
    };
    return kept?.entry;
  }

  /** What a store lacks of it, though nothing was learned now. */
  owed(): StateGain {
    const isBehind = this.#setting.journal && this.#snapshotBytes === 0 && this.facts.pageCount > 0;
    return isBehind ? this.#all() : nothing;
  }

  /** What a page has added is lost to the store: the next change brings the whole state. */
  rewrite(): void {
    this.#snapshotBytes = 0;
  }

  snapshot(): Uint8Array {
    return this.#setting.states!.snapshot(this, this.#setting);
  }

  /** As a parking place keeps it: everything that a store would not have. */
  park(): Uint8Array {
    const { facts, pass } = this;
    const counts = { facts, pass, snapshotBytes: this.#snapshotBytes, journalBytes: this.#journalBytes };
    return this.#setting.states!.park(counts, this.snapshot());
  }

  static unpark(bytes: Uint8Array, setting: SiteSetting, detector: Detector): Site {
    const { counts, snapshot } = setting.states!.unpark(bytes);
    const site = new Site(setting, detector, { snapshot, journals: [], facts: counts.facts });
    site.pass = counts.pass;
    site.#snapshotBytes = counts.snapshotBytes;
    site.#journalBytes = counts.journalBytes;
    return site;
  }

  #all(): StateGain {
    const snapshot = this.snapshot();
    this.#snapshotBytes = snapshot.length;
    this.#journalBytes = 0;
    return { snapshot, journal: nothing.journal };
  }
}

// Pages that were learned

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
 * but neither learned nor counted a second time. Looked through from end to end, which takes some microseconds for
 * 10,000; but of most pages a bit tells at once that they are new.
 */
export class SeenPages {
  static readonly limit = 10_000;
  #highs: Uint32Array = new Uint32Array(4);
  #lows: Uint32Array = new Uint32Array(4);
  /** Eight for each page that there is room for: one is set for each that was added since they were last set anew. */
  #bits: Uint8Array = new Uint8Array(4);
  #count = 0;
  /** Where the next one goes, once there are as many as are kept. */
  #next = 0;

  get sizeBytes(): number {
    return this.#highs.byteLength + this.#lows.byteLength + this.#bits.length;
  }

  has({ high, low }: PageDigest): boolean {
    if ((this.#bits[(low >>> 3) % this.#bits.length]! & (1 << (low & 7))) === 0) return false;
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
    // Those that gave way leave their bits behind, until as many came as are kept.
    if (this.#next === 0) this.#setBits();
    else this.#setBit(low);
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
    this.#setBits();
  }

  #setBits(): void {
    this.#bits = new Uint8Array(this.#lows.length);
    for (let i = 0; i < this.#count; i++) this.#setBit(this.#lows[i]!);
  }

  #setBit(low: number): void {
    this.#bits[(low >>> 3) % this.#bits.length]! |= 1 << (low & 7);
  }
}
