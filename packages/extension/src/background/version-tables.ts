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

function copyKey(url: string, id: number): string {
  return `${id} ${url}`;
}
