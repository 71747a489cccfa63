/**
 * Where the pages lie that later records may refer to: a `revisit` record says that a page was met again unchanged,
 * and leaves its content out.
 *
 * Only places are kept, under hashes of the three names by which a revisit can refer: the record's id, its address and
 * date, the digest of its payload. The record is read again from its file when it is asked for, and must then bear the
 * name itself, so a collision of hashes costs nothing but that.
 *
 * Of more pages than `maxOriginals` the first are forgotten. 100,000 take 17 MB.
 */
import { readDigest } from './digest.ts';

export interface OriginalPlace {
  readonly file: string;
  /** Of the record, or of its gzip member. */
  readonly offset: number;
}

type Fields = ReadonlyMap<string, string>;

const maxOriginals = 100_000;
const namesEach = 3;

export class Originals {
  readonly #limit: number;
  readonly #entryOfName = new Map<number, number>();
  readonly #names: number[] = [];
  readonly #offsets: number[] = [];
  readonly #files: string[] = [];
  #added = 0;

  constructor(limit: number = maxOriginals) {
    this.#limit = limit;
  }

  add(fields: Fields, { file, offset }: OriginalPlace): void {
    const entry = this.#added++ % this.#limit;
    this.#forget(entry);
    this.#offsets[entry] = offset;
    this.#files[entry] = file;
    for (const [i, name] of originalNames(fields).entries()) {
      const hash = name === undefined ? 0 : hashOf(name);
      this.#names[entry * namesEach + i] = hash;
      if (name !== undefined) this.#entryOfName.set(hash, entry);
    }
  }

  /** Where the original of a revisit may lie, the surest first. */
  find(revisit: Fields): readonly OriginalPlace[] {
    const entries = new Set<number>();
    for (const name of referredNames(revisit)) {
      const entry = name === undefined ? undefined : this.#entryOfName.get(hashOf(name));
      if (entry !== undefined) entries.add(entry);
    }
    return [...entries].map((entry) => ({ file: this.#files[entry]!, offset: this.#offsets[entry]! }));
  }

  #forget(entry: number): void {
    for (let at = entry * namesEach; at < (entry + 1) * namesEach; at++) {
      const name = this.#names[at];
      // A later page may have taken the name over.
      if (name !== undefined && this.#entryOfName.get(name) === entry) this.#entryOfName.delete(name);
    }
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
