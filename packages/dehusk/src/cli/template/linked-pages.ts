/** Where the key page of `dehusk template` and the pages it is compared with come from: an input, or the web. */
import path from 'node:path';
import { type LinkOptions, resolveLinkOptions, withoutIndex } from '../../compare/links/link-nodes.ts';
import { orderLinks } from '../../compare/links/link-order.ts';
import { nearestAddresses } from '../../compare/template/nearby-pages.ts';
import type { LoadPage } from '../../compare/template/siblings.ts';
import type { PageFailure } from '../../engine/engine.ts';
import { DehuskError, hintAt, nearest } from '../../errors.ts';
import type { Fetcher } from '../../input/http/fetcher.ts';
import type { Input, InputOptions } from '../../input/input.ts';
import { openInputs } from '../../input/open-inputs.ts';
import { useCoreFile } from '../../page/core-node.ts';
import { parseWithoutGold } from '../../page/gold-classes.ts';
import type { ParseOptions } from '../../page/html-parser.ts';
import type { Page } from '../../page/page.ts';
import { normalUrl, type RawPage } from '../../page/raw-page.ts';
import { commandMessage } from '../flag-hints.ts';
import type { Messages } from '../messages.ts';

export interface PageSource {
  readonly key: Page;
  /** The key page as it is written: without an address that was only lent to it. */
  readonly written: Page;
  readonly load: LoadPage;
  /** Pages of the site that are at hand, by address. */
  readonly urls: readonly string[];
  readonly links: LinkOptions;
  /** The files of the key page and of those that are held. */
  readonly files: readonly { readonly file: string }[];
  /** An address as people know it: of a file, its path. */
  readonly nameOf: (url: string) => string;
}

/**
 * Files without `--base-url` need some address, so that links between them lead somewhere. Names below `.invalid`
 * belong to nobody (RFC 6761), so none of these is ever fetched.
 */
const FILES_URL = 'https://files.invalid/';

/** Linked pages that are held: more than any search loads, and a bound for a page that links to everything. */
const MAX_KEPT_PAGES = 500;
/** Addresses a wrong one is compared with. */
const MAX_GUESSED = 2_000;

interface InputTask {
  readonly inputs: readonly string[];
  readonly options: InputOptions;
  readonly parsing: ParseOptions;
  /** A page that is written over is none of the input, unless the key page links to it. */
  readonly output: string | undefined;
  /** How many pages may be parsed: not many more are held of those that nothing links to. */
  readonly maxPages: number;
  /** Told of what could not be read; the search goes on without it. */
  readonly onFailure: (failure: PageFailure) => void;
}

/**
 * The key page in an input, the pages it links to, and some others of its site. The input is read twice: once to find
 * the page, once to keep these, and nothing else is held.
 */
export async function openInputPages(wanted: string, task: InputTask): Promise<PageSource> {
  useCoreFile();
  const { baseUrl = FILES_URL } = task.options;
  const options = { ...task.options, baseUrl };
  const raw = await findPage(wanted, openInputs(task.inputs, options), task.onFailure);
  const key = parseWithoutGold(raw, task.parsing);
  const links = { identity: withoutIndex };
  const kept = await keepPages(key, openInputs(task.inputs, options), task);
  const written = key.url?.startsWith(FILES_URL) ? { ...key, url: undefined } : key;
  const files = [raw, ...kept.values()].map(({ provenance }) => provenance);
  const load: LoadPage = async (url) => {
    const page = kept.get(withoutIndex(normalUrl(url)));
    return page && parseWithoutGold(page, task.parsing);
  };
  return { key, written, links, load, urls: [...kept.keys()], files, nameOf };
}

function nameOf(url: string): string {
  return url.startsWith(FILES_URL) ? decodeURI(url.slice(FILES_URL.length)) || './' : url;
}

async function findPage(wanted: string, input: Input, onFailure: InputTask['onFailure']): Promise<RawPage> {
  const isWanted = matcher(wanted);
  const names: string[] = [];
  for await (const item of input) {
    if (item.kind === 'failure') {
      onFailure(item);
      continue;
    }
    if (isWanted(item.page)) return item.page;
    if (names.length < MAX_GUESSED) names.push(nameOf(item.page.url ?? item.page.provenance.file));
  }
  throw new DehuskError('TEMPLATE_PAGE_UNKNOWN', { page: wanted, hint: hintAt(nearest(wanted, names)) });
}

/** A page is named by its address, by its file, or by its path in the folder that is read. */
function matcher(wanted: string): (raw: RawPage) => boolean {
  if (URL.canParse(wanted) && /^https?:/i.test(wanted)) {
    const address = withoutIndex(normalUrl(wanted));
    return ({ url }) => url !== undefined && withoutIndex(normalUrl(url)) === address;
  }
  const file = path.resolve(wanted);
  return ({ provenance }) => {
    // A line or a record of a file is not the file.
    if (provenance.line !== undefined || provenance.offset !== undefined) return false;
    return path.resolve(provenance.file) === file || provenance.path === wanted;
  };
}

/** The pages behind the links, then others of the site: the nearest by address, and some from all over the input. */
async function keepPages(
  key: Page,
  input: Input,
  { maxPages, output }: InputTask,
): Promise<ReadonlyMap<string, RawPage>> {
  const written = output === undefined ? undefined : path.resolve(output);
  const ordered = orderLinks(key, key.url!, { identity: withoutIndex });
  const ranks = new Map(ordered.map(({ url }, rank) => [url, rank]));
  const linked = new Map<string, RawPage>();
  const { sameSite } = resolveLinkOptions({});
  const others = new OtherPages(key.url!, maxPages);
  for await (const item of input) {
    if (item.kind !== 'page' || item.page.url === undefined) continue;
    const url = withoutIndex(normalUrl(item.page.url));
    if (!ranks.has(url)) {
      const isWritten = path.resolve(item.page.provenance.file) === written;
      if (!isWritten && sameSite(url, key.url!)) others.offer(url, item.page);
      continue;
    }
    // Of several captures the first, as of the key page.
    if (linked.has(url)) continue;
    linked.set(url, item.page);
    if (linked.size > MAX_KEPT_PAGES) linked.delete(lastOf(linked.keys(), ranks));
  }
  return new Map([...linked, ...others.kept()]);
}

function lastOf(urls: Iterable<string>, ranks: ReadonlyMap<string, number>): string {
  return [...urls].reduce((last, url) => (ranks.get(url)! > ranks.get(last)! ? url : last));
}

/** Some of a stream of pages: the nearest, and every one, every second, every fourth … of all, as many as fit. */
class OtherPages {
  readonly #keyUrl: string;
  readonly #count: number;
  #near = new Map<string, RawPage>();
  #spread = new Map<string, RawPage>();
  #stride = 1;
  #offered = 0;

  constructor(keyUrl: string, count: number) {
    this.#keyUrl = keyUrl;
    this.#count = count;
  }

  offer(url: string, raw: RawPage): void {
    if (this.#near.has(url) || this.#spread.has(url)) return;
    this.#near.set(url, raw);
    // Sorted once for as many as are kept, not for each.
    if (this.#near.size >= 4 * this.#count) this.#near = this.#nearest();
    if (this.#offered++ % this.#stride === 0) this.#spread.set(url, raw);
    if (this.#spread.size < 2 * this.#count) return;
    this.#spread = new Map([...this.#spread].filter((_, i) => i % 2 === 0));
    this.#stride *= 2;
  }

  kept(): Iterable<readonly [string, RawPage]> {
    return new Map([...this.#nearest(), ...this.#spread]);
  }

  #nearest(): Map<string, RawPage> {
    const urls = nearestAddresses(this.#keyUrl, [...this.#near.keys()], this.#count);
    return new Map(urls.map((url) => [url, this.#near.get(url)!]));
  }
}

interface FetchTask {
  readonly fetcher: Fetcher;
  readonly parsing: ParseOptions;
  readonly messages: Messages;
  readonly signal: AbortSignal;
}

/** Pages from the web. Each takes its time, so each is told of when it is asked for. */
export function createFetchPage({
  fetcher,
  parsing,
  messages,
  signal,
}: FetchTask): (url: string) => Promise<Page> {
  let fetched = 0;
  return async (url) => {
    messages.info('fetch', `fetching page ${++fetched}: ${url}`, { url, nth: fetched });
    return parseWithoutGold(await fetcher.fetchPage(url, { signal }), parsing);
  };
}

/** What could not be loaded is explained in words of the command. */
export function inFlagWords(load: LoadPage): LoadPage {
  return async (url) => {
    try {
      return await load(url);
    } catch (error) {
      if (error instanceof DehuskError) error.message = commandMessage(error);
      throw error;
    }
  };
}

/** Pages at hand come first; those that are not are fetched. */
export function orFetched(load: LoadPage, fetchPage: (url: string) => Promise<Page>): LoadPage {
  return async (url) => (await load(url)) ?? fetchPage(url);
}
