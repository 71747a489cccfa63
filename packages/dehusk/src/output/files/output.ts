/** The output of a run: pages into a stream (standard output or one file), or into a folder. */
import { existsSync } from 'node:fs';
import type { RawPage } from '../../page/raw-page.ts';
import type { OutputFormat } from '../record.ts';
import type { Destination } from './destination.ts';
import { fileExtension, openingBytes } from './encode.ts';
import { openPageFolder, PageFileNames } from './page-folder.ts';
import {
  type ByteTarget,
  finishFile,
  gzipTarget,
  memberBytes,
  openFileTarget,
  stdoutTarget,
} from './write.ts';

/** What the output must know of a page: who it is, and where it came from. */
export interface PagePlace {
  readonly id: string;
  readonly raw: Pick<RawPage, 'url' | 'provenance'>;
}

export interface Output {
  put(page: PagePlace, bytes: Uint8Array): Promise<void>;
  /** A page that is not put there now: an earlier run has done it, it failed, or it is not wanted. */
  pass(page: PagePlace): void;
  /** All that was put is on disk; returns how long the output is. */
  sync(): Promise<number>;
  finish(): Promise<void>;
  /** Keeps what is there; returns the name it is kept under, if it is not the one asked for. */
  stop(): Promise<string | undefined>;
}

interface OutputOptions {
  readonly format: OutputFormat;
  readonly keepDirs: boolean;
  /** Bytes that an earlier run has written and that are kept. */
  readonly keptBytes: number;
}

export async function openOutput({ container, path }: Destination, options: OutputOptions): Promise<Output> {
  if (container === 'folder') return folderOutput(path!, options);
  const { keptBytes } = options;
  const target = path === undefined ? stdoutTarget() : await openFileTarget(path, keptBytes);
  const { write, sync, finish, stop } = container.endsWith('.gz') ? compressed(target, container) : target;
  const opening = openingBytes(container);
  if (opening !== undefined && keptBytes === 0) await write(opening);
  return { put: (_, bytes) => write(bytes), pass: () => undefined, sync, finish, stop };
}

/**
 * For a run that is done: gives its file the name it should have, where that was all that was missing. False if the
 * output is gone.
 */
export async function finishOutput({ container, path }: Destination, sizeBytes: number): Promise<boolean> {
  if (path === undefined) return true;
  if (container !== 'folder') await finishFile(path, sizeBytes);
  return existsSync(path);
}

/** A WARC record is a gzip member of its own, so that an index can point at it. */
function compressed(target: ByteTarget, container: Destination['container']): ByteTarget {
  return gzipTarget(target, container === 'warc.gz' ? 1 : memberBytes);
}

async function folderOutput(folder: string, { format, keepDirs }: OutputOptions): Promise<Output> {
  const names = new PageFileNames({ extension: fileExtension(format), keepDirs });
  const files = await openPageFolder(folder);
  return {
    put: (page, bytes) => files.write(names.next(page), bytes),
    // Its name is taken all the same: the names of the pages after it depend on the input alone.
    pass: (page) => {
      names.next(page);
    },
    sync: async () => 0,
    finish: async () => undefined,
    stop: async () => undefined,
  };
}
