/**
 * The archives inside of a WACZ file (Web Archive Collection Zipped, 1.1.1): a ZIP whose `archive/` holds WARC files,
 * stored as they are. Its table of contents stands at the end and is read first; then the file is read once from its
 * start, archive by archive in the order in which they lie there, so that each record has its place in the file.
 */
import { DehuskError, systemReason } from '../errors.ts';
import type { ByteReader, ByteSource } from './byte-reader.ts';
import { looksZip } from './input.ts';

/** A WARC file in the ZIP: its bytes begin behind its local header. */
export interface WaczEntry {
  readonly name: string;
  readonly headerOffset: number;
  readonly sizeBytes: number;
}

/** The archives, in the order in which they lie in the file. Throws INPUT_WACZ_BAD. */
export async function listWacz(file: string, isReadOnce: boolean): Promise<readonly WaczEntry[]> {
  if (isReadOnce) throw bad(file, 'it is read from its end, which a pipe does not have');
  const { openPromise } = await import('yauzl');
  try {
    const zip = await openPromise(file);
    const entries: WaczEntry[] = [];
    try {
      for await (const entry of zip.eachEntry()) {
        if (!/^archive\/.*\.warc(?:\.gz)?$/i.test(entry.fileName)) continue;
        if (entry.compressionMethod !== 0) throw bad(file, `${entry.fileName} is not stored as it is`);
        const {
          fileName: name,
          relativeOffsetOfLocalHeader: headerOffset,
          compressedSize: sizeBytes,
        } = entry;
        entries.push({ name, headerOffset, sizeBytes });
      }
    } finally {
      zip.close();
    }
    if (entries.length === 0) throw bad(file, 'it holds no WARC file in archive/');
    return entries.sort((one, other) => one.headerOffset - other.headerOffset);
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw bad(file, error instanceof Error && !('code' in error) ? error.message : systemReason(error));
  }
}

const localHeaderBytes = 30;

/** Goes to the bytes of an entry, which must not lie before what was read. */
export async function seekEntry(reader: ByteReader, file: string, entry: WaczEntry): Promise<void> {
  await skipBytes(reader, entry.headerOffset - reader.offset);
  const header = await reader.peek(localHeaderBytes);
  if (!looksZip(header) || header.length < localHeaderBytes)
    throw bad(file, `${entry.name} is not where it should be`);
  const words = new DataView(header.buffer, header.byteOffset, header.length);
  await skipBytes(reader, localHeaderBytes + words.getUint16(26, true) + words.getUint16(28, true));
}

/** The next bytes of a source, no more than so many. */
export async function* boundedBytes(source: ByteSource, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; ) {
    const bytes = (await source.peek()).subarray(0, left);
    if (bytes.length === 0) return;
    source.skip(bytes.length);
    left -= bytes.length;
    yield bytes;
  }
}

async function skipBytes(source: ByteSource, count: number): Promise<void> {
  for await (const _ of boundedBytes(source, count));
}

function bad(file: string, reason: string): DehuskError {
  return new DehuskError('INPUT_WACZ_BAD', { file, reason });
}
