/**
 * A WARC file as the record reader sees it: bytes, bounded by what is known for sure about where records begin, and
 * a way to go on after damage. Plain files know nothing for sure; in gzip a member that begins with `WARC/` does.
 */

import { constants, inflateRawSync } from 'node:zlib';
import { ByteReader, type ByteSource, remainingBytes } from '../byte-reader.ts';
import { inflateMember, skipGzipHeader } from './gzip-member.ts';
import { createDeflateTrail, type ReadAgain } from './inflater.ts';

/** Reading goes through `peek` and `skip`, which never lead from one record into a later member's. */
export interface Archive extends ByteSource {
  /** Whether the container shows by itself that nothing is missing at the end (gzip does). */
  readonly provesItsEnd: boolean;
  /** Next bytes whatever record they belong to: what follows the current one. */
  peekBeyond(minBytes?: number): Promise<Uint8Array>;
  /** The record that begins here is the current one from now on; answers its address in the file. */
  startRecord(): number;
  /** Whether the current record can be read again from its address: not inside of a gzip stream. */
  canReadAgain(): boolean;
  /** Whether the current record began a gzip member which goes on here. */
  hasMemberLeft(): boolean;
  /** Where to say that the loss is, when the current record or what follows it proved damaged. */
  lossOffset(): number;
  /** Whether the damage that was met lies in a later gzip member than the bytes read last. */
  damageIsBehind(): boolean;
  /** Goes on to the next place where a record begins for sure; false where there is none. */
  resync(): Promise<boolean>;
}

/** `canReadAgain`: whether the file has the bytes as they are here. */
export function plainArchive(reader: ByteReader, canReadAgain = true): Archive {
  let recordStart = 0;
  return {
    get offset() {
      return reader.offset;
    },
    provesItsEnd: false,
    peek: (minBytes) => reader.peek(minBytes),
    skip: (count) => reader.skip(count),
    peekBeyond: (minBytes) => reader.peek(minBytes),
    startRecord: () => (recordStart = reader.offset),
    canReadAgain: () => canReadAgain,
    hasMemberLeft: () => false,
    lossOffset: () => recordStart,
    damageIsBehind: () => false,
    resync: async () => false,
  };
}

/** What `openGzip` gives: the inflated bytes, to look at before deciding what they are. */
interface OpenGzip {
  readonly gunzip: Gunzip;
  /** Replaced by another one when reading goes on after damage. */
  inflated: ByteReader;
}

/** `readAgain`: the same bytes, where they are of a file; what is read once must be inflated twice. */
export function openGzip(compressed: ByteReader, readAgain?: ReadAgain): OpenGzip {
  const gunzip = createGunzip(compressed, readAgain);
  return { gunzip, inflated: new ByteReader(inflateMembers(gunzip)) };
}

export function gzipArchive(open: OpenGzip): Archive {
  const { gunzip } = open;
  const members = gunzip.recordMembers;
  let recordStart = 0;
  let address = 0;
  let current: RecordMember | undefined;
  let lastMemberRead = 0;

  /** The first sure beginning after the current record's. */
  function nextMember(): RecordMember | undefined {
    return members.find((member) => member.position > recordStart);
  }

  async function peekBounded(minBytes?: number): Promise<Uint8Array> {
    const bytes = await open.inflated.peek(minBytes);
    const end = nextMember();
    return end ? bytes.subarray(0, Math.max(0, end.position - open.inflated.offset)) : bytes;
  }

  function startRecord(): number {
    recordStart = open.inflated.offset;
    while (members[0] && members[0].position <= recordStart) current = members.shift();
    address = recordStart;
    if (current?.position === recordStart) address = current.offset;
    // A member that should begin with a record and does not: still known by its own place.
    else if (gunzip.memberPosition === recordStart) address = gunzip.memberOffset;
    return address;
  }

  async function skipToMember(): Promise<boolean> {
    for (;;) {
      const bytes = await peekBounded();
      if (bytes.length === 0) return nextMember() !== undefined;
      open.inflated.skip(bytes.length);
    }
  }

  return {
    get offset() {
      return open.inflated.offset;
    },
    provesItsEnd: true,
    peek: peekBounded,
    skip(count) {
      open.inflated.skip(count);
      lastMemberRead = gunzip.memberOffset;
    },
    peekBeyond: (minBytes) => open.inflated.peek(minBytes),
    startRecord,
    canReadAgain: () => current?.position === recordStart,
    hasMemberLeft: () => current?.position === recordStart && gunzip.memberOffset === lastMemberRead,
    lossOffset() {
      if (!gunzip.failed) return address;
      const inside = current?.offset === gunzip.memberOffset && recordStart > current.position;
      return inside ? recordStart : gunzip.memberOffset;
    },
    damageIsBehind: () => gunzip.failed && gunzip.memberOffset > lastMemberRead,
    async resync() {
      if (!gunzip.failed) return skipToMember();
      if (!(await findRecordMember(gunzip.compressed))) return false;
      open.inflated = new ByteReader(inflateMembers(gunzip), gunzip.position);
      return true;
    },
  };
}

/** A member that begins with a WARC record. */
interface RecordMember {
  /** Inflated bytes before it. */
  readonly position: number;
  /** Its first byte in the compressed file. */
  readonly offset: number;
}

/** How far back the search for the next member may begin after damage; see `findRecordMember`. */
const rewindBytes = 256 * 1024;

/**
 * A gzip file as one stream of inflated bytes: any number of members, one after the other. Something else behind the
 * last member is damage, and so is a file without any member.
 */
interface Gunzip {
  readonly compressed: ByteReader;
  readonly readAgain: ReadAgain | undefined;
  /** Offset of the member that is being read. */
  memberOffset: number;
  /** Inflated bytes before that member. */
  memberPosition: number;
  /** Inflated bytes handed out so far. */
  position: number;
  /** The members with a record at their start, in order; a reader of records takes off those it has passed. */
  readonly recordMembers: RecordMember[];
  /** Whether damage was met since the last call of `inflateMembers`. */
  failed: boolean;
}

function createGunzip(compressed: ByteReader, readAgain: ReadAgain | undefined): Gunzip {
  const start = { memberOffset: 0, memberPosition: 0, position: 0, recordMembers: [], failed: false };
  return { compressed, readAgain, ...start };
}

/** The inflated bytes of all members from here on; throws INPUT_CUT or INPUT_DAMAGED. */
async function* inflateMembers(gunzip: Gunzip): AsyncGenerator<Uint8Array> {
  const { compressed } = gunzip;
  gunzip.failed = false;
  try {
    do {
      gunzip.memberOffset = compressed.offset;
      gunzip.memberPosition = gunzip.position;
      compressed.mark(rewindBytes);
      yield* readMember(gunzip);
    } while ((await compressed.peek()).length > 0);
  } catch (error) {
    gunzip.failed = true;
    throw error;
  }
}

/** A member's bytes; notes it when it begins with a record, before its first byte is handed out. */
async function* readMember(gunzip: Gunzip): AsyncGenerator<Uint8Array> {
  const { compressed, readAgain, recordMembers, position, memberOffset } = gunzip;
  const member = new ByteReader(inflateMember(compressed, createDeflateTrail(readAgain)));
  try {
    const head = await member.peek(versionBytes);
    if (head.length >= versionBytes && startsRecord(head))
      recordMembers.push({ position, offset: memberOffset });
    for await (const bytes of remainingBytes(member)) {
      gunzip.position += bytes.length;
      yield bytes;
    }
  } finally {
    member.close();
  }
}

/** Compressed bytes that are tried: enough for a header and the code tables in front of the first symbols. */
const trialBytes = 1024;

/**
 * After damage: goes to the next member with a record, beginning one byte after the damaged member; false at the end.
 * That a member inflates to `WARC/` is sure enough; three bytes of magic alone would not be, they turn up in
 * compressed data by chance.
 */
async function findRecordMember(compressed: ByteReader): Promise<boolean> {
  // Back to the damaged member: a flipped bit can make the inflater run past the beginning of the next ones.
  compressed.rewind();
  if ((await compressed.peek()).length > 0) compressed.skip(1);
  for (;;) {
    const bytes = await compressed.peek(trialBytes);
    const at = indexOfMagic(bytes);
    if (at < 0 && bytes.length < trialBytes) return false;
    // Two bytes of the magic may stand at the end, the third in the next chunk.
    compressed.skip(at < 0 ? bytes.length - 2 : at);
    if (at < 0) continue;
    if (await beginsRecord(await compressed.peek(trialBytes))) return true;
    compressed.skip(1);
  }
}

function indexOfMagic(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x1f); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8) return at;
  }
  return -1;
}

async function beginsRecord(bytes: Uint8Array): Promise<boolean> {
  const trial = new ByteReader(oneChunk(bytes.subarray(0, trialBytes)));
  try {
    await skipGzipHeader(trial);
    const head = inflateRawSync(await trial.peek(), { finishFlush: constants.Z_SYNC_FLUSH });
    return head.length >= versionBytes && startsRecord(head);
  } catch {
    // No member here: that is the answer, not a fault.
    return false;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that tell whether a record begins here: `WARC/`. */
export const versionBytes: number = 5;

const version = new TextEncoder().encode('WARC/');

/** Whether the bytes begin with a record, or, where there are fewer, could be the beginning of one. */
export function startsRecord(bytes: Uint8Array): boolean {
  return version.subarray(0, bytes.length).every((byte, at) => bytes[at] === byte);
}
