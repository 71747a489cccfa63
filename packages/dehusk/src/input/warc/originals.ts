/**
 * Where the pages lie that later records may refer to: a `revisit` record says that a page was met again unchanged,
 * and leaves its content out.
 *
 * Only locations are kept, under hashes of the three names by which a revisit can refer: the record's id, its address and
 * date, the digest of its payload. The record is read again from its file when it is asked for, and must then bear the
 * name itself, so a collision of hashes costs nothing but that.
 *
 * They are kept by generations: when one is full, the one before it is forgotten. So at least the last 50,000 pages
 * are remembered, and at most 100,000, which take 22 MB.
 */
import { readDigest } from './digest.ts';

export interface RecordLocation {
  readonly file: string;
  /** Of the record, or of its gzip member. */
  readonly offset: number;
}

type Fields = ReadonlyMap<string, string>;

const generationSize = 50_000;

class Generation {
  readonly entries: Map<number, number> = new Map();
  readonly offsets: number[] = [];
  readonly files: string[] = [];
}

export class Originals {
  readonly #size: number;
  #young = new Generation();
  #old = new Generation();

  constructor(size: number = generationSize) {
    this.#size = size;
  }

  add(fields: Fields, { file, offset }: RecordLocation): void {
    if (this.#young.offsets.length >= this.#size) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    const { entries, offsets, files } = this.#young;
    for (const name of originalNames(fields))
      if (name !== undefined) entries.set(hashOf(name), offsets.length);
    offsets.push(offset);
    files.push(file);
  }

  /** Where the original of a revisit may lie, the surest first. */
  find(revisit: Fields): readonly RecordLocation[] {
    const locations = new Map<string, RecordLocation>();
    for (const name of referredNames(revisit)) {
      const location = name === undefined ? undefined : this.#locationOf(hashOf(name));
      if (location !== undefined) locations.set(`${location.offset} ${location.file}`, location);
    }
    return [...locations.values()];
  }

  #locationOf(name: number): RecordLocation | undefined {
    for (const { entries, offsets, files } of [this.#young, this.#old]) {
      const entry = entries.get(name);
      if (entry !== undefined) return { file: files[entry]!, offset: offsets[entry]! };
    }
    return undefined;
  }
}

/**
 * Whether a record is the one that a revisit means. Where the revisit states the digest of the same payload, an
 * original with another one is none, whatever its name.
 */
export function isOriginalOf(revisit: Fields, original: Fields): boolean {
  const names = new Set(originalNames(original));
  const isNamed = referredNames(revisit).some((name) => name !== undefined && names.has(name));
  const isSamePayload = /identical-payload-digest/.test(revisit.get('warc-profile') ?? '');
  const [stated, found] = [payloadName(revisit), payloadName(original)];
  const differs = isSamePayload && stated !== undefined && found !== undefined && stated !== found;
  return isNamed && !differs;
}

function originalNames(fields: Fields): readonly (string | undefined)[] {
  return [
    fields.get('warc-record-id'),
    captureName(fields.get('warc-target-uri'), fields.get('warc-date')),
    payloadName(fields),
  ];
}

/** A server that answers "not modified" sends no payload: what a digest is then of, tools disagree about. */
function referredNames(fields: Fields): readonly (string | undefined)[] {
  const hasNoPayload = /server-not-modified/.test(fields.get('warc-profile') ?? '');
  return [
    fields.get('warc-refers-to'),
    captureName(fields.get('warc-refers-to-target-uri'), fields.get('warc-refers-to-date')),
    hasNoPayload ? undefined : payloadName(fields),
  ];
}

function captureName(uri: string | undefined, date: string | undefined): string | undefined {
  return uri === undefined || date === undefined ? undefined : `${bareUri(uri)} ${date}`;
}

/** Some tools write addresses in angle brackets. */
export function bareUri(uri: string): string {
  return uri.replace(/^<(.*)>$/, '$1');
}

/** One name for all ways to write a digest that differ in case or padding only. */
function payloadName(fields: Fields): string | undefined {
  const text = fields.get('warc-payload-digest');
  const stated = readDigest(text);
  // An unknown kind cannot be checked, but two that are equal are equal.
  if (stated === undefined || stated === 'unknown') return text || undefined;
  const { algorithm, value, coding } = stated;
  const bare = value.replace(/=+$/, '');
  return `${algorithm}:${coding === 'base64' ? bare : bare.toUpperCase()}`;
}

/** 53 bits: two multiplicative hashes beside each other. */
function hashOf(name: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) ^ (high >>> 15);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
