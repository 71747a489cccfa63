/**
 * Versions of the pages that somebody wants to be told of. A version is a text that a page can be read from again; it is
 * kept compressed. What is kept is bounded, and the oldest go first; but never the one that was seen last, or nobody
 * could say what is new.
 *
 * The rules are here, once; where the versions lie is told by `VersionTables`: the database of a browser, a SQLite file.
 *
 *     pages   address → what is known of the page: its versions, which one was seen, what changes at every visit
 *     copies  address and number → the version
 */
import { damagedState } from '../../errors.ts';
import { gunzip, gzip } from './gzip.ts';

export interface VersionFacts {
  /** Counts up. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** Compressed. */
  readonly sizeBytes: number;
}

/** What is kept of a page besides its versions themselves. */
export interface PageHistory {
  /** The oldest first. */
  readonly versions: readonly VersionFacts[];
  /** The version that was seen last. */
  readonly seen: number;
  /** Places of the page, and at how many visits in succession something else has stood there. */
  readonly replacedTimes: readonly (readonly [place: string, times: number])[];
}

/** `same`: as the newest version. `full`: there is no room on the disk. */
export type KeepAnswer = 'kept' | 'same' | 'too-large' | 'full';

interface NewVersion {
  readonly text: string;
  readonly takenAt: number;
  /** The places of the page where something else stands than in the version before. */
  readonly replaced: readonly string[];
}

export interface PageVersions {
  history(url: string): Promise<PageHistory | undefined>;
  /** The text of a version. */
  load(url: string, id: number): Promise<string | undefined>;
  keep(page: { readonly site: string; readonly url: string }, version: NewVersion): Promise<KeepAnswer>;
  markSeen(url: string, id: number): Promise<void>;
  forgetPage(url: string): Promise<void>;
  forgetSite(site: string): Promise<void>;
  list(): Promise<readonly { readonly site: string; readonly url: string; readonly sizeBytes: number }[]>;
}

export interface VersionLimits {
  /** Of one page. */
  readonly versions: number;
  /** Of one version, compressed. */
  readonly copyBytes: number;
  /** Of all pages together. */
  readonly totalBytes: number;
}

/** Of what is kept of a page; what has another one was written by another version of the program. */
const FORMAT = 1;
/** Places that were replaced; a page that has more is another page at every visit. */
const MOST_PLACES = 500;

export interface StoredPage extends PageHistory {
  readonly format: number;
  readonly site: string;
  /** Of the newest version. */
  readonly digest: string;
}

/** The tables within one change. */
export interface OpenVersionTables {
  page(url: string): Promise<StoredPage | undefined>;
  pages(): Promise<ReadonlyMap<string, StoredPage>>;
  putPage(url: string, page: StoredPage): void;
  deletePage(url: string): void;
  putCopy(url: string, id: number, bytes: Uint8Array): void;
  deleteCopy(url: string, id: number): void;
}

export interface VersionTables {
  readPage(url: string): Promise<StoredPage | undefined>;
  readCopy(url: string, id: number): Promise<Uint8Array | undefined>;
  /** Either all of it is on disk at the end, or nothing. `act` waits for nothing but the tables. */
  change<Value>(act: (tables: OpenVersionTables) => Promise<Value>): Promise<Value>;
  /** Whether an error of `change` says that there is no room. */
  isFull(error: unknown): boolean;
}

export function openPageVersions(stored: VersionTables, limits: VersionLimits): PageVersions {
  const forget = (wants: (url: string, page: StoredPage) => boolean): Promise<void> =>
    stored.change(async (tables) => {
      for (const [url, page] of await tables.pages()) if (wants(url, page)) dropPage(tables, url, page);
    });
  return {
    history: async (url) => readable(await stored.readPage(url)),
    load: async (url, id) => {
      const bytes = await stored.readCopy(url, id);
      if (bytes === undefined) return undefined;
      try {
        return new TextDecoder().decode(await gunzip(bytes));
      } catch (cause) {
        throw damagedState('a version of a page is not what was kept', { cause });
      }
    },
    keep: async ({ site, url }, { text, takenAt, replaced }) => {
      const bytes = new TextEncoder().encode(text);
      const digest = await digestOf(bytes);
      const copy = await gzip(bytes);
      try {
        return await stored.change(async (tables) => {
          const found = await tables.page(url);
          const before = readable(found);
          if (found !== undefined && before === undefined) dropPage(tables, url, found);
          if (before?.digest === digest) return 'same';
          if (copy.length > limits.copyBytes) return 'too-large';
          const version = { id: nextId(before), takenAt, sizeBytes: copy.length };
          const page = withVersion(before, version, { replaced, mostVersions: limits.versions });
          for (const { id } of before?.versions ?? [])
            if (!page.versions.some((kept) => kept.id === id)) tables.deleteCopy(url, id);
          tables.putCopy(url, version.id, copy);
          tables.putPage(url, { ...page, format: FORMAT, site, digest });
          await makeRoom(tables, url, limits.totalBytes);
          return 'kept';
        });
      } catch (error) {
        if (stored.isFull(error)) return 'full';
        throw error;
      }
    },
    markSeen: (url, id) =>
      stored.change(async (tables) => {
        const page = readable(await tables.page(url));
        if (page?.versions.some((version) => version.id === id)) tables.putPage(url, { ...page, seen: id });
      }),
    forgetPage: (url) => forget((other) => other === url),
    forgetSite: (site) => forget((_, page) => page.site === site),
    list: () =>
      stored.change(async (tables) =>
        [...(await tables.pages())].map(([url, { site, versions }]) => ({
          site,
          url,
          sizeBytes: sizeOf(versions),
        })),
      ),
  };
}

function readable(page: StoredPage | undefined): StoredPage | undefined {
  return page?.format === FORMAT ? page : undefined;
}

/** The page with one more version; the first one counts as seen. */
export function withVersion(
  before: PageHistory | undefined,
  version: VersionFacts,
  { replaced, mostVersions }: { readonly replaced: readonly string[]; readonly mostVersions: number },
): PageHistory {
  const seen = before?.seen ?? version.id;
  let versions = [...(before?.versions ?? []), version];
  while (versions.length > mostVersions) {
    // The new one stays, though only one may be kept besides.
    const oldest = versions.find(({ id }) => id !== seen && id !== version.id);
    if (oldest === undefined) break;
    versions = versions.filter((one) => one !== oldest);
  }
  const times = new Map(before?.replacedTimes ?? []);
  const replacedTimes = replaced
    .slice(0, MOST_PLACES)
    .map((place) => [place, (times.get(place) ?? 0) + 1] as const);
  return { versions, seen, replacedTimes };
}

function nextId(before: PageHistory | undefined): number {
  return (before?.versions.at(-1)?.id ?? 0) + 1;
}

function sizeOf(versions: readonly VersionFacts[]): number {
  return versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function dropPage(tables: OpenVersionTables, url: string, page: StoredPage): void {
  for (const { id } of page.versions) tables.deleteCopy(url, id);
  tables.deletePage(url);
}

/** Pages that nobody came back to for longest go whole. */
async function makeRoom(tables: OpenVersionTables, current: string, most: number): Promise<void> {
  const lastOf = ({ versions }: StoredPage): number => versions.at(-1)?.takenAt ?? 0;
  const all = [...(await tables.pages())].sort(([, a], [, b]) => lastOf(a) - lastOf(b));
  let total = all.reduce((sum, [, { versions }]) => sum + sizeOf(versions), 0);
  for (const [url, page] of all) {
    if (total <= most) return;
    if (url === current) continue;
    dropPage(tables, url, page);
    total -= sizeOf(page.versions);
  }
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
