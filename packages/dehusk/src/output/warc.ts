/**
 * WARC/1.1 records of cleaned pages: `conversion` records, as in the WET files of Common Crawl.
 *
 * The same page gives the same bytes: the id of its record is derived from what is in it, and its date is the page's.
 * Only what has no date of its own, the `warcinfo` record and pages that nobody dated, takes that of the run.
 */
import { toBase32 } from '@exodus/bytes/base32.js';
import { type Provenance, type RawPage, resolveUrl } from '../page/raw-page.ts';

export interface Conversion {
  /** What the page is, and where it was read. A date that is none is taken as unknown. */
  readonly raw: Pick<RawPage, 'url' | 'date' | 'recordId' | 'digest' | 'provenance'>;
  /** As UTF-8. */
  readonly content: Uint8Array;
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
  /** BCP 47. */
  readonly language?: string | undefined;
}

const encoder = new TextEncoder();

/** `date`: when the run began, for a page without one. */
export function conversionRecord(
  { raw, content, contentType, language }: Conversion,
  date: string,
): Uint8Array {
  const digest = toBase32(sha1(content));
  const targetUri = targetUriOf(raw);
  const recordDate = warcDate(raw.date) ?? warcDate(date)!;
  const refersTo = oneLine(raw.recordId ?? '');
  const { line, offset } = raw.provenance;
  const name = [targetUri, recordDate, refersTo, line ?? offset ?? '', contentType, digest];
  return warcRecord(content, [
    ['WARC-Type', 'conversion'],
    ['WARC-Target-URI', targetUri],
    ['WARC-Date', recordDate],
    ['WARC-Record-ID', recordUri(name.join('\n'))],
    ...(refersTo === '' ? [] : [['WARC-Refers-To', refersTo] as const]),
    ['WARC-Block-Digest', `sha1:${digest}`],
    ...languageHeader(language),
    // Of the record that the page came from: the content was made from what may be damaged.
    ...(raw.digest === 'wrong' ? [['X-Dehusk-Payload-Digest', 'wrong'] as const] : []),
    ['Content-Type', `${contentType}; charset=utf-8`],
  ]);
}

/** As Common Crawl has it in its WET files: three letters of ISO 639-3. A language that has none there is not named. */
function languageHeader(language: string | undefined): readonly (readonly [string, string])[] {
  const [primary = ''] = language?.toLowerCase().split('-') ?? [];
  const code = primary.length === 3 ? primary : threeLetters.get(primary);
  return code === undefined ? [] : [['WARC-Identified-Content-Language', code]];
}

/** ISO 639-1 in ISO 639-3. */
const threeLetters: ReadonlyMap<string, string> = new Map(
  (
    'aa aar ab abk ae ave af afr ak aka am amh an arg ar ara as asm av ava ay aym az aze ba bak be bel bg bul bi bis bm bam ' +
    'bn ben bo bod br bre bs bos ca cat ce che ch cha co cos cr cre cs ces cu chu cv chv cy cym da dan de deu dv div dz dzo ' +
    'ee ewe el ell en eng eo epo es spa et est eu eus fa fas ff ful fi fin fj fij fo fao fr fra fy fry ga gle gd gla gl glg ' +
    'gn grn gu guj gv glv ha hau he heb hi hin ho hmo hr hrv ht hat hu hun hy hye hz her ia ina id ind ie ile ig ibo ii iii ' +
    'ik ipk io ido is isl it ita iu iku ja jpn jv jav ka kat kg kon ki kik kj kua kk kaz kl kal km khm kn kan ko kor kr kau ' +
    'ks kas ku kur kv kom kw cor ky kir la lat lb ltz lg lug li lim ln lin lo lao lt lit lu lub lv lav mg mlg mh mah mi mri ' +
    'mk mkd ml mal mn mon mr mar ms msa mt mlt my mya na nau nb nob nd nde ne nep ng ndo nl nld nn nno no nor nr nbl nv nav ' +
    'ny nya oc oci oj oji om orm or ori os oss pa pan pi pli pl pol ps pus pt por qu que rm roh rn run ro ron ru rus rw kin ' +
    'sa san sc srd sd snd se sme sg sag si sin sk slk sl slv sm smo sn sna so som sq sqi sr srp ss ssw st sot su sun sv swe ' +
    'sw swa ta tam te tel tg tgk th tha ti tir tk tuk tl tgl tn tsn to ton tr tur ts tso tt tat tw twi ty tah ug uig uk ukr ' +
    'ur urd uz uzb ve ven vi vie vo vol wa wln wo wol xh xho yi yid yo yor za zha zh zho zu zul'
  )
    .match(/\w+ \w+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);

/** The record that opens a file: who wrote it, with what. `date`: when the run began. */
export function warcinfoRecord(fields: Readonly<Record<string, string>>, date: string): Uint8Array {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  const block = encoder.encode(lines.join(''));
  const recordDate = warcDate(date)!;
  return warcRecord(block, [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Date', recordDate],
    ['WARC-Record-ID', recordUri(`warcinfo\n${recordDate}\n${lines.join('')}`)],
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

/** What a URI may not have as it is; a percent sign stands for what was encoded before. */
const unsafe = /[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+/gu;

/**
 * Absolute, whatever the page says of itself. An address that is plain stands there as it was given; another one is
 * written as a browser would ask for it. A page without an address, or with half of one, is named by its place.
 */
function targetUriOf({ url = '', provenance }: Conversion['raw']): string {
  const address = resolveUrl(url);
  if (address === undefined) return placeUri(provenance);
  const isPlain = /^[a-z][a-z0-9+.-]*:/i.test(url) && url.search(unsafe) < 0;
  return isPlain ? url : address.href.replace(unsafe, encodeLoosely);
}

/**
 * `file:///docs/a.html`, `file:///crawl.jsonl?line=3`. The path is that below the folder that was read, or the file as it
 * was named: what is said must not depend on where somebody keeps his files.
 */
function placeUri({ file, path, line, offset }: Provenance): string {
  const names = (path ?? (file || 'page')).split(/[\\/]+/).filter((name) => name !== '');
  const place = names.map((name) => encodeLoosely(name)).join('/');
  const within = line !== undefined ? `?line=${line}` : offset !== undefined ? `?offset=${offset}` : '';
  return `file:///${place}${within}`;
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
