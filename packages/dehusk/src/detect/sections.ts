/**
 * The bytes of what is kept: sections, each with its name, version, length and checksum, so that everything is known
 * to be what was written before anybody reads it. Detectors, sites, snapshots and parked sites are all written so.
 *
 *     u32 magic · u8 sections
 *     for each: u8 length of its name · name · u8 version · u32 CRC-32 of name, version and bytes · u32 length · bytes
 *
 * A checksum finds damage. That something is missing, doubled or from another time is found by digests, which those
 * have who keep sections in rows.
 */
import { crc32 } from '@exodus/bytes/crc.js';
import { DehuskError, damagedState } from '../errors.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

export interface Section {
  /** ASCII, and short. */
  readonly name: string;
  readonly version: number;
  readonly bytes: Uint8Array;
}

/** `dhs3` */
const MAGIC = 0x33736864;
/** What states began with before: `dhds`, or the length of a JSON text. */
const OLD_MAGIC = 0x73646864;
const OLD_TEXT_START = 0x7b;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function jsonSection(name: string, version: number, value: unknown): Section {
  return { name, version, bytes: encoder.encode(JSON.stringify(value)) };
}

export function writeSections(sections: readonly Section[]): Uint8Array {
  const roomBytes = sections.reduce((sum, { name, bytes }) => sum + 10 + name.length + bytes.length, 5);
  const writer = new ByteWriter(roomBytes);
  writer.u32(MAGIC);
  writer.byte(sections.length);
  for (const { name, version, bytes } of sections) {
    const { spelled, sum } = nameOf(name, version);
    writer.byte(spelled.length);
    writer.bytes(spelled);
    writer.byte(version);
    writer.u32(checksum(sum, bytes));
    writer.u32(bytes.length);
    writer.bytes(bytes);
  }
  return writer.take();
}

/** Throws STATE_OLDER or STATE_DAMAGED. All checksums are right then. */
export function readSections(bytes: Uint8Array): SavedSections {
  const reader = new ByteReader(bytes);
  const magic = reader.u32();
  if (magic === OLD_MAGIC || (magic !== MAGIC && bytes[4] === OLD_TEXT_START))
    throw new DehuskError('STATE_OLDER', { file: 'the state' });
  if (magic !== MAGIC) throw damagedState('it has no sections');
  const sections: Section[] = [];
  for (let left = reader.byte(); left > 0; left--) {
    const spelled = reader.bytes(reader.byte());
    const version = reader.byte();
    const sum = reader.u32();
    const content = reader.bytes(reader.u32());
    if (sum !== checksum(nameSum(spelled, version), content)) throw damagedState('a checksum in it is wrong');
    sections.push({ name: decoder.decode(spelled), version, bytes: content });
  }
  if (reader.left > 0) throw damagedState('it is too long');
  return new SavedSections(sections);
}

export class SavedSections {
  readonly #sections: ReadonlyMap<string, Section>;

  constructor(sections: readonly Section[]) {
    this.#sections = new Map(sections.map((section) => [section.name, section]));
  }

  /** Throws STATE_DAMAGED for a section that is not there, STATE_OLDER and STATE_NEWER for one of another version. */
  bytes(name: string, version: number): Uint8Array {
    const section = this.#sections.get(name);
    if (section === undefined) throw damagedState(`it has no ${name}`);
    if (section.version < version) throw new DehuskError('STATE_OLDER', { file: 'the state' });
    if (section.version > version)
      throw new DehuskError('STATE_NEWER', { found: section.version, known: version });
    return section.bytes;
  }

  json(name: string, version: number): unknown {
    const bytes = this.bytes(name, version);
    try {
      return JSON.parse(decoder.decode(bytes));
    } catch {
      throw damagedState(`its ${name} cannot be read`);
    }
  }
}

/** A name as bytes, with what it adds to a checksum. */
interface SpelledName {
  readonly spelled: Uint8Array;
  readonly sum: number;
}

/** There are some dozens of names, and a broad crawl writes each of them for hundreds of thousands of sites. */
const spelledNames = new Map<string, SpelledName>();

function nameOf(name: string, version: number): SpelledName {
  const key = `${name}/${version}`;
  let known = spelledNames.get(key);
  if (known === undefined) {
    const spelled = encoder.encode(name);
    known = { spelled, sum: nameSum(spelled, version) };
    spelledNames.set(key, known);
  }
  return known;
}

/** A value in another's place is noticed too. */
function nameSum(name: Uint8Array, version: number): number {
  const head = new Uint8Array(name.length + 1);
  head.set(name);
  head[name.length] = version;
  return Math.imul(crc32(head), 0x9e3779b1);
}

function checksum(ofName: number, bytes: Uint8Array): number {
  return (crc32(ownBytes(bytes)) ^ ofName) >>> 0;
}

/** In a content script of Firefox, what a `TextEncoder` gives is an array of the page's and not of ours. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}
