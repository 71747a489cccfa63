/**
 * The frame of a WARC record (ISO 28500): version line, header fields, blank line, block of Content-Length bytes, two
 * newlines.
 *
 * warcio's parser was read and not used: it takes a record that is cut for a short one, junk after a record is a
 * console warning, header lines have no limit, and every body goes through its own inflater, so none of the checks
 * that make damage visible could be made around it. The frame itself is this file. The tests read and write the same
 * archives with warcio.
 */
import { DehuskError } from '../../errors.ts';
import { type ByteSource, readLine } from '../byte-reader.ts';
import { type Archive, startsRecord, versionBytes } from './archive.ts';

export interface WarcRecord {
  /** Byte address of the record in the file. */
  readonly offset: number;
  readonly fields: ReadonlyMap<string, string>;
  /** The block, from where it was left; throws INPUT_CUT or INPUT_DAMAGED where the archive has less of it. */
  block(): AsyncGenerator<Uint8Array>;
  /** Bytes of the block that are still unread. */
  readonly leftBytes: number;
  /** Shows each piece of the block to `see` when it is read. */
  watch(see: (bytes: Uint8Array) => void): void;
}

/** The record that begins here, or undefined at the end of the archive. */
export async function openRecord(archive: Archive): Promise<WarcRecord | undefined> {
  await skipNewlines(archive);
  if ((await archive.peekBeyond()).length === 0 && archive.offset > 0) return undefined;
  const offset = archive.startRecord();
  await checkVersion(archive, offset);
  const header = await readHeaderBlock(archive);
  if (header === 'cut') throw await incomplete(archive, 'the header of a record is incomplete');
  if (header === 'too-long') throw damaged(offset, 'the header of a record has no end');
  return createRecord(archive, offset, header);
}

async function checkVersion(archive: Archive, offset: number): Promise<void> {
  const head = await archive.peek(versionBytes);
  if (!startsRecord(head.subarray(0, versionBytes))) throw damaged(offset, 'no WARC record begins here');
  if (head.length < versionBytes) throw await incomplete(archive, 'a record is incomplete');
}

function createRecord(archive: Archive, offset: number, { firstLine, fields }: HeaderBlock): WarcRecord {
  if (!/^WARC\/\d+\.\d+\s*$/.test(firstLine)) throw damaged(offset, 'a record has no valid version line');
  const length = fields.get('content-length') ?? '';
  const sizeBytes = Number(length);
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(sizeBytes))
    throw damaged(offset, 'a record has no length');
  return new ArchivedRecord(archive, { offset, fields, sizeBytes });
}

class ArchivedRecord implements WarcRecord {
  readonly offset: number;
  readonly fields: WarcRecord['fields'];
  readonly #archive: Archive;
  #leftBytes: number;
  #see: (bytes: Uint8Array) => void = () => undefined;

  constructor(
    archive: Archive,
    { offset, fields, sizeBytes }: Pick<WarcRecord, 'offset' | 'fields'> & { readonly sizeBytes: number },
  ) {
    this.#archive = archive;
    this.offset = offset;
    this.fields = fields;
    this.#leftBytes = sizeBytes;
  }

  get leftBytes(): number {
    return this.#leftBytes;
  }

  async *block(): AsyncGenerator<Uint8Array> {
    const archive = this.#archive;
    while (this.#leftBytes > 0) {
      const bytes = (await archive.peek()).subarray(0, this.#leftBytes);
      if (bytes.length === 0)
        throw await incomplete(archive, `${this.#leftBytes} bytes of a record are missing`);
      archive.skip(bytes.length);
      this.#leftBytes -= bytes.length;
      this.#see(bytes);
      yield bytes;
    }
  }

  watch(see: (bytes: Uint8Array) => void): void {
    this.#see = see;
  }
}

/**
 * Goes to the end of the record: what is left of its block, its newlines, and the first bytes of what follows, so that
 * a gzip member that ends here has been checked. Throws what `block` throws, and INPUT_DAMAGED where the length of the
 * record proves wrong by what follows it.
 */
export async function closeRecord(archive: Archive, record: WarcRecord): Promise<void> {
  for await (const _ of record.block());
  const closed = (await skipNewlines(archive)) >= 2;
  const next = await archive.peekBeyond(versionBytes);
  if (next.length === 0 && !closed && !archive.provesItsEnd) {
    throw new DehuskError('INPUT_CUT', {
      offset: archive.offset,
      reason: 'the newlines after a record are missing',
    });
  }
  // Blank lines stand in pages too, so they prove nothing in a member that should hold this record only.
  if (!startsRecord(next.subarray(0, versionBytes)) && (!closed || archive.hasMemberLeft())) {
    throw damaged(record.offset, 'a record is longer than it says');
  }
}

/** Goes past line ends and answers how many: two are due, yet some tools write one, or none, or more. */
async function skipNewlines(archive: Archive): Promise<number> {
  let newlines = 0;
  for (;;) {
    const [byte] = await archive.peek();
    if (byte === 0x0a) newlines++;
    else if (byte !== 0x0d) return newlines;
    archive.skip(1);
  }
}

/** The archive ends here, or a later record begins for sure: the one that was being read has too few bytes. */
async function incomplete(archive: Archive, reason: string): Promise<DehuskError> {
  const rest = await archive.peek();
  const beyond = await archive.peekBeyond();
  return rest.length < beyond.length
    ? damaged(archive.lossOffset(), `${reason} when the next one begins`)
    : new DehuskError('INPUT_CUT', { offset: archive.offset + rest.length, reason });
}

function damaged(offset: number, reason: string): DehuskError {
  return new DehuskError('INPUT_DAMAGED', { offset, reason });
}

/** The header lines of a WARC record or of an HTTP response: the same syntax, read alike and forgivingly. */
interface HeaderBlock {
  /** `WARC/1.1` or `HTTP/1.1 200 OK`. */
  readonly firstLine: string;
  /** By lower-case name; of a name that comes twice, the first. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Far above any real header (servers refuse 8 to 16 KiB); a header must not be a way to fill the memory. */
const maxHeaderBytes = 256 * 1024;

/** The block up to its blank line; `'cut'` where the source ends before it, `'too-long'` where none comes. */
export async function readHeaderBlock(source: ByteSource): Promise<HeaderBlock | 'cut' | 'too-long'> {
  const lines: string[] = [];
  for (let leftBytes = maxHeaderBytes; ; ) {
    const line = await readLine(source, leftBytes);
    if (line === 'too-long') return line;
    if (!line?.ended) return 'cut';
    leftBytes -= line.bytes.length;
    const text = new TextDecoder().decode(line.bytes).replace(/\r?\n$/, '');
    if (text === '') break;
    lines.push(text);
  }
  const [firstLine = '', ...rest] = lines;
  return { firstLine, fields: parseFields(rest) };
}

function parseFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of unfold(lines)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Joins a line that begins with white space to the one before it. */
function unfold(lines: readonly string[]): string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`);
    else unfolded.push(line);
  }
  return unfolded;
}
