/**
 * Parquet in a folder: part files, each whole in itself, since such a file has its table of contents at the end and
 * cannot be appended to. Until a part is full its rows are JSON lines in `FOLDER/.partial/N.rows`, which are on disk
 * before a position behind them is committed; a part is made of these lines, and of nothing else. So a run that goes on
 * makes the same parts.
 *
 * The rows of a part are kept until a position behind the part is committed: whoever goes on may have to make it again.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RecordOptions } from '../record.ts';
import { type AppendedFile, ifThere, openAppended, orWriteError, type WrittenMark } from './appended-file.ts';
import {
  isUnfinishedFolder,
  openPageFolder,
  type PageFolder,
  removeShelf,
  runOf,
  unfinished,
} from './page-folder.ts';

export interface ParquetOptions {
  readonly record: RecordOptions;
  /** Rows of so many bytes, as JSON, make a part. */
  readonly partBytes?: number | undefined;
}

export interface ParquetFolder {
  /** Rows of a page, as JSON lines. */
  write(lines: Uint8Array): Promise<void>;
  /** All of it is on disk; the digest tells whose run it is, and which part is under way. */
  sync(): Promise<WrittenMark>;
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/** Compressed some 100 MB, which is what readers of many parts like; smaller ones cost more files, larger ones more memory. */
const PART_BYTES = 256 * 1024 * 1024;

/** Rows of so many bytes make a group, which readers and this writer hold in memory. */
const GROUP_BYTES = 16 * 1024 * 1024;

/** `kept`: what the run that goes on has written; `isFinished`: what one has that is done. Throws OUTPUT_CHANGED … */
export async function openParquetFolder(
  folder: string,
  options: ParquetOptions & { readonly kept?: WrittenMark | undefined; readonly isFinished?: boolean },
): Promise<ParquetFolder> {
  const { kept, isFinished = false } = options;
  const place = kept === undefined ? undefined : readMark(kept);
  const goesOn = place !== undefined && !isFinished;
  const files = await openPageFolder(folder, goesOn ? place.run : undefined, (name) => rowsName.test(name));
  const run = (await files.sync()).digest;
  // Of a run that is done, the last part is there if it had any rows.
  const first = place === undefined ? 0 : place.part + (isFinished && kept!.bytes > 0 ? 1 : 0);
  await orWriteError(removeFrom(folder, partName, first), folder);
  const shelf = path.join(folder, unfinished);
  await orWriteError(removeFrom(shelf, rowsName, first + 1), folder);
  const rows = await openRows(folder, first, goesOn ? place.rows : undefined);
  return new OpenParquet({ folder, options, files, run, first, rows });
}

/** For a run that is done: makes its last part, where it was stopped in the moment before. */
export async function finishParquetFolder(
  folder: string,
  written: WrittenMark,
  options: ParquetOptions,
): Promise<void> {
  if (!(await isUnfinishedFolder(folder))) return;
  const { run, part } = readMark(written);
  const found = await runOf(folder);
  // Of another run.
  if (found !== undefined && found !== run) return;
  const rows = await orWriteError(ifThere(stat(rowsFile(folder, part))), folder);
  // Rows go when their part has its name; stopped while that was done, nothing else is missing.
  if (found === undefined || rows === undefined) await orWriteError(removeShelf(folder), folder);
  else await (await openParquetFolder(folder, { ...options, kept: written })).finish();
}

const partName = /^part-(\d+)\.parquet$/;
const rowsName = /^(\d+)\.rows$/;

function rowsFile(folder: string, part: number): string {
  return path.join(folder, unfinished, `${part}.rows`);
}

function openRows(folder: string, part: number, kept?: WrittenMark): Promise<AppendedFile> {
  return openAppended(rowsFile(folder, part), { kept, isDigested: true, calledAs: folder });
}

async function removeFrom(folder: string, name: RegExp, first: number): Promise<void> {
  for (const found of await readdir(folder))
    if (Number(name.exec(found)?.[1] ?? -1) >= first) await rm(path.join(folder, found), { force: true });
}

interface Place {
  readonly run: string;
  readonly part: number;
  readonly rows: WrittenMark;
}

function makeMark({ run, part, rows }: Place): WrittenMark {
  return { bytes: rows.bytes, digest: `${run} ${part} ${rows.digest}` };
}

function readMark({ bytes, digest }: WrittenMark): Place {
  const [run = '', part = '', rows = ''] = digest.split(' ');
  return { run, part: Number(part), rows: { bytes, digest: rows } };
}

interface Opened {
  readonly folder: string;
  readonly options: ParquetOptions;
  readonly files: PageFolder;
  readonly run: string;
  readonly first: number;
  readonly rows: AppendedFile;
}

class OpenParquet implements ParquetFolder {
  readonly #opened: Opened;
  #part: number;
  #rows: AppendedFile;
  /** The part of the position before: its rows may still be needed. */
  #syncedPart: number;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#part = opened.first;
    this.#syncedPart = opened.first;
    this.#rows = opened.rows;
  }

  async write(lines: Uint8Array): Promise<void> {
    await this.#rows.append(lines);
    if (this.#rows.sizeBytes < (this.#opened.options.partBytes ?? PART_BYTES)) return;
    await this.#endPart();
    this.#rows = await openRows(this.#opened.folder, this.#part);
  }

  async sync(): Promise<WrittenMark> {
    const { folder, files, run } = this.#opened;
    await files.sync();
    const rows = await this.#rows.sync();
    // The position before this one is committed, or nobody would ask again.
    for (let part = this.#syncedPart - 1; part >= 0; part--) {
      const file = rowsFile(folder, part);
      if ((await orWriteError(ifThere(stat(file)), folder)) === undefined) break;
      await orWriteError(rm(file), folder);
    }
    this.#syncedPart = this.#part;
    return makeMark({ run, part: this.#part, rows });
  }

  async finish(): Promise<void> {
    if (this.#rows.sizeBytes > 0) await this.#endPart();
    else await this.#rows.close();
    await this.#opened.files.finish();
  }

  async stop(): Promise<void> {
    await this.#rows.close();
    await this.#opened.files.stop();
  }

  async #endPart(): Promise<void> {
    const { files, options } = this.#opened;
    const { ParquetRows } = await import('../parquet.ts');
    const rows = new ParquetRows(options.record);
    for await (const records of readGroups(this.#rows)) rows.addGroup(records);
    await files.write(`part-${String(this.#part).padStart(5, '0')}.parquet`, rows.finish());
    await this.#rows.close();
    this.#part++;
  }
}

const newline = 0x0a;

/** Records that stand in so many bytes; one that is larger stands alone. */
async function* readGroups(rows: AppendedFile): AsyncGenerator<readonly Record<string, unknown>[]> {
  for (let at = 0, wanted = GROUP_BYTES; at < rows.sizeBytes; ) {
    const bytes = await rows.read(at, Math.min(wanted, rows.sizeBytes - at));
    const end = bytes.lastIndexOf(newline) + 1;
    wanted = end === 0 ? 2 * wanted : GROUP_BYTES;
    if (end === 0) continue;
    yield bytes
      .toString('utf8', 0, end - 1)
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    at += end;
  }
}
