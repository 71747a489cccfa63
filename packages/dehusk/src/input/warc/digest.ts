/**
 * The digests that a WARC record states of itself (ISO 28500, 5.8 and 5.9), and whether they are right.
 *
 * The block digest is of the block, byte for byte. What the payload digest is of depends on who wrote it: the standard
 * says the HTTP body with its transfer encoding undone (wget-lua, newer Heritrix); most tools take the body as it
 * stands in the record, chunk sizes and all (warcio, wpull, older wget and Heritrix); some that keep the headers of a
 * compressed response store and digest what a browser had decoded. So each of these is tried.
 */
import { createHash, type Hash } from 'node:crypto';
import { toBase32 } from '@exodus/bytes/base32.js';
import type { ByteSource } from '../byte-reader.ts';

/** Bytes of a digest, by the name of its algorithm without dashes. */
const sizes: Readonly<Record<string, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

type Coding = 'hex' | 'base32' | 'base64';

export interface StatedDigest {
  readonly algorithm: string;
  readonly value: string;
  readonly coding: Coding;
  /** As the record has it. */
  readonly text: string;
}

/** `'unknown'` for a digest that cannot be checked: of another algorithm, or in no coding that has this length. */
export function readDigest(text: string | undefined): StatedDigest | 'unknown' | undefined {
  if (text === undefined || text === '') return undefined;
  const colon = text.indexOf(':');
  const algorithm = text.slice(0, colon).trim().toLowerCase().replace('-', '');
  const value = text.slice(colon + 1).trim();
  const sizeBytes = Object.hasOwn(sizes, algorithm) ? sizes[algorithm] : undefined;
  const coding = sizeBytes === undefined ? undefined : codingOf(value, sizeBytes);
  return coding === undefined ? 'unknown' : { algorithm, value, coding, text };
}

/** No two codings of one algorithm have the same length. */
function codingOf(value: string, sizeBytes: number): Coding | undefined {
  switch (value.replace(/=+$/, '').length) {
    case sizeBytes * 2:
      return 'hex';
    case Math.ceil((sizeBytes * 8) / 5):
      return 'base32';
    case Math.ceil((sizeBytes * 8) / 6):
      return 'base64';
    default:
      return undefined;
  }
}

export function createDigest({ algorithm }: StatedDigest): Hash {
  return createHash(algorithm);
}

export function isStated({ value, coding }: StatedDigest, digest: Uint8Array): boolean {
  return comparable(value, coding) === comparable(encoded(digest, coding), coding);
}

/** A digest as the record would have it. */
export function digestText({ algorithm, coding }: StatedDigest, digest: Uint8Array): string {
  return `${algorithm}:${encoded(digest, coding)}`;
}

function encoded(digest: Uint8Array, coding: Coding): string {
  return coding === 'base32' ? toBase32(digest) : Buffer.from(digest).toString(coding);
}

/** Tools differ in case, in padding, and in the last two letters of base 64. */
function comparable(value: string, coding: Coding): string {
  const bare = value.replace(/=+$/, '');
  return coding === 'base64' ? bare.replaceAll('-', '+').replaceAll('_', '/') : bare.toUpperCase();
}

/** The digests of a body in all forms that it has while its encodings are undone. */
export interface PayloadDigests {
  /** A source whose bytes are digested as they are taken. */
  watch(source: ByteSource): ByteSource;
  /** After all was taken. Undefined if the digest is right; else the digest of the body as it stands in the record. */
  wrong(decoded: Uint8Array): Uint8Array | undefined;
}

export function createPayloadDigests(stated: StatedDigest): PayloadDigests {
  const watched: Hash[] = [];
  return {
    watch(source) {
      const hash = createDigest(stated);
      watched.push(hash);
      return new DigestedSource(source, hash);
    },
    wrong(decoded) {
      const digests = watched.map((hash) => hash.digest());
      if (digests.some((digest) => isStated(stated, digest))) return undefined;
      const last = createDigest(stated).update(decoded).digest();
      return isStated(stated, last) ? undefined : (digests[0] ?? last);
    },
  };
}

class DigestedSource implements ByteSource {
  readonly #source: ByteSource;
  readonly #hash: Hash;
  #shown: Uint8Array = new Uint8Array();

  constructor(source: ByteSource, hash: Hash) {
    this.#source = source;
    this.#hash = hash;
  }

  get offset(): number {
    return this.#source.offset;
  }

  async peek(minBytes?: number): Promise<Uint8Array> {
    this.#shown = await this.#source.peek(minBytes);
    return this.#shown;
  }

  skip(count: number): void {
    this.#hash.update(this.#shown.subarray(0, count));
    this.#shown = this.#shown.subarray(count);
    this.#source.skip(count);
  }
}
