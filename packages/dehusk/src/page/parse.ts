/** Bytes → Page: by the core where it could be loaded, else in TypeScript. Both give the same page. */
import { DehuskError } from '../errors.ts';
import { type Core, createCore, type KeptPage } from './core.ts';
import type { CoreModule } from './core-instance.ts';
import type { SentPage } from './core-page.ts';
import type { HashKey } from './hash.ts';
import { type ParseOptions, parseInTypeScript, parseTextInTypeScript } from './html-parser.ts';
import { checkedPage, type Page } from './page.ts';
import { nameInput, pageId, type RawPage, resolveLimits, type SourcePage } from './raw-page.ts';
import { lookAtSegmentsBy } from './segment-judge.ts';
import { countTextBy } from './text-counts.ts';

export type { ParseOptions } from './html-parser.ts';

const zeroKey: HashKey = [0, 0];
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Finds the module of the core. */
type LoadModule = () => CoreModule | undefined;

let loadModule: LoadModule | undefined;
let loaded: { readonly core: Core | undefined } | undefined;

/** From now on pages are parsed by the core, if it is there. It is looked for when the first page comes. */
export function useCore(load: LoadModule): void {
  if (load === loadModule) return;
  loadModule = load;
  loaded = undefined;
  lookAtSegmentsBy((...given) => currentCore()?.sightSegments(...given));
  countTextBy((...given) => currentCore()?.countText(...given));
}

/** Which parser pages are parsed by. */
export function parserName(): 'core' | 'TypeScript' {
  return currentCore() === undefined ? 'TypeScript' : 'core';
}

function currentCore(): Core | undefined {
  if (loadModule === undefined) return undefined;
  if (loaded === undefined) {
    const module = loadModule();
    loaded = { core: module && createCore(module) };
  }
  return loaded.core;
}

/** The string of a line of JSON that begins at `start`, behind its quote; undefined where `JSON.parse` must do it. */
export function unescapeJson(line: Uint8Array, start: number): ReturnType<Core['unescape']> {
  return currentCore()?.unescape(line, start);
}

/**
 * A text in UTF-8 as `JSON.stringify` writes it, without its quotes: to be taken at once, since the core's memory is written
 * over by whatever is asked of it next.
 */
export function escapeJson(text: Uint8Array): Uint8Array {
  return (
    currentCore()?.escape(text) ?? new TextEncoder().encode(JSON.stringify(decoder.decode(text)).slice(1, -1))
  );
}

/**
 * Parses a page as a browser does, scripts off: its encoding is what the transport, the page itself or its bytes say.
 * The bytes must not change as long as the page is used.
 * Throws PAGE_TOO_LARGE, PAGE_TOO_DEEP, PAGE_TOO_MANY_NODES or PAGE_TOO_MANY_ATTRIBUTES; PAGE_INPUT_BAD without bytes.
 */
export function parse(raw: Pick<RawPage, 'bytes' | 'contentType' | 'url'>, options: ParseOptions = {}): Page {
  if (!(raw?.bytes instanceof Uint8Array))
    throw new DehuskError('PAGE_INPUT_BAD', { found: `${nameInput(raw)}, and parse takes { bytes }` });
  return currentCore()?.parse(raw, options) ?? parseInTypeScript(raw, options);
}

/** Parses a page that is text already; what it says of its encoding does not count. PAGE_INPUT_BAD for what is no text. */
export function parseText(html: string, options: ParseOptions & { readonly url?: string } = {}): Page {
  if (typeof html !== 'string')
    throw new DehuskError('PAGE_INPUT_BAD', { found: `${nameInput(html)}, and parseText takes a string` });
  return currentCore()?.parseText(html, options) ?? parseTextInTypeScript(html, options);
}

/** As `parse` does, to be kept and sent: undefined where the core is not there, or leaves the page to TypeScript. */
export function parseToKeep(raw: RawPage, options: Omit<ParseOptions, 'id'>): KeptPage | undefined {
  return currentCore()?.parseToKeep(raw, { ...options, id: pageId(raw) });
}

/** The page that another thread has sent. */
export function receivePage(sent: SentPage): Page {
  return currentCore()!.receive(sent);
}

/** Parses a page in whatever form it is; one that is parsed must have the same key. */
export function readPage(source: SourcePage, options: Omit<ParseOptions, 'id'>): Page {
  const { limits = {}, hashKey = zeroKey } = options;
  if ('page' in source) return checkedPage(source.page, hashKey);
  const id = pageId(source);
  if ('bytes' in source) return parse(source, { limits, hashKey, id });
  const { html, url } = source;
  const { maxBytes } = resolveLimits(limits);
  // A character has at most three bytes.
  const sizeBytes = html.length * 3 <= maxBytes ? 0 : new TextEncoder().encode(html).length;
  if (sizeBytes > maxBytes) throw new DehuskError('PAGE_TOO_LARGE', { sizeBytes, limitBytes: maxBytes });
  return parseText(html, { limits, hashKey, id, ...(url !== undefined && { url }) });
}
