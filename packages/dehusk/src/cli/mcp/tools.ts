/**
 * The tools that `dehusk mcp` serves, each with what it takes and what it does. They share one memory of sites: what
 * `read_page` learns of a site, the next page of it is judged by, in this session and in later ones.
 */
import type { CleanedPage, Cleaner } from '../../engine/cleaner.ts';
import { loadSiteKey } from '../../engine/site-key.ts';
import type { Store } from '../../engine/store.ts';
import type { Fetcher } from '../../input/http/fetcher.ts';
import { normalUrl } from '../../page/raw-page.ts';
import type { SearchHit } from '../../search/index-reader.ts';
import type { PageWatcher } from '../../watch/page-watcher.ts';
import { diffText } from '../diff/text.ts';
import { formatCount } from '../progress.ts';
import { loadSite } from '../sites/load-site.ts';

/** What the tools work with. */
export interface ToolSetting {
  readonly fetcher: Fetcher;
  readonly cleaner: Cleaner;
  readonly watcher: PageWatcher;
  readonly store: Store;
  readonly siteBy: string;
  /** Opens the index; throws where none was named. */
  readonly openIndex: () => Promise<import('../../search/index-reader.ts').IndexReader>;
  readonly signal: AbortSignal;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  /** The answer, in words. */
  run(given: ToolArguments, setting: ToolSetting): Promise<string>;
}

/** What a model has sent: anything. Each throws in words what is wrong with it. */
export class ToolArguments {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    this.#given = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  }

  text(name: string): string | undefined {
    const value = this.#given[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw new WrongArgument(`${name} must be a text`);
    return value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === '') throw new WrongArgument(`${name} is missing`);
    return value;
  }

  choice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
    const value = this.text(name) ?? values[0];
    const found = values.find((one) => one === value);
    if (found === undefined) throw new WrongArgument(`${name} must be one of ${values.join(', ')}`);
    return found;
  }

  flag(name: string): boolean {
    const value = this.#given[name] ?? false;
    if (typeof value !== 'boolean') throw new WrongArgument(`${name} must be true or false`);
    return value;
  }

  count(name: string, unless: number, most: number): number {
    const value = this.#given[name] ?? unless;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
      throw new WrongArgument(`${name} must be a whole number from 1 to ${most}`);
    return value;
  }
}

/** The model's mistake: it is told, and may try again. */
export class WrongArgument extends Error {}

const url = { type: 'string', description: 'Address of the page (http or https).' };

const readPage: Tool = {
  name: 'read_page',
  description:
    'Reads a web page and gives its content without menus, banners and footers of its site, as Markdown or text, with metadata (title, authors, dates, language) in front. Give its address, or its source in html with the address it has. The more pages of a site were read, the better its template is known.',
  inputSchema: {
    type: 'object',
    properties: {
      url,
      html: { type: 'string', description: 'Source of the page, if it is at hand: nothing is fetched then.' },
      format: { type: 'string', enum: ['markdown', 'text'], description: 'markdown unless told' },
    },
  },
  run: async (given, setting) => {
    const format = given.choice('format', ['markdown', 'text']);
    const html = given.text('html');
    const cleaned = html === undefined ? await visit(given, setting) : await judge(html, given, setting);
    return cleaned.record({ format, frontMatter: true }).text ?? '';
  },
};

async function visit(given: ToolArguments, { fetcher, watcher, signal }: ToolSetting): Promise<CleanedPage> {
  const address = given.needed('url');
  const visited = await watcher.visit(normalUrl(address), await fetcher.fetchPage(address, { signal }));
  if (visited.error !== undefined) throw visited.error;
  await watcher.markSeen(visited.url);
  return visited.cleaned;
}

async function judge(html: string, given: ToolArguments, { cleaner }: ToolSetting): Promise<CleanedPage> {
  const cleaned = await cleaner.add({ url: given.text('url'), html });
  if (cleaned.error !== undefined) throw cleaned.error;
  await cleaner.commit();
  return cleaned;
}

const siteTemplate: Tool = {
  name: 'site_template',
  description:
    'Tells what is known of the template of a site: the texts that its pages have in common, and on how many of them each was seen. Only pages that were read before count.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Address of a page of the site, or the name of the site.' },
    },
    required: ['url'],
  },
  run: async (given, { store, siteBy }) => {
    const named = given.needed('url');
    const siteKey = await loadSiteKey(siteBy);
    const name = /^https?:/i.test(named) ? siteKey({ url: named, provenance: { file: '' } }) : named;
    const { site, facts, templateSegments } = await loadSite(store, name);
    const head = `${site}: ${formatCount(facts.pageCount, 'page')} read, ${formatCount(templateSegments.length, 'text')} of the template known`;
    return [
      head,
      ...templateSegments.map(({ text, seen }) => `- ${text} (${formatCount(seen, 'page')})`),
    ].join('\n');
  },
};

const whatChanged: Tool = {
  name: 'what_changed',
  description:
    'Fetches a page and tells what is new in its content since it was last read by read_page, or told of here. Changes of the template, counters, clocks and advertising are not told. Lines begin with - for removed, + for added, > for moved to here, ~ for other addresses.',
  inputSchema: {
    type: 'object',
    properties: {
      url,
      keep_marker: {
        type: 'boolean',
        description: 'Tell the same changes again next time. False unless told.',
      },
    },
    required: ['url'],
  },
  run: async (given, { fetcher, watcher, signal }) => {
    const address = given.needed('url');
    const keepMarker = given.flag('keep_marker');
    const visited = await watcher.visit(normalUrl(address), await fetcher.fetchPage(address, { signal }));
    if (visited.error !== undefined) throw visited.error;
    if (visited.problem !== undefined) throw visited.problem;
    if (!keepMarker) await watcher.markSeen(visited.url);
    const { news } = visited;
    if (news === undefined) return `${address} was not read before. From now on changes are told.`;
    const since = new Date(news.since.takenAt).toISOString();
    const aside = `not told: ${formatCount(news.template, 'change')} of the template, ${formatCount(news.unsteady, 'change')} that come by themselves`;
    if (news.count === 0) return `Nothing is new since ${since} (${aside}).`;
    const names = { old: `${address} ${since}`, new: `${address} now` };
    return `${formatCount(news.count, 'change')} since ${since} (${aside})\n${diffText(news.diff, { names, context: 2, color: false })}`;
  },
};

const search: Tool = {
  name: 'search',
  description:
    'Searches the pages of an index (made by dehusk index) by their content, without the words of templates. All words must be on the page; "words in quotes" stand together, -word must not be there.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words to look for.' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'How many hits; 10 unless told.' },
      site: { type: 'string', description: 'Only pages of this site.' },
    },
    required: ['query'],
  },
  run: async (given, { openIndex }) => {
    const query = given.needed('query');
    const limit = given.count('limit', 10, 50);
    const site = given.text('site');
    using index = await openIndex();
    const { total, hits } = index.search(query, { limit, ...(site !== undefined && { site }) });
    const head = total === 0 ? 'No page matches.' : `${formatCount(total, 'page')} match; the best:`;
    return [head, ...hits.map(hitText)].join('\n\n');
  },
};

function hitText({ title, snippet, url: address, id }: SearchHit, i: number): string {
  return `${i + 1}. ${title.text || '(no title)'}\n${address ?? id}\n${snippet.text}`;
}

export const tools: readonly Tool[] = [readPage, siteTemplate, whatChanged, search];
