/**
 * A WARC file as the record reader sees it: bytes, bounded by what is known for sure about where records begin, and
 * a way to go on after damage. Plain files know nothing for sure; in gzip a member that begins with `WARC/` does.
 */
import { ByteReader, type ByteSource } from '../byte-reader.ts';
import { createGunzip, type Gunzip, inflateMembers, type RecordMember } from './gunzip.ts';
import { findRecordMember } from './gzip-resync.ts';

/** Reading goes through `peek` and `skip`, which never lead from one record into a later member's. */
export interface Archive extends ByteSource {
  /** Whether the container shows by itself that nothing is missing at the end (gzip does). */
  readonly provesItsEnd: boolean;
  /** Next bytes whatever record they belong to: what follows the current one. */
  peekBeyond(minBytes?: number): Promise<Uint8Array>;
  /** The record that begins here is the current one from now on; answers its address in the file. */
  startRecord(): number;
  /** Whether the current record began a gzip member which goes on here. */
  hasMemberLeft(): boolean;
  /** Where to say that the loss is, when the current record or what follows it proved damaged. */
  lossOffset(): number;
  /** Whether the damage that was met lies in a later gzip member than the bytes read last. */
  damageIsBehind(): boolean;
  /** Goes on to the next place where a record begins for sure; false where there is none. */
  resync(): Promise<boolean>;
}

export function plainArchive(reader: ByteReader): Archive {
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
    hasMemberLeft: () => false,
    lossOffset: () => recordStart,
    damageIsBehind: () => false,
    resync: async () => false,
  };
}

/** What `openGzip` gives: the inflated bytes, to look at before deciding what they are. */
export interface OpenGzip {
  readonly gunzip: Gunzip;
  /** Replaced by another one when reading goes on after damage. */
  inflated: ByteReader;
}

export function openGzip(compressed: ByteReader): OpenGzip {
  const gunzip = createGunzip(compressed);
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
