/**
 * Which encoding a page is in, and its text. In the order of the HTML standard (13.2.3.2): byte order mark,
 * transport, a `<meta>` in the first 1,024 bytes, an XML declaration; then, where nobody said anything, UTF-8 if the
 * bytes are valid UTF-8 (the standard allows a guess here), else windows-1252.
 *
 * Decoding is by `@exodus/bytes`: the TextDecoder of Node 20 decodes windows-1252 wrongly from 0x80 to 0x9F.
 */
import { getBOMEncoding, labelToName, legacyHookDecode, TextDecoder } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { htmlReferences } from './html/html-references.ts';

export interface Charset {
  /** Name of the encoding in the Encoding standard. */
  readonly encoding: string;
  /** A `<meta>` that is met only while parsing may still change it. */
  readonly tentative: boolean;
}

export function detectCharset(bytes: Uint8Array, contentType: string | undefined): Charset {
  const mark = getBOMEncoding(bytes);
  if (mark !== null) return { encoding: labelToName(mark) ?? mark, tentative: false };
  const fromTransport = contentType === undefined ? null : charsetOfContentType(contentType);
  if (fromTransport !== null) return { encoding: fromTransport, tentative: false };
  const wide = wideDeclaration(bytes);
  if (wide !== undefined) return { encoding: wide, tentative: false };
  const declared = prescan(bytes) ?? encodingOfXml(bytes);
  return { encoding: declared ?? (isUtf8(bytes) ? 'UTF-8' : 'windows-1252'), tentative: true };
}

export function decode(bytes: Uint8Array, encoding: string): string {
  // `replacement` stands for encodings that are unsafe in pages: the text is one U+FFFD.
  return legacyHookDecode(bytes, encoding.toLowerCase());
}

/** The charset parameter of a Content-Type, as the name of an encoding; null if there is none that we know. */
function charsetOfContentType(contentType: string): string | null {
  // The value of `<meta content>` has the same form, and its reading (13.2.3.3) is the more tolerant one.
  const match =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/i.exec(
      contentType,
    );
  const label = match?.[1] ?? match?.[2] ?? match?.[3];
  return label === undefined ? null : labelToName(label);
}

/** An encoding that a page may name for itself: one that is not ASCII-compatible cannot have been meant. */
function charsetOfMeta(label: string): string | null {
  const name = labelToName(label);
  if (name === 'UTF-16LE' || name === 'UTF-16BE') return 'UTF-8';
  return name === 'x-user-defined' ? 'windows-1252' : name;
}

function prescan(bytes: Uint8Array): string | null {
  try {
    const name = sniffEncoding(bytes, { defaultEncoding: 'none' });
    return name === 'none' ? null : name;
  } catch (error) {
    // html-encoding-sniffer 6 reads past the end of a value that ends in "charset", which is a TypeError. The
    // parser then meets the same `<meta>` again.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** An XML declaration in UTF-16, which no `<meta>` is looked for in. */
function wideDeclaration(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const begins = (...start: readonly number[]): boolean => start.every((byte, i) => bytes[i] === byte);
  if (begins(0x3c, 0, 0x3f, 0, 0x78, 0)) return 'UTF-16LE';
  return begins(0, 0x3c, 0, 0x3f, 0, 0x78) ? 'UTF-16BE' : undefined;
}

const PRESCAN_BYTES = 1024;
const xmlEncoding = /^<\?xml(?:(?!encoding)[^>])*encoding[\0-\x20]*=[\0-\x20]*(["'])([^\0-\x20>]*?)\1[^>]*>/;

/** What the XML declaration says that a page begins with: XHTML is often sent as HTML. */
function encodingOfXml(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return null;
  const label = xmlEncoding.exec(String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES)))?.[2];
  return label === undefined ? null : charsetOfMeta(label);
}

/** Valid UTF-8 that is not plain ASCII. Texts in other encodings hardly ever are. */
function isUtf8(bytes: Uint8Array): boolean {
  if (isAscii(bytes)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! >= 0x80) return false;
  return true;
}

/** The encoding that a `<meta>` with these attributes names, if any. Values are as they are written. */
export function encodingOfMeta(attributes: Iterable<readonly [name: string, value: string]>): string | null {
  let charset: string | null = null;
  let content: string | null = null;
  let isContentType = false;
  for (const [name, raw] of attributes) {
    const value = htmlReferences.inValue(raw);
    if (name === 'charset') charset = charsetOfMeta(value);
    else if (name === 'content') content = value;
    else if (name === 'http-equiv') isContentType = value.toLowerCase() === 'content-type';
  }
  if (charset !== null) return charset;
  const named = isContentType && content !== null ? charsetOfContentType(content) : null;
  return named === null ? null : charsetOfMeta(named);
}
