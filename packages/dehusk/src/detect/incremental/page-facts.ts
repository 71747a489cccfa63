/**
 * All of a page that the method learns from, as bytes: who it is, and its segments.
 *
 *     u8 flags · u32 contributor · count: segments · (u32 high · u32 low) …
 *     a bit for each segment that another method has found to be template, if it was asked
 */
import { damagedState } from '../../errors.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import type { FactsCodec } from '../lesson.ts';

export interface PageFacts {
  /** Undefined for a page that nobody can name. */
  readonly contributor: number | undefined;
  /** high, low, high, low … */
  readonly hashes: Uint32Array;
  /** 1 for the segments that another method has found to be template. */
  readonly known: Uint8Array | undefined;
}

export const pageFacts: FactsCodec<PageFacts> = { encode, decode };

const NAMED_FLAG = 1;
const KNOWN_FLAG = 2;

function encode({ contributor, hashes, known }: PageFacts): Uint8Array {
  const count = hashes.length / 2;
  const writer = new ByteWriter(10 + 9 * count);
  writer.byte((contributor === undefined ? 0 : NAMED_FLAG) | (known === undefined ? 0 : KNOWN_FLAG));
  writer.u32(contributor ?? 0);
  writer.count(count);
  writer.column(hashes);
  if (known !== undefined) writer.bits(known);
  return writer.take();
}

/** Throws STATE_DAMAGED for what is none. */
function decode(bytes: Uint8Array): PageFacts {
  const reader = new ByteReader(bytes);
  const flags = reader.byte();
  const contributor = reader.u32();
  const count = reader.count();
  const hashes = reader.u32s(2 * count);
  const known = (flags & KNOWN_FLAG) === 0 ? undefined : reader.bits(count);
  if (reader.left > 0) throw damagedState('the facts of a page are too long');
  return { contributor: (flags & NAMED_FLAG) === 0 ? undefined : contributor, hashes, known };
}
