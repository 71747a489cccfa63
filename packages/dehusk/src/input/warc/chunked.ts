/**
 * HTTP's chunked transfer encoding, undone. Forgiven, because archives are full of it: a body that an earlier tool has
 * already joined under a header that still says chunked, either case of the hexadecimal sizes, no last chunk. A chunk
 * that is cut is not forgiven: its page would be short.
 */
import { DehuskError } from '../../errors.ts';
import type { ByteSource } from '../byte-reader.ts';
import { remainingBytes } from '../byte-reader.ts';
import { readLine } from '../line-reader.ts';

const maxSizeLineBytes = 4096;

export async function* undoChunked(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (!(await beginsWithSize(source))) {
    yield* remainingBytes(source);
    return;
  }
  for (;;) {
    const sizeBytes = await readSize(source);
    if (sizeBytes === 0) return;
    yield* takeChunk(source, sizeBytes);
    if ((await source.peek()).length === 0) return;
    await skipChunkEnd(source);
  }
}

async function beginsWithSize(source: ByteSource): Promise<boolean> {
  const head = new TextDecoder().decode((await source.peek(32)).subarray(0, 32));
  return /^[0-9a-f]{1,12}[ \t]*(\r?\n|;)/i.test(head);
}

/** The size of the next chunk; 0 at the last one, or where the body ends without it. */
async function readSize(source: ByteSource): Promise<number> {
  const line = await readLine(source, maxSizeLineBytes);
  if (line === undefined) return 0;
  const text = line === 'too-long' ? '' : new TextDecoder().decode(line.bytes);
  const digits = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?\r?\n?$/i.exec(text)?.[1];
  if (digits === undefined) throw damaged('a chunk has no size');
  return Number.parseInt(digits, 16);
}

async function* takeChunk(source: ByteSource, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let leftBytes = sizeBytes; leftBytes > 0; ) {
    const bytes = (await source.peek()).subarray(0, leftBytes);
    if (bytes.length === 0) throw damaged('a chunk is cut');
    source.skip(bytes.length);
    leftBytes -= bytes.length;
    yield bytes;
  }
}

async function skipChunkEnd(source: ByteSource): Promise<void> {
  const [first, second] = await source.peek(2);
  if (first === 0x0d && second === 0x0a) source.skip(2);
  else if (first === 0x0a) source.skip(1);
  else throw damaged('a chunk is longer than its size');
}

function damaged(reason: string): DehuskError {
  return new DehuskError('PAGE_ENCODING_DAMAGED', { encoding: 'chunked', reason });
}
