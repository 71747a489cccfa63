/**
 * A gzip file as one stream of inflated bytes: any number of members, one after the other. Something else behind the
 * last member is damage, and so is a file without any member.
 */
import { ByteReader, remainingBytes } from '../byte-reader.ts';
import { createDeflateTrail } from './deflate-trail.ts';
import { inflateMember } from './gzip-member.ts';
import { startsRecord, versionBytes } from './record-start.ts';

/** A member that begins with a WARC record. */
export interface RecordMember {
  /** Inflated bytes before it. */
  readonly position: number;
  /** Its first byte in the compressed file. */
  readonly offset: number;
}

/** How far back the search for the next member may begin after damage; see `gzip-resync.ts`. */
const rewindBytes = 256 * 1024;

export interface Gunzip {
  readonly compressed: ByteReader;
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

export function createGunzip(compressed: ByteReader): Gunzip {
  return { compressed, memberOffset: 0, memberPosition: 0, position: 0, recordMembers: [], failed: false };
}

/** The inflated bytes of all members from here on; throws INPUT_CUT or INPUT_DAMAGED. */
export async function* inflateMembers(gunzip: Gunzip): AsyncGenerator<Uint8Array> {
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
  const { recordMembers, position, memberOffset } = gunzip;
  const member = new ByteReader(inflateMember(gunzip.compressed, createDeflateTrail()));
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
