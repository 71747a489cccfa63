/** The file each page is written to, below the output folder: never outside it, and no two pages in one. */
import { createHash } from 'node:crypto';
import { resolveUrl } from '../../page/raw-page.ts';
import type { PagePlace } from './output.ts';

interface PageFileNameOptions {
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

  next(page: PagePlace): string {
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
function placeOf({ id, raw: { url, provenance } }: PagePlace): readonly string[] {
  const { path, line, offset } = provenance;
  if (path !== undefined && line === undefined && offset === undefined) return dropExtension(path).split('/');
  const address = url === undefined ? undefined : resolveUrl(url);
  if (address === undefined) return [id];
  const { host, pathname, search } = address;
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

/**
 * File names made of what strangers wrote: addresses and paths of pages. A name holds letters, digits and some
 * harmless signs of any script, is short, and means nothing special to any system. Where that changed it, a hash of
 * the original keeps it apart from others that come out alike.
 */

/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** A file system takes 255 bytes; hash, number and ending must fit too. */
const maxNameBytes = 100;

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** One segment of a path; never empty, never `.` or `..`, and the same for the same text. */
export function safeName(text: string): string {
  const slug = toSlug(text);
  return slug === text ? slug : `${slug}-${shortHash(text)}`;
}

function toSlug(text: string): string {
  const plain = text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}._~@+=,()-]+/gu, '-');
  const trimmed = trimEnds(cutToBytes(trimEnds(plain), maxNameBytes));
  if (trimmed === '') return 'page';
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** A dot in front hides a file, a dash makes it look like a flag, dots at the end are dropped by Windows. */
function trimEnds(text: string): string {
  return text.replace(/^[.\p{M}-]+|[.-]+$/gu, '');
}

function cutToBytes(text: string, limitBytes: number): string {
  let bytes = 0;
  let cut = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > limitBytes) break;
    cut += char;
  }
  return cut;
}
