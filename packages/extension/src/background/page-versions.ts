/**
 * Versions of the pages that the user wants to be told of. A version is the text of a `PageCopy`, compressed. What is
 * kept is bounded, and the oldest go first; but never the one that the user has seen, or nobody could say what is new.
 *
 *     pages   address → what is known of the page: its versions, which one was seen, what changes at every visit
 *     copies  address and number → the version
 */
import type { KeepAnswer, PageHistory, VersionFacts } from '../protocol.ts';
import { type Database, done, entries, gunzip, gzip, isFull, type Tables } from './database.ts';

/** Of what is kept of a page; what has another one was written by another version. */
const FORMAT = 1;
const MOST_VERSIONS = 20;
const MOST_COPY_BYTES = 50 * 1024;
/** Of all pages together. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Places that were replaced; a page that has more is another page at every visit. */
const MOST_PLACES = 500;

interface StoredPage extends PageHistory {
  readonly format: number;
  readonly site: string;
  /** Of the newest version. */
  readonly digest: string;
}

export interface PageVersions {
  history(url: string): Promise<PageHistory | undefined>;
  /** The text of a version. */
  load(url: string, id: number): Promise<string | undefined>;
  /** `replaced`: the places of the page where something else stands than in the version before. */
  keep(page: { readonly site: string; readonly url: string }, version: NewVersion): Promise<KeepAnswer>;
  markSeen(url: string, id: number): Promise<void>;
  forgetPage(url: string): Promise<void>;
  forgetSite(site: string): Promise<void>;
  list(): Promise<readonly { readonly site: string; readonly url: string; readonly sizeBytes: number }[]>;
}

interface NewVersion {
  readonly text: string;
  readonly replaced: readonly string[];
}

export function openPageVersions(database: Database): PageVersions {
  const stored = async (url: string): Promise<StoredPage | undefined> => {
    const page = await database.read<StoredPage>('pages', url);
    return page?.format === FORMAT ? page : undefined;
  };

  const forget = (wants: (url: string, page: StoredPage) => boolean): Promise<void> =>
    database.change(['pages', 'copies'], async (tables) => {
      for (const [url, page] of await entries<StoredPage>(tables.pages))
        if (wants(url, page)) dropPage(tables, url, page);
    });

  return {
    history: stored,
    load: async (url, id) => {
      const bytes = await database.read<Uint8Array>('copies', copyKey(url, id));
      return bytes && new TextDecoder().decode(await gunzip(bytes));
    },
    keep: async ({ site, url }, { text, replaced }) => {
      const bytes = new TextEncoder().encode(text);
      const digest = await digestOf(bytes);
      const copy = await gzip(bytes);
      try {
        return await database.change(['pages', 'copies'], async (tables) => {
          const found = await done<StoredPage | undefined>(tables.pages.get(url));
          if (found !== undefined && found.format !== FORMAT) dropPage(tables, url, found);
          const before = found?.format === FORMAT ? found : undefined;
          if (before?.digest === digest) return 'same';
          if (copy.length > MOST_COPY_BYTES) return 'too-large';
          const version = { id: nextId(before), takenAt: Date.now(), sizeBytes: copy.length };
          const page = withVersion(before, version, replaced);
          for (const { id } of before?.versions ?? [])
            if (!page.versions.some((kept) => kept.id === id)) tables.copies.delete(copyKey(url, id));
          tables.copies.put(copy, copyKey(url, version.id));
          tables.pages.put({ ...page, format: FORMAT, site, digest } satisfies StoredPage, url);
          await makeRoom(tables, url);
          return 'kept';
        });
      } catch (error) {
        if (isFull(error)) return 'full';
        throw error;
      }
    },
    markSeen: (url, id) =>
      database.change(['pages'], async ({ pages }) => {
        const page = await done<StoredPage | undefined>(pages.get(url));
        if (page?.versions.some((version) => version.id === id)) pages.put({ ...page, seen: id }, url);
      }),
    forgetPage: (url) => forget((other) => other === url),
    forgetSite: (site) => forget((_, page) => page.site === site),
    list: () =>
      database.change(['pages'], async ({ pages }) =>
        [...(await entries<StoredPage>(pages))].map(([url, { site, versions }]) => ({
          site,
          url,
          sizeBytes: sizeOf(versions),
        })),
      ),
  };
}

/** The page with one more version; the first one counts as seen. Exported for tests. */
export function withVersion(
  before: PageHistory | undefined,
  version: VersionFacts,
  replaced: readonly string[],
): PageHistory {
  const seen = before?.seen ?? version.id;
  let versions = [...(before?.versions ?? []), version];
  while (versions.length > MOST_VERSIONS) {
    const oldest = versions.find(({ id }) => id !== seen)!;
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

function copyKey(url: string, id: number): string {
  return `${id} ${url}`;
}

function sizeOf(versions: readonly VersionFacts[]): number {
  return versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function dropPage({ pages, copies }: Tables<'pages' | 'copies'>, url: string, page: StoredPage): void {
  for (const { id } of page.versions) copies.delete(copyKey(url, id));
  pages.delete(url);
}

/** Pages that nobody came back to for longest go whole. */
async function makeRoom(tables: Tables<'pages' | 'copies'>, current: string): Promise<void> {
  const lastOf = ({ versions }: StoredPage): number => versions.at(-1)?.takenAt ?? 0;
  const all = [...(await entries<StoredPage>(tables.pages))].sort(([, a], [, b]) => lastOf(a) - lastOf(b));
  let total = all.reduce((sum, [, { versions }]) => sum + sizeOf(versions), 0);
  for (const [url, page] of all) {
    if (total <= MOST_BYTES) return;
    if (url === current) continue;
    dropPage(tables, url, page);
    total -= sizeOf(page.versions);
  }
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
