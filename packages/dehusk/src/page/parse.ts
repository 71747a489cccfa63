/** Bytes → Page. */
import { DehuskError } from '../errors.ts';
import { charsetOfContentType, charsetOfMeta, decode, detectCharset } from './charset.ts';
import { flatten } from './flatten.ts';
import { type HashKey, hasherFor } from './hash.ts';
import { htmlReferences, type MetaWatcher, TokenFeed } from './html/token-feed.ts';
import { Attribute } from './names.ts';
import type { Page } from './page.ts';
import { defaultPageLimits, type PageLimits, type RawPage } from './raw-page.ts';

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
function declaredEncoding(lateFeed: TokenFeed): string | null {
  let charset: string | null = null;
  let content: string | null = null;
  let isContentType = false;
  const { draft, token, source } = lateFeed.builder;
  for (let row = token.attributeStart; row < token.attributeEnd; row++) {
    const name = draft.attributeName[row];
    if (name !== Attribute.charset && name !== Attribute.content && name !== Attribute['http-equiv'])
      continue;
    const value = htmlReferences.inValue(source.slice(draft.attributeStart[row], draft.attributeEnd[row]));
    if (name === Attribute.charset) charset = charsetOfMeta(value);
    else if (name === Attribute.content) content = value;
    else isContentType = value.toLowerCase() === 'content-type';
  }
  if (charset !== null) return charset;
  const named = isContentType && content !== null ? charsetOfContentType(content) : null;
  return named === null ? null : charsetOfMeta(named);
}
