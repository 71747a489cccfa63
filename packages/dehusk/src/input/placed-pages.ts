/** Pages that were met before, read again from their places: records of archives, or files of their own. */
import { type FileHandle, open } from 'node:fs/promises';
import { DehuskError, systemReason } from '../errors.ts';
import { ByteReader } from './byte-reader.ts';
import { readHandle } from './files.ts';
import { headBytes, looksGzip, type SourceItem } from './input.ts';
import { openFiles } from './open-inputs.ts';
import { gzipArchive, openGzip, plainArchive } from './warc/archive.ts';
import { readWarc } from './warc/warc.ts';

export interface PageLocation {
  readonly path: string;
  /** Of the record, or of its gzip member; a page file has none. */
  readonly offset?: number;
}

/** Archives that nobody reads at the moment stay open for the next page, up to so many. */
const MAX_IDLE_ARCHIVES = 8;

/** What stands in a record before its page, and a little more. */
const HEADER_BYTES = 8 * 1024;
const MAX_FIRST_BYTES = 1024 * 1024;

interface OpenArchive {
  readonly handle: Promise<FileHandle>;
  readers: number;
}

/**
 * Reads pages from their places. Archives stay open: to open one, and to close it, took longer than to read a page from
 * it, which is one read of the right size.
 */
export class PlacedPages {
  /** The longest unused first. */
  readonly #archives = new Map<string, OpenArchive>();
  /** Ends when all that were let go are closed. */
  #closing: Promise<void> = Promise.resolve();

  /** The bytes of the page. Whether it was wanted was decided when it was met. Throws what its failure is. */
  async read({ path, offset }: PageLocation, maxPageBytes: number): Promise<Uint8Array> {
    const items =
      offset === undefined
        ? openFiles([{ file: path }], { inputFormat: 'html', maxPageBytes })
        : this.#readRecords(path, offset, maxPageBytes);
    for await (const item of items) {
      if (item.kind === 'page') return item.page.bytes;
      if (item.kind === 'failure') throw item.error;
      break;
    }
    throw new DehuskError('INPUT_RECORD_BAD', { offset: offset ?? 0, reason: 'it is no page' });
  }

  async close(): Promise<void> {
    for (const [path, archive] of [...this.#archives]) this.#close(path, archive);
    await this.#closing;
  }

  async *#readRecords(path: string, offset: number, maxPageBytes: number): AsyncGenerator<SourceItem> {
    const raw = new ByteReader(this.#readBytes(path, offset, maxPageBytes));
    try {
      const isPacked = looksGzip(await raw.peek(headBytes));
      const archive = isPacked ? gzipArchive(openGzip(raw)) : plainArchive(raw);
      yield* readWarc(archive, {
        provenance: { file: path },
        maxPageBytes,
        anyStatus: true,
        digests: 'skip',
      });
    } finally {
      raw.close();
    }
  }

  async *#readBytes(path: string, offset: number, pageBytes: number): AsyncGenerator<Uint8Array> {
    const archive = this.#archives.get(path) ?? { handle: open(path), readers: 0 };
    archive.readers++;
    this.#archives.delete(path);
    this.#archives.set(path, archive);
    try {
      const firstBytes = Math.min(pageBytes + HEADER_BYTES, MAX_FIRST_BYTES);
      yield* readHandle(await archive.handle, offset, firstBytes);
    } catch (error) {
      // Who comes next opens it anew.
      this.#close(path, archive);
      throw new DehuskError(
        'INPUT_UNREADABLE',
        { file: path, reason: systemReason(error) },
        { cause: error },
      );
    } finally {
      archive.readers--;
      this.#closeUnused();
    }
  }

  #closeUnused(): void {
    const idle = [...this.#archives].filter(([, { readers }]) => readers === 0);
    const tooMany = Math.max(0, idle.length - MAX_IDLE_ARCHIVES);
    for (const [path, archive] of idle.slice(0, tooMany)) this.#close(path, archive);
  }

  #close(path: string, archive: OpenArchive): void {
    if (this.#archives.get(path) === archive) this.#archives.delete(path);
    const before = this.#closing;
    this.#closing = archive.handle
      .then((handle) => handle.close())
      .then(
        () => before,
        () => before,
      );
  }
}
