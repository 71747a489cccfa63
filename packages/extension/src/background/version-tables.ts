/** Versions of pages in the extension's own database; the rules are those of every `PageVersions`. */
import {
  openPageVersions,
  type PageVersions,
  type StoredPage,
  type VersionLimits,
  type VersionTables,
} from 'dehusk/dom-parts';
import { type Database, done, entries, isFull } from './database.ts';

const ownLimits: VersionLimits = {
  versions: 20,
  copyBytes: 50 * 1024,
  totalBytes: 32 * 1024 * 1024,
};

export function openStoredVersions(database: Database, limits: VersionLimits = ownLimits): PageVersions {
  return openPageVersions(versionTables(database), limits);
}

function versionTables(database: Database): VersionTables {
  return {
    readPage: (url) => database.read<StoredPage>('pages', url),
    readCopy: (url, id) => database.read<Uint8Array>('copies', copyKey(url, id)),
    change: (act) =>
      database.change(['pages', 'copies'], ({ pages, copies }) =>
        act({
          page: (url) => done<StoredPage | undefined>(pages.get(url)),
          pages: () => entries<StoredPage>(pages),
          putPage: (url, page) => void pages.put(page, url),
          deletePage: (url) => void pages.delete(url),
          putCopy: (url, id, bytes) => void copies.put(bytes, copyKey(url, id)),
          deleteCopy: (url, id) => void copies.delete(copyKey(url, id)),
        }),
      ),
    isFull,
  };
}

/** A page with its versions, as they are kept. */
export interface KeptPage {
  readonly url: string;
  readonly stored: StoredPage;
  /** Compressed. */
  readonly copies: readonly (readonly [id: number, bytes: Uint8Array])[];
}

export function readPages(database: Database): Promise<readonly KeptPage[]> {
  return database.look(['pages', 'copies'], async ({ pages, copies }) => {
    const kept: KeptPage[] = [];
    for (const [url, stored] of await entries<StoredPage>(pages)) {
      const found: [number, Uint8Array][] = [];
      for (const { id } of stored.versions) {
        const bytes = await done<Uint8Array | undefined>(copies.get(copyKey(url, id)));
        if (bytes !== undefined) found.push([id, bytes]);
      }
      if (found.length === stored.versions.length) kept.push({ url, stored, copies: found });
    }
    return kept;
  });
}

/** As far as there is room for them: what another browser has kept may be more than is kept here. */
export async function restorePages(database: Database, given: readonly KeptPage[]): Promise<void> {
  const { copyBytes, totalBytes } = ownLimits;
  let total = 0;
  await database.change(['pages', 'copies'], async ({ pages, copies }) => {
    for (const page of given) {
      const sizes = page.copies.map(([, bytes]) => bytes.length);
      total += sizes.reduce((sum, bytes) => sum + bytes, 0);
      if (total > totalBytes || Math.max(...sizes) > copyBytes) continue;
      pages.put(page.stored, page.url);
      for (const [id, bytes] of page.copies) copies.put(bytes, copyKey(page.url, id));
    }
  });
}

function copyKey(url: string, id: number): string {
  return `${id} ${url}`;
}
