/** The file each page is written to, below the output folder: never outside it, and no two pages in one. */
import type { CleanedPage } from '../../index.ts';
import { safeName, shortHash, toSlug } from './safe-name.ts';

export interface PageFileNameOptions {
  /** With its dot. */
  readonly extension: string;
  /** Keep the folders of the input, or of the address; else all files lie side by side. */
  readonly keepDirs: boolean;
}

/** Paths longer than this become one name: Windows takes 260 characters in all. */
const maxPathBytes = 180;

/** Gives each page its path, with forward slashes. The same pages in the same order get the same paths. */
export class PageFileNames {
  readonly #options: PageFileNameOptions;
  /** Taken paths, in the form in which a file system that ignores case compares them. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  /** How often a path was asked for, so that the thousandth of its kind needs no thousand tries. */
  readonly #asked = new Map<string, number>();

  constructor(options: PageFileNameOptions) {
    this.#options = options;
  }

  next(page: Pick<CleanedPage, 'id' | 'raw'>): string {
    const segments = this.#options.keepDirs ? placeOf(page) : [page.id.replace(/^https?:\/\//, '')];
    const path = segments.map(safeName).join('/');
    const mustBeFlat = Buffer.byteLength(path) > maxPathBytes || this.#runsThroughFile(path);
    // Side by side, every name has a hash: whether it needed one must not depend on the pages before it.
    const flat = `${toSlug(segments.join('/'))}-${shortHash(page.id)}`;
    return this.#take(this.#options.keepDirs && !mustBeFlat ? path : flat);
  }

  /** The first of `path`, `path-2`, `path-3` … that is free. */
  #take(path: string): string {
    const { extension } = this.#options;
    const asked = comparable(path);
    for (let nth = (this.#asked.get(asked) ?? 0) + 1; ; nth++) {
      const name = `${path}${nth === 1 ? '' : `-${nth}`}${extension}`;
      const key = comparable(name);
      if (this.#files.has(key) || this.#folders.has(key)) continue;
      this.#asked.set(asked, nth);
      this.#files.add(key);
      for (const folder of foldersOf(key)) this.#folders.add(folder);
      return name;
    }
  }

  /** A page at `/a` may have become the file that `/a.txt/b` needs as a folder. */
  #runsThroughFile(path: string): boolean {
    return foldersOf(comparable(path)).some((folder) => this.#files.has(folder));
  }
}

/** Where a page lies: in the folder that was read, else on its host. */
function placeOf({ id, raw: { url, provenance } }: Pick<CleanedPage, 'id' | 'raw'>): readonly string[] {
  const { path, line, offset } = provenance;
  if (path !== undefined && line === undefined && offset === undefined) return dropExtension(path).split('/');
  if (url === undefined || !URL.canParse(url)) return [id];
  const { host, pathname, search } = new URL(url);
  const segments = pathname.replace(/^\//, '').split('/').map(decoded);
  const last = dropExtension(segments.at(-1)! || 'index') + search;
  return [host || 'page', ...segments.slice(0, -1).filter((segment) => segment !== ''), last];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function dropExtension(name: string): string {
  return name.replace(/(?<=[^/])\.x?html?(?:\.gz)?$/i, '');
}

function comparable(path: string): string {
  return path.toLowerCase().normalize('NFC');
}

/** `a/b/c` → `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, i) => segments.slice(0, i + 1).join('/'));
}
