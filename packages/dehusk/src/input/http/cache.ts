/**
 * Pages on disk, one file each, named by the hash of what they are kept under. A file appears whole or not at all
 * (written aside, then renamed), so any number of processes may share a folder; the last writer wins. Nothing is
 * flushed: what a power cut leaves behind is noticed by its checksum and fetched again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DehuskError } from '../../errors.ts';
import { httpDateMs } from './answer.ts';
import type { MutableCounters } from './options.ts';

export interface CacheEntry {
  /** What it is kept under: the address, or whose robots.txt it is. */
  readonly key: string;
  /** With all encodings undone. */
  readonly bytes: Uint8Array;
  /** When it was fetched, in ISO 8601. */
  readonly date: string;
  readonly freshUntilMs: number;
  readonly contentType?: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

interface DiskCacheOptions {
  readonly folder: string;
  /** Beyond this the entries that were written longest ago go. */
  readonly maxBytes: number;
  readonly counters: MutableCounters;
}

export class DiskCache {
  readonly #options: DiskCacheOptions;
  #folder: Promise<unknown> | undefined;
  #unprunedBytes = 0;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
  }

  /** Undefined where there is none, or what is there is damaged. */
  async read(key: string): Promise<CacheEntry | undefined> {
    try {
      return readEntry(await readFile(this.#fileOf(key)), key);
    } catch {
      // Absent, unreadable, in the middle of being removed: each means that the page is fetched.
      return undefined;
    }
  }

  /** Throws OUTPUT_UNWRITABLE where there can be no folder; a single entry that cannot be written is only counted. */
  async write(entry: CacheEntry): Promise<void> {
    await this.#makeFolder();
    const file = this.#fileOf(entry.key);
    const aside = `${file}.${randomUUID()}.tmp`;
    try {
      await writeParts(aside, writeEntry(entry));
      await rename(aside, file);
      await this.#pruneAfter(entry.bytes.length);
    } catch {
      this.#options.counters.cacheFailures++;
      await rm(aside, { force: true }).catch(() => undefined);
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#fileOf(key), { force: true }).catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#unprunedBytes > 0) await this.#prune();
  }

  #fileOf(key: string): string {
    return join(this.#options.folder, fileNameOf(key));
  }

  #makeFolder(): Promise<unknown> {
    const { folder } = this.#options;
    this.#folder ??= mkdir(folder, { recursive: true }).catch((cause: Error) => {
      throw new DehuskError('OUTPUT_UNWRITABLE', { file: folder, reason: cause.message }, { cause });
    });
    return this.#folder;
  }

  /** Now and then: a look at the whole folder costs a system call a file. */
  async #pruneAfter(sizeBytes: number): Promise<void> {
    this.#unprunedBytes += sizeBytes;
    if (this.#unprunedBytes > this.#options.maxBytes / 8) await this.#prune();
  }

  async #prune(): Promise<void> {
    this.#unprunedBytes = 0;
    await pruneFolder(this.#options.folder, this.#options.maxBytes);
  }
}

async function writeParts(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writev(parts as Uint8Array[]);
  } finally {
    await handle.close();
  }
}

const magic = 'dehusk-http 1 ';
const headBytes = magic.length + 64 + 1;
const newline = 0x0a;

function fileNameOf(key: string): string {
  return `${sha256([Buffer.from(key)])}.page`;
}

/** What a file of ours may be called; the others in the folder are none of our business. */
const ownFileName: RegExp = /^[0-9a-f]{64}\.page$/;

/**
 * An entry as one file:
 *
 *   dehusk-http 1 <SHA-256 of the rest, hex>\n
 *   {"key":…,"date":…,"freshUntilMs":…,…}\n
 *   body
 *
 * The checksum stands for everything behind it, so a file that is cut, mixed or flipped reads as no entry at all.
 */
function writeEntry({ bytes, ...facts }: CacheEntry): readonly Uint8Array[] {
  const line = Buffer.from(`${JSON.stringify(facts)}\n`);
  return [Buffer.from(`${magic}${sha256([line, bytes])}\n`), line, bytes];
}

/** Undefined for whatever is not the whole entry of `key`. */
function readEntry(file: Uint8Array, key: string): CacheEntry | undefined {
  const rest = file.subarray(headBytes);
  const head = Buffer.from(file.subarray(0, headBytes)).toString('latin1');
  if (head !== `${magic}${sha256([rest])}\n`) return undefined;
  const end = rest.indexOf(newline);
  const facts = JSON.parse(Buffer.from(rest.subarray(0, end)).toString()) as Omit<CacheEntry, 'bytes'>;
  return facts.key === key ? { ...facts, bytes: rest.subarray(end + 1) } : undefined;
}

function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

interface EntryFile {
  readonly file: string;
  readonly sizeBytes: number;
  readonly writtenMs: number;
}

/** No write takes this long; what is older has no writer any more. */
const leftoverMs = 3_600_000;

/** Keeps the cache from growing: the entries that were written longest ago go, and what killed writers left behind. */
async function pruneFolder(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const entries = await sizesOf(folder, names.filter(isOwn));
  let sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  for (const entry of entries.toSorted((a, b) => a.writtenMs - b.writtenMs)) {
    const isLeftover = entry.file.endsWith('.tmp');
    if (isLeftover ? Date.now() - entry.writtenMs < leftoverMs : sizeBytes <= maxBytes) continue;
    await rm(entry.file, { force: true }).catch(() => undefined);
    sizeBytes -= entry.sizeBytes;
  }
}

function isOwn(name: string): boolean {
  return ownFileName.test(name.replace(/\.[0-9a-f-]{36}\.tmp$/, ''));
}

async function sizesOf(folder: string, names: readonly string[]): Promise<EntryFile[]> {
  const entries: EntryFile[] = [];
  for (const name of names) {
    const file = join(folder, name);
    // Another process may have removed it since.
    const facts = await stat(file).catch(() => undefined);
    if (facts) entries.push({ file, sizeBytes: facts.size, writtenMs: facts.mtimeMs });
  }
  return entries;
}

interface Storage {
  readonly mayStore: boolean;
  /** Until then the entry serves without a question to the server. */
  readonly freshUntilMs: number;
}

/** What an answer says about being kept (RFC 9111), for a cache that one user has and that never serves what is stale. */
export function storageOf(fields: ReadonlyMap<string, string>, nowMs: number): Storage {
  const control = directivesOf(fields.get('cache-control') ?? '');
  const varies = (fields.get('vary') ?? '').split(',').some((name) => name.trim() === '*');
  if (control.has('no-store') || varies) return { mayStore: false, freshUntilMs: nowMs };
  return { mayStore: true, freshUntilMs: nowMs + freshForMs(control, fields, nowMs) };
}

/** 4.2.1, without heuristics: where the server names no time, it is asked. 4.2.3: what others have kept it for counts. */
function freshForMs(
  control: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, string>,
  nowMs: number,
): number {
  if (control.has('no-cache')) return 0;
  const ageMs = secondsMs(fields.get('age')) ?? 0;
  const maxAge = control.get('max-age');
  const lifeMs = maxAge === undefined ? untilExpiryMs(fields, nowMs) : (secondsMs(maxAge) ?? 0);
  return Math.max(0, lifeMs - ageMs);
}

/** By the server's own clock; an Expires that is no date has passed. */
function untilExpiryMs(fields: ReadonlyMap<string, string>, nowMs: number): number {
  const expiresMs = httpDateMs(fields.get('expires') ?? '');
  if (expiresMs === undefined) return 0;
  return Math.min(expiresMs - (httpDateMs(fields.get('date') ?? '') ?? nowMs), maxLifeMs);
}

/** RFC 9111 takes a year for the longest that anybody means. */
const maxLifeMs = 365 * 24 * 3_600_000;

function secondsMs(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value) * 1000, maxLifeMs) : undefined;
}

/** Of a directive that comes twice, the first counts. */
function directivesOf(text: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=', 2).map((word) => word.trim());
    const key = name.toLowerCase();
    if (key !== '' && !directives.has(key)) directives.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  return directives;
}
