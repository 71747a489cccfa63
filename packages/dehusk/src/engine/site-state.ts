/**
 * What is known of one site, in memory and as bytes.
 *
 *     snapshot   u32 length · head: JSON { method, options, forgetting }
 *                u32 length · digests of the pages that were learned, 8 bytes each, oldest first
 *                u32 length · what a method that judges batches hands from one to the next
 *                the detector's own bytes
 *     journal    per page: u32 length of its lesson · digest of the page, 8 bytes · the lesson
 *
 * A snapshot is written now and then, a journal entry with each page: so a page costs what it adds, and not what is
 * known already. Replaying the journals on the snapshot gives the same state to the bit.
 */
import type { Detector } from '../detect/detector.ts';
import { decodeLesson, encodeLesson, type Lesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
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
  /** A store wants to know what each page adds. */
  readonly journal: boolean;
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

const noFacts: SiteFacts = { pageCount: 0, writtenCount: 0, chars: 0, templateChars: 0, lastPage: '' };

/** Before the detector's own bytes: head, digests, what is carried. */
const SNAPSHOT_PARTS = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
  #snapshotBytes: number;
  #journalBytes: number;

  /** `kept`: what a store has of it. Throws STATE_DAMAGED, STATE_OF_OTHER_METHOD, STATE_OF_OTHER_OPTIONS. */
  constructor(setting: SiteSetting, detector: Detector, kept?: SiteState) {
    const { snapshot, journals = [] } = kept ?? {};
    this.#setting = setting;
    this.detector = detector;
    this.pages = new SeenPages();
    this.facts = kept?.facts ?? noFacts;
    orDamaged(() => {
      if (snapshot !== undefined) this.#load(snapshot);
      for (const journal of journals) this.#replay(journal);
    });
    this.#snapshotBytes = snapshot?.length ?? 0;
    this.#journalBytes = journals.reduce((sum, { length }) => sum + length, 0);
  }

  /** What it takes in memory. The rest of an entry was measured to be about this much. */
  get sizeBytes(): number {
    return 500 + this.detector.sizeBytes + this.pages.sizeBytes + this.carried.length;
  }

  /** A page whose lesson was applied: remembered, counted, and returned as what a store must write. */
  gainOf(page: Page, digest: PageDigest, lesson: Lesson): StateGain {
    this.pages.add(digest);
    this.facts = { ...this.facts, pageCount: this.facts.pageCount + 1, lastPage: page.id };
    if (!this.#setting.journal) return nothing;
    const entry = encodeLesson(lesson, 'asked');
    const journal = new Uint8Array(12 + entry.length);
    const words = new DataView(journal.buffer);
    words.setUint32(0, entry.length, true);
    words.setUint32(4, digest.high, true);
    words.setUint32(8, digest.low, true);
    journal.set(entry, 12);
    this.#journalBytes += journal.length;
    const isDue = this.#journalBytes > Math.max(this.#snapshotBytes, MIN_JOURNAL_BYTES);
    if (this.#snapshotBytes > 0 && !isDue) return { journal };
    const snapshot = this.snapshot();
    this.#snapshotBytes = snapshot.length;
    this.#journalBytes = 0;
    return { snapshot, journal: new Uint8Array() };
  }

  /** What a page has added is lost to the store: the next one brings the whole state. */
  rewrite(): void {
    this.#snapshotBytes = 0;
  }

  snapshot(): Uint8Array {
    const { method, options, forgetting } = this.#setting;
    const head = encoder.encode(JSON.stringify({ method, options, forgetting }));
    return joinParts([head, this.pages.toBytes(), this.carried], this.detector.save());
  }

  /** As a parking place keeps it: everything that a store would not have. */
  park(): Uint8Array {
    const { facts, pass } = this;
    const counts = { facts, pass, snapshotBytes: this.#snapshotBytes, journalBytes: this.#journalBytes };
    return joinParts([encoder.encode(JSON.stringify(counts))], this.snapshot());
  }

  static unpark(bytes: Uint8Array, setting: SiteSetting, detector: Detector): Site {
    const [[counts], snapshot] = splitParts(bytes, 1);
    const { facts, pass, snapshotBytes, journalBytes } = JSON.parse(decoder.decode(counts));
    const site = new Site(setting, detector, { snapshot, journals: [], facts });
    site.pass = pass;
    site.#snapshotBytes = snapshotBytes;
    site.#journalBytes = journalBytes;
    return site;
  }

  #load(snapshot: Uint8Array): void {
    const [[head, digests, carried], state] = splitParts(snapshot, SNAPSHOT_PARTS);
    checkSetting(readHead(head!), this.#setting);
    this.pages.load(digests!);
    this.carried = carried!;
    this.detector.load(state);
  }

  #replay(journal: Uint8Array): void {
    const words = new DataView(journal.buffer, journal.byteOffset, journal.length);
    for (let at = 0; at < journal.length; ) {
      if (at + 12 > journal.length) throw damaged('a journal ends too early');
      const length = words.getUint32(at, true);
      const digest = { high: words.getUint32(at + 4, true), low: words.getUint32(at + 8, true) };
      const entry = journal.subarray(at + 12, at + 12 + length);
      if (entry.length < length) throw damaged('a journal ends too early');
      this.pages.add(digest);
      this.detector.apply(decodeLesson(entry));
      at += 12 + length;
    }
  }
}

/** How a state was learned, for whoever has only its bytes. */
export function readSetting(snapshot: Uint8Array): LearnedBy {
  return readHead(splitParts(snapshot, SNAPSHOT_PARTS)[0][0]!);
}

/** Throws for a state that was learned in another way. */
export function checkSetting(found: LearnedBy, expected: LearnedBy): void {
  if (found.method !== expected.method)
    throw new DehuskError('STATE_OF_OTHER_METHOD', { found: found.method, expected: expected.method });
  if (found.forgetting !== expected.forgetting)
    throw new DehuskError('STATE_OF_OTHER_MODE', {
      found: found.forgetting ? 'page by page' : 'from the whole input at once',
      expected: expected.forgetting ? 'page by page' : 'from the whole input at once',
    });
  const names = new Set([...Object.keys(found.options), ...Object.keys(expected.options)]);
  for (const name of names) {
    const [was, is] = [spell(found.options[name]), spell(expected.options[name])];
    if (was !== is) throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, found: was, expected: is });
  }
}

/**
 * Throws for a store that another method, mode or other options have filled. One site speaks for all: nobody gets past
 * this with other ones.
 */
export async function checkStore(store: StoreReader, expected: LearnedBy): Promise<void> {
  for await (const { site } of store.sites()) {
    const snapshot = (await store.loadSite(site))?.snapshot;
    if (snapshot === undefined) continue;
    checkSetting(readSetting(snapshot), expected);
    return;
  }
}

function spell(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function readHead(bytes: Uint8Array): LearnedBy {
  try {
    const head = JSON.parse(decoder.decode(bytes)) as Partial<LearnedBy>;
    const { method, options, forgetting } = head;
    if (typeof method === 'string' && isRecord(options) && typeof forgetting === 'boolean')
      return { method, options, forgetting };
  } catch {
    // Said below: the parser's words help nobody.
  }
  throw damaged('it names no method');
}

function isRecord(value: unknown): value is OptionValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parts with their lengths before them, and the rest. */
function joinParts(parts: readonly Uint8Array[], rest: Uint8Array): Uint8Array {
  const length = parts.reduce((sum, part) => sum + 4 + part.length, 0) + rest.length;
  const bytes = new Uint8Array(length);
  const words = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    words.setUint32(at, part.length, true);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  bytes.set(rest, at);
  return bytes;
}

function splitParts(bytes: Uint8Array, count: number): [readonly Uint8Array[], Uint8Array] {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const length = at + 4 <= bytes.length ? words.getUint32(at, true) : bytes.length;
    const part = bytes.subarray(at + 4, at + 4 + length);
    if (part.length < length) throw damaged('it is too short');
    parts.push(part);
    at += 4 + length;
  }
  return [parts, bytes.subarray(at)];
}

/** What a method cannot read was not written by it. */
function orDamaged(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw new DehuskError('STATE_DAMAGED', { reason: (error as Error).message }, { cause: error });
  }
}

function damaged(reason: string): DehuskError {
  return new DehuskError('STATE_DAMAGED', { reason });
}

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
    if (bytes.length % 8 !== 0) throw damaged('its pages are cut short');
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
