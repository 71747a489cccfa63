/**
 * All of a page that the method looks at, as bytes: who it is, and its outline. Small enough to be kept for every
 * page, so that it can be learned and judged long after it is gone.
 *
 *     u32 identity · count: places · u32 path, u16 more of it … · count: marks …
 *     count: segments · u32 hash … · u16 more of it … · count: characters … · count: joint … · u8 flags …
 *     count: place … · count: place of the joint … · bits: long lines · count: of them · u32, u16 of their letters …
 *     u32, u16 of where each link leads …
 */
import { damagedState } from '../../errors.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import type { FactsCodec } from '../lesson.ts';
import type { Outline } from './columns.ts';
import { SegmentFlag } from './facts.ts';
import { createOutline } from './outline.ts';

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
  const { count, hashes, chars, joint, flags, letters, targets, place, jointPlace, places } = outline;
  const writer = new ByteWriter(20 + 12 * count + 8 * places.marks.length);
  writer.u32(identity);
  writer.count(places.marks.length);
  writeHashes(writer, places.paths);
  writer.counts(places.marks);
  writer.count(count);
  writeHashes(writer, hashes);
  writer.counts(chars);
  writer.counts(joint);
  writer.bytes(known === undefined ? flags : flags.map((flag, i) => flag | (known[i]! * KNOWN_FLAG)));
  writer.counts(place);
  writer.counts(jointPlace);
  const lines = letters.filter((hash) => hash !== 0);
  const isLong = new Uint8Array(count);
  for (let i = 0; i < count; i++) isLong[i] = letters[i] === 0 ? 0 : 1;
  writer.bits(isLong);
  writer.count(lines.length);
  writeHashes(writer, lines);
  writeHashes(
    writer,
    targets.filter((_, i) => startsLink(flags[i]!)),
  );
  return writer.take();
}

/** Throws STATE_DAMAGED for what is none. */
function decode(bytes: Uint8Array): PageFacts {
  const reader = new ByteReader(bytes);
  const identity = reader.u32();
  const placeCount = reader.count();
  const places = { paths: readHashes(reader, placeCount), marks: new Uint32Array(placeCount) };
  reader.counts(places.marks);
  const count = reader.count();
  const outline = createOutline(count, places);
  outline.hashes.set(readHashes(reader, count));
  reader.counts(outline.chars);
  reader.counts(outline.joint);
  const flags = reader.bytes(count);
  reader.counts(outline.place);
  reader.counts(outline.jointPlace);
  readLetters(reader, outline.letters);
  readTargets(reader, outline.targets, flags);
  if (reader.left > 0) throw damagedState('the facts of a page are too long');
  const isPlace = (row: number): boolean => row < placeCount;
  if (!outline.place.every(isPlace) || !outline.jointPlace.every(isPlace))
    throw damagedState('a segment stands in no place');
  outline.flags.set(flags.map((flag) => flag & ~KNOWN_FLAG));
  const known = flags.some((flag) => flag >= KNOWN_FLAG)
    ? Uint8Array.from(flags, (flag) => (flag >= KNOWN_FLAG ? 1 : 0))
    : undefined;
  return { identity, outline, known };
}

function readLetters(reader: ByteReader, letters: Float64Array): void {
  const isLong = reader.bits(letters.length);
  const lines = readHashes(reader, reader.count());
  let next = 0;
  for (let i = 0; i < letters.length; i++) if (isLong[i] === 1) letters[i] = lines[next++] ?? 0;
}

function startsLink(flags: number): boolean {
  return (flags & SegmentFlag.linkStart) !== 0;
}

/** Texts of one link lead to the same. */
function readTargets(reader: ByteReader, targets: Float64Array, flags: Uint8Array): void {
  let links = 0;
  for (const bits of flags) if (startsLink(bits)) links++;
  const found = readHashes(reader, links);
  let next = 0;
  let target = 0;
  for (let i = 0; i < targets.length; i++) {
    if (startsLink(flags[i]!)) target = found[next++]!;
    if ((flags[i]! & SegmentFlag.link) !== 0) targets[i] = target;
  }
}

/** 48 bits each: the lower halves, then what is above them. In plain loops: `from` takes ten times as long. */
function writeHashes(writer: ByteWriter, hashes: Float64Array): void {
  const low = new Uint32Array(hashes.length);
  const high = new Uint16Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) {
    low[i] = hashes[i]! >>> 0;
    high[i] = hashes[i]! / 2 ** 32;
  }
  writer.column(low);
  writer.column(high);
}

function readHashes(reader: ByteReader, count: number): Float64Array {
  const low = reader.u32s(count);
  // A copy, because numbers must lie at multiples of their size.
  const high = new Uint16Array(new Uint8Array(reader.bytes(2 * count)).buffer);
  const hashes = new Float64Array(count);
  for (let i = 0; i < count; i++) hashes[i] = high[i]! * 2 ** 32 + low[i]!;
  return hashes;
}
