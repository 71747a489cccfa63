/**
 * What is known of one site, in memory and as bytes.
 *
 *     snapshot   sections: `site`, how it was learned and from how many pages; `pages`, their digests, oldest first;
 *                `carried`, what a method that judges batches hands from one to the next; `detector`
 *     journal    for each page since: u32 length of its lesson · digest of the site behind it, 8 bytes
 *                digest of the page, 8 bytes · the lesson
 *
 * A snapshot is written now and then, a journal entry with each page: so a page costs what it adds, and not what is
 * known already. Applying the lessons to the snapshot gives the same state to the bit.
 *
 * The digest of a site is chained over its pages: each is made of the one before and of what the page has taught. It
 * does not depend on how the pages were committed, or by whom. Each entry has it, the snapshot has that of its last
 * page, and the facts have that of the last page of all: so a snapshot or an entry that is missing, doubled, swapped or
 * from another time is noticed.
 */
import type { Detector } from '../detect/detector.ts';
import { decodeLesson, encodeLesson, type Lesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { jsonSection, readSections, type SavedSections, writeSections } from '../detect/sections.ts';
import { DehuskError, damagedState } from '../errors.ts';
import { addTitle } from '../metadata/site-titles.ts';
import type { HashKey } from '../page/hash.ts';
import { readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { type Digest, digestAfter, digestOfWords, noDigest, wordsOfDigest } from './digest.ts';
import { type PageDigest, SeenPages } from './seen-pages.ts';
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
}

/** What a page has added to the state of its site, for a store. */
export interface StateGain {
  /** The whole state, when it is time to write it again; then the journal is empty. */
  readonly snapshot?: Uint8Array;
  readonly journal: Uint8Array;
}

/** Of the format of snapshots. */
const VERSION = 3;

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
    if (kept !== undefined) orDamaged(() => this.#load(kept));
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
    const titleParts = addTitle(this.facts.titleParts, title);
    this.facts = {
      ...this.facts,
      pageCount: this.facts.pageCount + 1,
      lastPage: id,
      ...(titleParts && { titleParts }),
    };
    if (!this.#setting.journal) return undefined;
    const { entry, digest: now } = makeEntry(this.facts.digest, digest, lesson, this.#setting.hashKey);
    this.facts = { ...this.facts, digest: now };
    return entry;
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
    const { method, options, forgetting, hashKey } = this.#setting;
    const { pageCount, digest } = this.facts;
    return writeSections([
      jsonSection('site', VERSION, { method, options, forgetting, hashKey, pageCount, digest }),
      { name: 'pages', version: VERSION, bytes: this.pages.toBytes() },
      { name: 'carried', version: VERSION, bytes: this.carried },
      { name: 'detector', version: VERSION, bytes: this.detector.save() },
    ]);
  }

  /** As a parking place keeps it: everything that a store would not have. */
  park(): Uint8Array {
    const { facts, pass } = this;
    const counts = { facts, pass, snapshotBytes: this.#snapshotBytes, journalBytes: this.#journalBytes };
    return writeSections([
      jsonSection('counts', VERSION, counts),
      { name: 'snapshot', version: VERSION, bytes: this.snapshot() },
    ]);
  }

  static unpark(bytes: Uint8Array, setting: SiteSetting, detector: Detector): Site {
    const sections = readSections(bytes);
    const counts = sections.json('counts', VERSION) as ParkedCounts;
    const snapshot = sections.bytes('snapshot', VERSION);
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

  #load({ snapshot, journals, facts }: SiteState): void {
    let learned: LearnedPages = { pageCount: 0, digest: noDigest };
    if (snapshot !== undefined) learned = this.#loadSnapshot(readSections(snapshot));
    for (const { entry, after } of followEntries(learned, journals, this.#setting.hashKey)) {
      this.pages.add(entry.page);
      this.detector.apply(decodeLesson(entry.lesson));
      learned = after;
    }
    if (learned.pageCount !== facts.pageCount || learned.digest !== facts.digest)
      throw damagedState('what was learned does not end with the last page');
  }

  #loadSnapshot(sections: SavedSections): LearnedPages {
    const head = headOf(sections);
    checkSetting(head, this.#setting);
    if (head.hashKey.join() !== this.#setting.hashKey.join()) throw damagedState('it is of another key');
    this.pages.load(sections.bytes('pages', VERSION));
    // A copy: a window would keep the whole snapshot in memory.
    this.carried = new Uint8Array(sections.bytes('carried', VERSION));
    this.detector.load(sections.bytes('detector', VERSION));
    return head;
  }
}

interface ParkedCounts {
  readonly facts: SiteFacts;
  readonly pass: number;
  readonly snapshotBytes: number;
  readonly journalBytes: number;
}

/** From how many pages a site was learned, and their digest. */
type LearnedPages = Pick<SiteFacts, 'pageCount' | 'digest'>;

/** How a snapshot was learned, and from what. */
export type SnapshotHead = LearnedBy & LearnedPages & Pick<SiteSetting, 'hashKey'>;

/** For whoever has only the bytes. Throws STATE_DAMAGED. */
export function readSnapshotHead(snapshot: Uint8Array): SnapshotHead {
  return headOf(readSections(snapshot));
}

function headOf(sections: SavedSections): SnapshotHead {
  const head = sections.json('site', VERSION) as Partial<SnapshotHead> | null;
  const { method, options, forgetting, hashKey, pageCount, digest } = head ?? {};
  const isHead =
    typeof method === 'string' &&
    isRecord(options) &&
    typeof forgetting === 'boolean' &&
    Array.isArray(hashKey) &&
    typeof pageCount === 'number' &&
    typeof digest === 'string';
  if (!isHead) throw damagedState('it names no method');
  return { method, options, forgetting, hashKey: hashKey as unknown as HashKey, pageCount, digest };
}

function isRecord(value: unknown): value is OptionValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ENTRY_HEAD_BYTES = 12;
const PAGE_DIGEST_BYTES = 8;

function makeEntry(
  before: Digest,
  page: PageDigest,
  lesson: Lesson,
  key: HashKey,
): { readonly entry: Uint8Array; readonly digest: Digest } {
  const taught = encodeLesson(lesson, 'asked');
  const entry = new Uint8Array(ENTRY_HEAD_BYTES + PAGE_DIGEST_BYTES + taught.length);
  const words = new DataView(entry.buffer);
  words.setUint32(0, taught.length, true);
  words.setUint32(12, page.high, true);
  words.setUint32(16, page.low, true);
  entry.set(taught, ENTRY_HEAD_BYTES + PAGE_DIGEST_BYTES);
  const digest = digestAfter(before, entry.subarray(ENTRY_HEAD_BYTES), key);
  const [high, low] = wordsOfDigest(digest);
  words.setUint32(4, high, true);
  words.setUint32(8, low, true);
  return { entry, digest };
}

interface JournalEntry {
  readonly page: PageDigest;
  readonly lesson: Uint8Array;
}

/**
 * The entries of journals, as long as each follows what is before it; `after` is what was learned with it. Throws
 * STATE_DAMAGED at the first that does not.
 */
function* followEntries(
  start: LearnedPages,
  journals: readonly Uint8Array[],
  key: HashKey,
): Generator<{ readonly entry: JournalEntry; readonly after: LearnedPages; readonly bytes: Uint8Array }> {
  let { pageCount, digest } = start;
  for (const journal of journals) {
    const words = new DataView(journal.buffer, journal.byteOffset, journal.length);
    for (let at = 0; at < journal.length; ) {
      const body = at + ENTRY_HEAD_BYTES;
      if (body + PAGE_DIGEST_BYTES > journal.length) throw damagedState('a journal ends too early');
      const end = body + PAGE_DIGEST_BYTES + words.getUint32(at, true);
      if (end > journal.length) throw damagedState('a journal ends too early');
      const next = digestAfter(digest, journal.subarray(body, end), key);
      if (next !== digestOfWords(words.getUint32(at + 4, true), words.getUint32(at + 8, true)))
        throw damagedState('a page in its journal does not follow the one before');
      digest = next;
      pageCount++;
      const page = { high: words.getUint32(body, true), low: words.getUint32(body + 4, true) };
      const lesson = journal.subarray(body + PAGE_DIGEST_BYTES, end);
      yield { entry: { page, lesson }, after: { pageCount, digest }, bytes: journal.subarray(at, end) };
      at = end;
    }
  }
}

/**
 * What is left of a site whose journal is damaged or too short: the snapshot, and the entries until the first that does
 * not follow (`isCut`). What was written is not forgotten by that. Throws STATE_DAMAGED where there is not even a
 * snapshot.
 */
export function wholePart(
  { snapshot, journals, facts }: SiteState,
  key: HashKey,
): SiteState & { readonly isCut: boolean } {
  if (snapshot === undefined) throw damagedState('it has no snapshot');
  let learned: LearnedPages = readSnapshotHead(snapshot);
  const kept: Uint8Array[] = [];
  let isCut = false;
  try {
    for (const { after, bytes } of followEntries(learned, journals, key)) {
      kept.push(bytes);
      learned = after;
    }
  } catch (error) {
    if (!isDamaged(error)) throw error;
    isCut = true;
  }
  const { pageCount, digest } = learned;
  const lastPage = digest === facts.digest ? facts.lastPage : '';
  return { snapshot, journals: kept, facts: { ...facts, pageCount, digest, lastPage }, isCut };
}

/** Throws for a state that was learned in another way. */
export function checkSetting(found: LearnedBy, expected: LearnedBy): void {
  if (found.method !== expected.method)
    throw new DehuskError('STATE_OF_OTHER_METHOD', { found: found.method, expected: expected.method });
  if (found.forgetting !== expected.forgetting)
    throw new DehuskError('STATE_OF_OTHER_MODE', { found: modeOf(found), expected: modeOf(expected) });
  const names = new Set([...Object.keys(found.options), ...Object.keys(expected.options)]);
  for (const name of names) {
    const [was, is] = [spell(found.options[name]), spell(expected.options[name])];
    if (was !== is) throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, found: was, expected: is });
  }
}

function modeOf({ forgetting }: LearnedBy): string {
  return forgetting ? 'page by page' : 'from the whole input at once';
}

/**
 * Throws for a store that another method, mode or other options have filled. One site speaks for all: nobody gets past
 * this with other ones.
 */
export async function checkStore(store: StoreReader, expected: LearnedBy): Promise<void> {
  for await (const { site } of store.sites()) {
    const snapshot = (await store.loadSite(site))?.snapshot;
    if (snapshot === undefined) continue;
    checkSetting(readSnapshotHead(snapshot), expected);
    return;
  }
}

function spell(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** What a method cannot read was not written by it. */
function orDamaged(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw damagedState((error as Error).message, { cause: error });
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof DehuskError && error.code === 'STATE_DAMAGED';
}
