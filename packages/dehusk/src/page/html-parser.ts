/**
 * Bytes → Page in TypeScript: where WebAssembly is not allowed, for what the core leaves, and what the core is held
 * against in tests.
 */

import { DehuskError } from '../errors.ts';
import { decode, detectCharset, encodingOfMeta } from './charset.ts';
import { flatten } from './flatten.ts';
import { type HashKey, hasherFor } from './hash.ts';
import { htmlReferences } from './html/html-references.ts';
import { type MetaWatcher, TokenFeed } from './html/token-feed.ts';
import { holdsContent, mayHoldContent } from './noscript.ts';
import { NodeFlag, type Page } from './page.ts';
import { type PageLimits, type RawPage, resolveLimits } from './raw-page.ts';

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

export function parseInTypeScript(
  raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>,
  options: ParseOptions = {},
): Page {
  const limits = resolveLimits(options.limits);
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
  if (!feed.run(source, limits, { onMeta })) {
    // 13.2.3.4 Changing the encoding while parsing: decoding starts again.
    source = decode(bytes, encoding);
    feed.run(source, limits);
  }
  return toPage({ source, url, encoding }, options, limits);
}

export function parseTextInTypeScript(
  html: string,
  options: ParseOptions & { readonly url?: string } = {},
): Page {
  const limits = resolveLimits(options.limits);
  feed.run(html, limits);
  return toPage({ source: html, url: options.url, encoding: '' }, options, limits);
}

interface PageFacts {
  readonly source: string;
  readonly url: string | undefined;
  readonly encoding: string;
}

/** What was fed, as a page; fed again, if its content is in a `noscript`. */
function toPage(facts: PageFacts, options: ParseOptions, limits: PageLimits): Page {
  const page = flatPage(facts, options);
  if (!mayHoldContent(feed.builder.textInNoscript, page)) return page;
  feed.run(facts.source, limits, { opensNoscript: true });
  const opened = flatPage(facts, options);
  return holdsContent(opened, page) ? opened : page;
}

function flatPage(facts: PageFacts, { hashKey = zeroKey, id }: ParseOptions): Page {
  const { tags, attributeNames, classLists, builder } = feed;
  return flatten(builder.draft, {
    ...facts,
    source: facts.source + spillJoinedText(builder, facts.source),
    order: builder.links.preOrder(),
    references: htmlReferences,
    id,
    tags,
    attributeNames,
    classLists: classLists.lists,
    hasher: hasherFor(hashKey),
  });
}

/** Texts in several parts are decoded part by part and put behind the source; they stay literal from then on. */
function spillJoinedText({ draft, joinedText }: TokenFeed['builder'], source: string): string {
  let spill = '';
  for (const [node, parts] of joinedText) {
    const literal = (draft.flags[node]! & NodeFlag.literal) !== 0;
    draft.start[node] = source.length + spill.length;
    for (let i = 0; i < parts.length; i += 2) {
      const part = source.slice(parts[i], parts[i + 1]);
      spill += literal ? part : htmlReferences.inText(part);
    }
    draft.end[node] = source.length + spill.length;
    draft.flags[node]! |= NodeFlag.literal;
  }
  return spill;
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
