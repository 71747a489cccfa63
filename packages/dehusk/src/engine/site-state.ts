/**
 * What is known of one site, as bytes.
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
import { decodeLesson, encodeLesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { jsonSection, readSections, type SavedSections, writeSections } from '../detect/sections.ts';
import { DehuskError, damagedState } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import { digestAfter, digestOfWords, noDigest, wordsOfDigest } from './digest.ts';
import type { LearnedBy, PageDigest, ParkedCounts, Site, SiteSetting, SiteStates } from './site.ts';
import type { SiteFacts, SiteState, StoreReader } from './store.ts';

/** Of the format of snapshots. */
const VERSION = 3;

export const siteStates: SiteStates = {
  restore: (site, kept, setting) => orDamaged(() => restore(site, kept, setting)),
  snapshot: ({ facts, pages, carried, detector }, { method, options, forgetting, hashKey }) => {
    const { pageCount, digest } = facts;
    return writeSections([
      jsonSection('site', VERSION, { method, options, forgetting, hashKey, pageCount, digest }),
      { name: 'pages', version: VERSION, bytes: pages.toBytes() },
      { name: 'carried', version: VERSION, bytes: carried },
      { name: 'detector', version: VERSION, bytes: detector.save() },
    ]);
  },
  entryOf: makeEntry,
  park: (counts, snapshot) =>
    writeSections([
      jsonSection('counts', VERSION, counts),
      { name: 'snapshot', version: VERSION, bytes: snapshot },
    ]),
  unpark: (bytes) => {
    const sections = readSections(bytes);
    return {
      counts: sections.json('counts', VERSION) as ParkedCounts,
      snapshot: sections.bytes('snapshot', VERSION),
    };
  },
  check: checkStore,
};

function restore(site: Site, { snapshot, journals, facts }: SiteState, setting: SiteSetting): void {
  let learned: LearnedPages = { pageCount: 0, digest: noDigest };
  if (snapshot !== undefined) learned = restoreSnapshot(site, readSections(snapshot), setting);
  for (const { entry, after } of followEntries(learned, journals, setting.hashKey)) {
    site.pages.add(entry.page);
    site.detector.apply(decodeLesson(entry.lesson));
    learned = after;
  }
  if (learned.pageCount !== facts.pageCount || learned.digest !== facts.digest)
    throw damagedState('what was learned does not end with the last page');
}

function restoreSnapshot(site: Site, sections: SavedSections, setting: SiteSetting): LearnedPages {
  const head = headOf(sections);
  checkSetting(head, setting);
  if (head.hashKey.join() !== setting.hashKey.join()) throw damagedState('it is of another key');
  site.pages.load(sections.bytes('pages', VERSION));
  // A copy: a window would keep the whole snapshot in memory.
  site.carried = new Uint8Array(sections.bytes('carried', VERSION));
  site.detector.load(sections.bytes('detector', VERSION));
  return head;
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
  ...[before, { page, lesson, key }]: Parameters<SiteStates['entryOf']>
): ReturnType<SiteStates['entryOf']> {
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
export function intactPart(
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
