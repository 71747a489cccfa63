/** The output of a run: pages into a stream (standard output or one file), or into a folder. */
import type { CleanedPage } from '../../index.ts';
import { type ByteTarget, openFileTarget, stdoutTarget } from './byte-target.ts';
import type { Destination } from './container.ts';
import { createEncoder, type EncodeOptions, fileExtension, openingBytes } from './encode.ts';
import { gzipTarget, memberBytes } from './gzip-target.ts';
import { PageFileNames } from './page-file-names.ts';
import { openPageFolder } from './page-folder.ts';

export interface Output {
  /** Its error is the page's: the run goes on. */
  encode(page: CleanedPage): Uint8Array;
  /** Its error is the output's: the run ends. */
  put(page: CleanedPage, bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Keeps what is there; returns the name it is kept under, if it is not the one asked for. */
  stop(): Promise<string | undefined>;
}

export interface OutputOptions extends EncodeOptions {
  readonly keepDirs: boolean;
}

export async function openOutput({ container, path }: Destination, options: OutputOptions): Promise<Output> {
  const encode = createEncoder(container, options);
  if (container === 'folder') return folderOutput(path!, { ...options, encode });
  const target = path === undefined ? stdoutTarget() : await openFileTarget(path);
  const { write, finish, stop } = container.endsWith('.gz') ? compressed(target, container) : target;
  const opening = openingBytes(container);
  if (opening !== undefined) await write(opening);
  return { encode, put: (_, bytes) => write(bytes), finish, stop };
}

/** A WARC record is a gzip member of its own, so that an index can point at it. */
function compressed(target: ByteTarget, container: Destination['container']): ByteTarget {
  return gzipTarget(target, container === 'warc.gz' ? 1 : memberBytes);
}

async function folderOutput(
  folder: string,
  { format, keepDirs, encode }: OutputOptions & Pick<Output, 'encode'>,
): Promise<Output> {
  const names = new PageFileNames({ extension: fileExtension(format), keepDirs });
  const files = await openPageFolder(folder);
  return {
    encode,
    put: (page, bytes) => files.write(names.next(page), bytes),
    finish: async () => undefined,
    stop: async () => undefined,
  };
}
