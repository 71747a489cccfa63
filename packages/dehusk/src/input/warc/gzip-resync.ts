/**
 * After damage: finds the next gzip member that begins with a WARC record. That it inflates to `WARC/` makes the
 * place sure enough; three bytes of magic alone would not be, they turn up in compressed data by chance.
 */
import { constants, inflateRawSync } from 'node:zlib';
import { ByteReader } from '../byte-reader.ts';
import { skipGzipHeader } from './gzip-header.ts';
import { startsRecord, versionBytes } from './record-start.ts';

/** Compressed bytes that are tried: enough for a header and the code tables in front of the first symbols. */
const trialBytes = 1024;

/** Goes to the next member with a record, beginning one byte after the damaged member; false at the end. */
export async function findRecordMember(compressed: ByteReader): Promise<boolean> {
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
