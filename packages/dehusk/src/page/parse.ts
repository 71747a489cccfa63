/** Bytes → Page. */

import { getBOMEncoding, labelToName, legacyHookDecode, TextDecoder } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { DehuskError } from '../errors.ts';
import { flatten } from './flatten.ts';
import { type HashKey, hasherFor } from './hash.ts';
import { htmlReferences, type MetaWatcher, TokenFeed } from './html/token-feed.ts';
import { checkedPage, type Page } from './page.ts';
import { defaultPageLimits, type PageLimits, pageId, type RawPage, type SourcePage } from './raw-page.ts';

export interface ParseOptions {
  readonly limits?: Partial<PageLimits>;
  /** Key of the path and text hashes; pages are compared by hash only if they were parsed with the same one. */
  readonly hashKey?: HashKey;
  /** The page's identity, where its address is not it. */
  readonly id?: string;
}

const zeroKey: HashKey = [0, 0];

/** Scratch space of the parser. Parsing is synchronous, so one serves all. */
const feed = new TokenFeed();

/**
 * Parses a page as a browser does, scripts off: its encoding is what the transport, the page itself or its bytes say.
 * Throws PAGE_TOO_LARGE, PAGE_TOO_DEEP, PAGE_TOO_MANY_NODES or PAGE_TOO_MANY_ATTRIBUTES.
 */
export function parse(raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>, options: ParseOptions = {}): Page {
  const limits = { ...defaultPageLimits, ...options.limits };
  const { bytes, url } = raw;
  if (bytes.length > limits.maxBytes) {
    throw new DehuskError('PAGE_TOO_LARGE', { sizeBytes: bytes.length, limitBytes: limits.maxBytes });
  }
  const charset = detectCharset(bytes, raw.contentType);
  let { encoding } = charset;
  let source = decode(bytes, encoding);
  const onMeta = charset.tentative
    ? watchForEncoding(encoding, (declared) => (encoding = declared))
    : undefined;
  if (!feed.run(source, limits, onMeta)) {
    // 13.2.3.4 Changing the encoding while parsing: decoding starts again.
    source = decode(bytes, encoding);
    feed.run(source, limits);
  }
  return toPage({ source, url, encoding }, options);
}

/** Parses a page in whatever form it is; one that is parsed must have the same key. */
export function readPage(source: SourcePage, options: Omit<ParseOptions, 'id'>): Page {
  const { limits = {}, hashKey = zeroKey } = options;
  if ('page' in source) return checkedPage(source.page, hashKey);
  const id = pageId(source);
  if ('bytes' in source) return parse(source, { limits, hashKey, id });
  const { html, url } = source;
  const { maxBytes } = { ...defaultPageLimits, ...limits };
  // A character has at most three bytes.
  const sizeBytes = html.length * 3 <= maxBytes ? 0 : new TextEncoder().encode(html).length;
  if (sizeBytes > maxBytes) throw new DehuskError('PAGE_TOO_LARGE', { sizeBytes, limitBytes: maxBytes });
  return parseText(html, { limits, hashKey, id, ...(url !== undefined && { url }) });
}

/** Parses a page that is text already; what it says of its encoding does not count. */
export function parseText(html: string, options: ParseOptions & { readonly url?: string } = {}): Page {
  feed.run(html, { ...defaultPageLimits, ...options.limits });
  return toPage({ source: html, url: options.url, encoding: '' }, options);
}

function toPage(
  facts: { readonly source: string; readonly url: string | undefined; readonly encoding: string },
  { hashKey = zeroKey, id }: ParseOptions,
): Page {
  const { tags, attributeNames, classLists, builder } = feed;
  return flatten(builder.draft, {
    ...facts,
    references: htmlReferences,
    id,
    tags,
    attributeNames,
    classLists: classLists.lists,
    hasher: hasherFor(hashKey),
  });
}

/** Stops the parse at the first `<meta>` that names an encoding, if it is another one than was assumed. */
function watchForEncoding(assumed: string, change: (encoding: string) => void): MetaWatcher {
  let settled = false;
  return (lateFeed) => {
    const declared = settled ? null : declaredEncoding(lateFeed);
    if (declared === null) return false;
    settled = true;
    if (declared === assumed) return false;
    change(declared);
    return true;
  };
}

/** What the `<meta>` just met says of the encoding, if anything. */
function declaredEncoding({ builder, attributeNames }: TokenFeed): string | null {
  const { draft, token, source } = builder;
  const pairs: [name: string, value: string][] = [];
  for (let row = token.attributeStart; row < token.attributeEnd; row++) {
    const value = source.slice(draft.attributeStart[row], draft.attributeEnd[row]);
    pairs.push([attributeNames.name(draft.attributeName[row]!), value]);
  }
  return encodingOfMeta(pairs);
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

/**
 * Which encoding a page is in, and its text. In the order of the HTML standard (13.2.3.2): byte order mark,
 * transport, a `<meta>` in the first 1,024 bytes; then, where nobody said anything, UTF-8 if the bytes are valid
 * UTF-8 (the standard allows a guess here), else windows-1252.
 *
 * Decoding is by `@exodus/bytes`: the TextDecoder of Node 20 decodes windows-1252 wrongly from 0x80 to 0x9F.
 */

interface Charset {
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
  const encoding = prescan(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : 'windows-1252');
  return { encoding, tentative: true };
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
