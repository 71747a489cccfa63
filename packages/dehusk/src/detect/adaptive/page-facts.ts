/**
 * All of a page that the method looks at, as bytes: who it is, and its outline. Small enough to be kept for every
 * page, so that it can be learned and judged long after it is gone.
 *
 *     u32 identity · count: segments · u32 hash … · count: characters … · count: joint … · u8 flags …
 */
import { DehuskError } from '../../errors.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import type { FactsCodec } from '../lesson.ts';
import { createOutline, type Outline } from './outline.ts';

export interface PageFacts {
  readonly identity: number;
  readonly outline: Outline;
  /** 1 for the segments that another method has found to be template, if there are any. */
  readonly known: Uint8Array | undefined;
}

export const pageFacts: FactsCodec<PageFacts> = { encode, decode };

/** Beside the flags of an outline. */
const KNOWN_FLAG = 128;

function encode({ identity, outline, known }: PageFacts): Uint8Array {
  const { count, hashes, chars, joint, flags } = outline;
  const writer = new ByteWriter(9 + 9 * count);
  writer.u32(identity);
  writer.count(count);
  writer.column(hashes);
  writer.counts(chars);
  writer.counts(joint);
  writer.bytes(known === undefined ? flags : flags.map((flag, i) => flag | (known[i]! * KNOWN_FLAG)));
  return writer.take();
}

/** Throws STATE_DAMAGED for what is none. */
function decode(bytes: Uint8Array): PageFacts {
  const reader = new ByteReader(bytes);
  const identity = reader.u32();
  const count = reader.count();
  const hashes = reader.u32s(count);
  const outline = { ...createOutline(count), hashes };
  reader.counts(outline.chars);
  reader.counts(outline.joint);
  const flags = reader.bytes(count);
  if (reader.left > 0) throw new DehuskError('STATE_DAMAGED', { reason: 'the facts of a page are too long' });
  outline.flags.set(flags.map((flag) => flag & ~KNOWN_FLAG));
  const known = flags.some((flag) => flag >= KNOWN_FLAG)
    ? Uint8Array.from(flags, (flag) => (flag >= KNOWN_FLAG ? 1 : 0))
    : undefined;
  return { identity, outline, known };
}
