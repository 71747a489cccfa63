/**
 * The bytes of Zstandard data (RFC 8878): frames one after the other, each with blocks of at most 128 KB. fzstd undoes
 * the blocks, on every version of Node alike; frames are followed here, because it does not look at their checksums and
 * would hold whatever window a frame asks for.
 */
import { Decompress } from 'fzstd';
import createXxhash from 'xxhash-wasm';
import { DehuskError } from '../errors.ts';
import type { ByteSource } from './byte-reader.ts';

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** The largest window that `zstd` itself takes without being told: 128 MB. */
const maxWindowBytes = 2 ** 27;
const maxBlockBytes = 128 * 1024;

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === skippableMagic;
}

/** Throws INPUT_CUT or INPUT_DAMAGED after the last good block; nothing at all is cut, too: there is a frame at least. */
export async function* inflateZstd(source: ByteSource): AsyncGenerator<Uint8Array> {
  do {
    const magic = viewOf(await take(source, 4)).getUint32(0, true);
    if (isSkippable(magic)) await skip(source, viewOf(await take(source, 4)).getUint32(0, true));
    else if (magic === frameMagic) yield* inflateFrame(source);
    else throw damaged(source, 'no Zstandard frame begins here');
  } while ((await source.peek()).length > 0);
}

async function* inflateFrame(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { bytes, hasChecksum } = await readHeader(source);
  let output: Uint8Array[] = [];
  const frame = new Decompress((chunk) => output.push(chunk));
  const checksum = (await xxhash()).create64();
  const push = (part: Uint8Array, isLast: boolean): Uint8Array[] => {
    output = [];
    try {
      frame.push(part, isLast);
    } catch (error) {
      throw damaged(source, `Zstandard data cannot be undone (${(error as Error).message})`);
    }
    for (const chunk of output) checksum.update(chunk);
    return output;
  };
  push(bytes, false);
  for (let isLast = false; !isLast; ) {
    const head = await take(source, 3);
    const word = head[0]! | (head[1]! << 8) | (head[2]! << 16);
    isLast = (word & 1) === 1;
    const kind = (word >> 1) & 3;
    const size = word >>> 3;
    if (kind === 3 || size > maxBlockBytes) throw damaged(source, 'unknown kind of Zstandard block');
    // One byte stands for many.
    const body = await take(source, kind === 1 ? 1 : size);
    const block = new Uint8Array(3 + body.length);
    block.set(head);
    block.set(body, 3);
    yield* push(block, isLast);
  }
  if (!hasChecksum) return;
  const stated = viewOf(await take(source, 4)).getUint32(0, true);
  if (stated !== Number(checksum.digest() & 0xffffffffn))
    throw damaged(source, 'Zstandard checksum does not match');
}

let loaded: ReturnType<typeof createXxhash> | undefined;

function xxhash(): ReturnType<typeof createXxhash> {
  loaded ??= createXxhash();
  return loaded;
}

/** The header as a decoder takes it, and what it says (RFC 8878, 3.1.1.1). */
async function readHeader(
  source: ByteSource,
): Promise<{ readonly bytes: Uint8Array; readonly hasChecksum: boolean }> {
  const [descriptor = 0] = await peekAll(source, 1);
  const isSingle = (descriptor & 0x20) !== 0;
  if ((descriptor & 0x08) !== 0) throw damaged(source, 'unknown kind of Zstandard frame');
  const windowBytes = isSingle ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const length = 1 + windowBytes + dictionaryBytes + sizeBytes;
  const header = new Uint8Array(await peekAll(source, length)).slice(0, length);
  const words = viewOf(header);
  const dictionary = header.subarray(1 + windowBytes, 1 + windowBytes + dictionaryBytes);
  if (dictionary.some((byte) => byte !== 0)) throw damaged(source, 'it needs a Zstandard dictionary');
  const at = length - sizeBytes;
  const window = isSingle ? contentSize(words, at, sizeBytes) : windowOf(header[1]!);
  if (window > maxWindowBytes) throw damaged(source, 'its Zstandard window is larger than 128 MB');
  source.skip(length);
  const bytes = new Uint8Array(4 + length);
  viewOf(bytes).setUint32(0, frameMagic, true);
  bytes.set(header, 4);
  // The checksum is looked at here: without this bit nobody else waits for it.
  bytes[4] = descriptor & ~4;
  return { bytes, hasChecksum: (descriptor & 4) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(words: DataView, at: number, sizeBytes: number): number {
  if (sizeBytes === 1) return words.getUint8(at);
  if (sizeBytes === 2) return words.getUint16(at, true) + 256;
  return sizeBytes === 4 ? words.getUint32(at, true) : Number(words.getBigUint64(at, true));
}

async function peekAll(source: ByteSource, count: number): Promise<Uint8Array> {
  const bytes = await source.peek(count);
  if (bytes.length >= count) return bytes.subarray(0, count);
  throw new DehuskError('INPUT_CUT', {
    offset: source.offset + bytes.length,
    reason: 'Zstandard data is incomplete',
  });
}

async function take(source: ByteSource, count: number): Promise<Uint8Array> {
  const bytes = await peekAll(source, count);
  source.skip(count);
  return bytes;
}

async function skip(source: ByteSource, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    const { length } = await peekAll(source, 1);
    const now = Math.min(left, Math.max(length, (await source.peek()).length));
    source.skip(now);
    left -= now;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function damaged(source: ByteSource, reason: string): DehuskError {
  return new DehuskError('INPUT_DAMAGED', { offset: source.offset, reason });
}
