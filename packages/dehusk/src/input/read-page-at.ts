/** A page that was met before, read again from its place: a record of an archive, or a file of its own. */
import { DehuskError } from '../errors.ts';
import { ByteReader } from './byte-reader.ts';
import { readFileBytesFrom } from './files.ts';
import { headBytes, looksGzip, type SourceItem } from './input.ts';
import { openFiles } from './open-inputs.ts';
import { gzipArchive, openGzip, plainArchive } from './warc/archive.ts';
import { readWarc } from './warc/warc.ts';

export interface PageLocation {
  readonly path: string;
  /** Of the record, or of its gzip member; a page file has none. */
  readonly offset?: number;
}

/** The bytes of the page. Whether it was wanted was decided when it was met. Throws what its failure is. */
export async function readPageAt({ path, offset }: PageLocation, maxPageBytes: number): Promise<Uint8Array> {
  const items =
    offset === undefined
      ? openFiles([{ file: path }], { inputFormat: 'html', maxPageBytes })
      : readRecordsFrom(path, offset, maxPageBytes);
  for await (const item of items) {
    if (item.kind === 'page') return item.page.bytes;
    if (item.kind === 'failure') throw item.error;
    break;
  }
  throw new DehuskError('INPUT_RECORD_BAD', { offset: offset ?? 0, reason: 'it is no page' });
}

async function* readRecordsFrom(
  path: string,
  offset: number,
  maxPageBytes: number,
): AsyncGenerator<SourceItem> {
  const raw = new ByteReader(readFileBytesFrom(path, offset, undefined));
  try {
    const isPacked = looksGzip(await raw.peek(headBytes));
    const archive = isPacked ? gzipArchive(openGzip(raw)) : plainArchive(raw);
    yield* readWarc(archive, { provenance: { file: path }, maxPageBytes, anyStatus: true, digests: 'skip' });
  } finally {
    raw.close();
  }
}
