/**
 * Pages on disk, one file each, named by the hash of what they are kept under. A file appears whole or not at all
 * (written aside, then renamed), so any number of processes may share a folder; the last writer wins. Nothing is
 * flushed: what a power cut leaves behind is noticed by its checksum and fetched again.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DehuskError } from '../../../errors.ts';
import type { MutableCounters } from '../counters.ts';
import { fileNameOf, readEntry, writeEntry } from './entry-file.ts';
import { pruneFolder } from './prune-folder.ts';

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

export interface DiskCacheOptions {
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
