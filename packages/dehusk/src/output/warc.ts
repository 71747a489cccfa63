/**
 * WARC/1.1 records of cleaned pages: `conversion` records, as in the WET files of Common Crawl.
 * The same page gives the same bytes: the record's id is derived from what is in it, and its date is the page's.
 */
import { toBase32 } from '@exodus/bytes/base32.js';

export interface Conversion {
  /** Identity of the page, as in its record. */
  readonly id: string;
  readonly url?: string;
  /** When the page was fetched; a date that is none is taken as unknown. */
  readonly date?: string;
  /** WARC-Record-ID of the record the page came from. */
  readonly refersTo?: string;
  readonly content: string;
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
}

export interface WarcOptions {
  /** Date of records whose page has none. */
  readonly date?: string;
}

const unknownDate = '1970-01-01T00:00:00Z';
const encoder = new TextEncoder();

export function conversionRecord(conversion: Conversion, options: WarcOptions = {}): Uint8Array {
  const block = encoder.encode(conversion.content);
  const digest = toBase32(sha1(block));
  return warcRecord(block, [
    ['WARC-Type', 'conversion'],
    ['WARC-Target-URI', targetUri(conversion)],
    ['WARC-Date', warcDate(conversion.date) ?? warcDate(options.date) ?? unknownDate],
    ['WARC-Record-ID', recordUri(`${conversion.id}\n${conversion.contentType}\n${digest}`)],
    ...(conversion.refersTo === undefined ? [] : [['WARC-Refers-To', conversion.refersTo] as const]),
    ['WARC-Block-Digest', `sha1:${digest}`],
    ['Content-Type', `${conversion.contentType}; charset=utf-8`],
  ]);
}

/** The record that opens a file: who wrote it, with what. */
export function warcinfoRecord(
  fields: Readonly<Record<string, string>>,
  options: WarcOptions = {},
): Uint8Array {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  const block = encoder.encode(lines.join(''));
  return warcRecord(block, [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Date', warcDate(options.date) ?? unknownDate],
    ['WARC-Record-ID', recordUri(`warcinfo\n${lines.join('')}`)],
    ['Content-Type', 'application/warc-fields'],
  ]);
}

function warcRecord(block: Uint8Array, headers: readonly (readonly [string, string])[]): Uint8Array {
  const lines = [...headers, ['Content-Length', String(block.length)]].map(
    ([name, value]) => `${name}: ${oneLine(value!)}`,
  );
  const head = encoder.encode(`WARC/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const record = new Uint8Array(head.length + block.length + 4);
  record.set(head);
  record.set(block, head.length);
  record.set([13, 10, 13, 10], head.length + block.length);
  return record;
}

/** Values come from pages: a line end in one must not begin another header. */
function oneLine(value: string): string {
  return value.replace(/[\0-\x1f\x7f]+/g, ' ').trim();
}

/** A page without an address is named by its place. */
function targetUri({ id, url }: Conversion): string {
  return (url ?? `file:///${id.replace(/^\/+/, '')}`).replace(
    /[\0-\x20<>"{}|\\^`\x7f-\u{10ffff}]+/gu,
    encodeLoosely,
  );
}

/** Half a surrogate pair has no encoding. */
function encodeLoosely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** With seconds and in UTC, as the standard wants it. */
function warcDate(date: string | undefined): string | undefined {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Namespace for URLs of RFC 9562. */
// biome-ignore format: a list of bytes
const urlNamespace = Uint8Array.of(0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0, 0xc0, 0x4f, 0xd4, 0x30, 0xc8);

/** A version 5 UUID: the same name gives the same one. */
function recordUri(name: string): string {
  const bytes = encoder.encode(name);
  const input = new Uint8Array(urlNamespace.length + bytes.length);
  input.set(urlNamespace);
  input.set(bytes, urlNamespace.length);
  const uuid = sha1(input).subarray(0, 16);
  uuid[6] = (uuid[6]! & 0x0f) | 0x50;
  uuid[8] = (uuid[8]! & 0x3f) | 0x80;
  const hex = Array.from(uuid, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `<urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}>`;
}

const BLOCK_BYTES = 64;

/**
 * SHA-1 (FIPS 180-4), synchronous and without the platform: WARC digests and version 5 UUIDs are defined by it.
 * It names content here and protects nothing.
 */
export function sha1(bytes: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Uint32Array(80);
  const blockEnd = bytes.length - (bytes.length % BLOCK_BYTES);
  addBlocks(state, words, bytes.subarray(0, blockEnd));
  addBlocks(state, words, paddedEnd(bytes, blockEnd));
  const digest = new Uint8Array(20);
  const view = new DataView(digest.buffer);
  for (const [index, word] of state.entries()) view.setUint32(index * 4, word);
  return digest;
}

/** The rest, a one bit, zeros, and the length in bits. */
function paddedEnd(bytes: Uint8Array, blockEnd: number): Uint8Array {
  const rest = bytes.subarray(blockEnd);
  const end = new Uint8Array(rest.length + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  end.set(rest);
  end[rest.length] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(end.length - 4, (bytes.length * 8) >>> 0);
  return end;
}

function addBlocks(state: Uint32Array, words: Uint32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < bytes.length; offset += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4);
    for (let i = 16; i < 80; i++) {
      const mixed = words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!;
      words[i] = (mixed << 1) | (mixed >>> 31);
    }
    addBlock(state, words);
  }
}

function addBlock(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let i = 0; i < 80; i++) {
    let mixed: number;
    if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else mixed = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + mixed + e + words[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
}
