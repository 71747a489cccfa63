/** The key pages of a site, the pages that they link to, and what it took to find these for every n. */
import { DehuskError, extractTemplate, type Page, type PageTemplate, parseText, type Verdict } from 'dehusk';
import { type LoadPage, normalUrl, type TemplateOptions, thesisOptions, withoutIndex } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import {
  createZoneGold,
  type GoldLabels,
  lenientLabels,
  readGoldLabels,
  repeatedContent,
} from '../../corpus/gold.ts';
import { createNodeGold, type NodeLabels } from '../../corpus/node-gold.ts';
import { cpuMs } from '../../run/measure.ts';
import { type Category, categoryOf } from '../../teco/groups.ts';
import { spread } from '../paper.ts';
import { maxPages } from './printed.ts';
import { type SuiteFacts, suiteFacts } from './suite-facts.ts';

/** What the template of a key page took, with so many pages to compare it with. */
export interface TemplateCost {
  /** CPU time of ordering links, finding pages, mapping and voting; the pages are parsed already. */
  readonly ms: number;
  /** CPU time of parsing the key page and those that were loaded. */
  readonly parseMs: number;
  readonly loads: number;
}

export interface LinkedKey extends KeyPage {
  /** The pages that all link to one another, for n = 1, 2 …; fewer than n where there are no more. */
  readonly siblings: readonly (readonly Page[])[];
  /** For n = 1, 2 … too. */
  readonly costs: readonly TemplateCost[];
  /** What `dehusk template --thesis` says: its own choice of pages too; undefined where it finds none. */
  readonly literal: Verdict | undefined;
}

/** A key page and what `dehusk template` says of it with its defaults; undefined where it has no answer. */
interface JudgedKey extends KeyPage {
  readonly shipped: Verdict | undefined;
}

export interface LinkedSite {
  readonly site: string;
  readonly category: Category;
  /** All that were tried, and those with linked pages in the sample. */
  readonly tried: readonly JudgedKey[];
  readonly keys: readonly LinkedKey[];
  /** Of a site in the form of TECO. */
  readonly suite: SuiteFacts | undefined;
}

export async function linkSite(site: CorpusSite, keyPages: number): Promise<LinkedSite> {
  const pages = openKeyPages(site, keyPages);
  const keys: LinkedKey[] = [];
  const tried: JudgedKey[] = [];
  for (const key of pages.keys) {
    tried.push({ ...key, shipped: (await pages.template(key.page, {}))?.verdict });
    const linked = await linkKey(pages, key);
    if (linked !== undefined) keys.push(linked);
  }
  const suite = suiteFacts(site, pages);
  return { site: site.name, category: categoryOf(site.kind), tried, keys, suite };
}

/** By votes of pages that link to one another, and by nothing else: the thesis knows no more. */
const byLinks = { evidence: 'votes', nearby: false, followWrapped: false, media: 'names' } as const;

async function linkKey(pages: KeyPages, key: KeyPage): Promise<LinkedKey | undefined> {
  // Off the clock, so that the pages are parsed: fewer than these are never more.
  if ((await pages.template(key.page, { ...byLinks, pages: maxPages })) === undefined) return undefined;
  const siblings: (readonly Page[])[] = [];
  const costs: TemplateCost[] = [];
  for (let n = 1; n <= maxPages; n++) {
    const start = cpuMs();
    const { siblings: found } = (await pages.template(key.page, { ...byLinks, pages: n }))!;
    const ms = cpuMs() - start;
    const loaded = found.loads.filter(({ outcome }) => outcome !== 'absent');
    const parsed = [key.page, ...loaded.map(({ url }) => pages.at(url)!)];
    const parseMs = parsed.reduce((sum, page) => sum + pages.parseMs(page), 0);
    siblings.push(found.found.map(({ page }) => page));
    costs.push({ ms, parseMs, loads: loaded.length });
  }
  const literal = (await pages.template(key.page, thesisOptions))?.verdict;
  return { ...key, siblings, costs, literal };
}

// The key pages of a site, with their gold and the pages behind their links, as far as the site's sample has them.

interface KeyPage {
  readonly page: Page;
  /** By the strict gold. */
  readonly gold: GoldLabels;
  readonly golds: Readonly<Record<KeyGoldName, KeyGold>>;
}

/** The lenient gold leaves out what repeats in the content zones of a site; a gold without zones is the same as both. */
export const keyGoldNames = ['lenient', 'strict'] as const;
export type KeyGoldName = (typeof keyGoldNames)[number];

/** What gold says of a key page: of its texts, and of all its nodes. */
interface KeyGold {
  readonly texts: GoldLabels;
  readonly nodes: NodeLabels;
}

export interface KeyPages {
  readonly keys: readonly KeyPage[];
  /** As `extractTemplate`, with all pages of the sample at hand; undefined where it finds none to compare with. */
  template(key: Page, options: Partial<TemplateOptions>): Promise<PageTemplate | undefined>;
  /** A page of the sample by its address. */
  at(url: string): Page | undefined;
  /** What a page of the sample was parsed from, and the CPU time that it took. */
  html(page: Page): string;
  parseMs(page: Page): number;
}

/** Spread evenly over the pages that have gold for their nodes, of which the first is the most linked one. */
export function openKeyPages(site: CorpusSite, count: number): KeyPages {
  const pages = new SitePages(site);
  const labelled = site.zones ? pages.urls : pages.urls.filter((url) => site.nodeMarks?.has(url));
  const goldOf = createKeyGold(site, pages);
  return {
    keys: spread(labelled, count).flatMap((url) => {
      const page = pages.at(url);
      return page === undefined ? [] : [{ page, ...goldOf(page) }];
    }),
    at: (url) => pages.at(url),
    template: (key, options) =>
      templateOf(key, { load: async (url) => pages.at(url), urls: pages.urls }, options),
    html: (page) => pages.parsed.get(page)!.html,
    parseMs: (page) => pages.parsed.get(page)!.ms,
  };
}

function createKeyGold(site: CorpusSite, pages: SitePages): (page: Page) => Omit<KeyPage, 'page'> {
  const nodeGold = createNodeGold(site);
  const keyGold = (page: Page, texts: GoldLabels): KeyGold => ({ texts, nodes: nodeGold(page, texts)! });
  const zoneGold = site.zones && createZoneGold(site.zones);
  if (zoneGold === undefined)
    return (page) => {
      const gold = readGoldLabels(page, site.readLabels.get(page.url!)!);
      const both = keyGold(page, gold);
      return { gold, golds: { lenient: both, strict: both } };
    };
  // What repeats on a site is seen on all its pages.
  const all = pages.urls.flatMap((url) => pages.at(url) ?? []);
  const repeated = repeatedContent(all, all.map(zoneGold));
  return (page) => {
    const gold = zoneGold(page);
    const lenient = keyGold(page, lenientLabels(page, gold, repeated));
    return { gold, golds: { lenient, strict: keyGold(page, gold) } };
  };
}

/** Pages are parsed when they are asked for, and kept: most of a sample is behind no link. */
class SitePages {
  readonly parsed: Map<Page, { readonly html: string; readonly ms: number }> = new Map();
  readonly urls: readonly string[];
  readonly #raw = new Map<string, { readonly url: string; readonly html: string }>();
  readonly #byAddress = new Map<string, Page | undefined>();

  constructor(site: CorpusSite) {
    const pages = site.pages();
    this.urls = pages.map(({ url }) => url);
    for (const page of pages) this.#raw.set(placeOf(page.url), page);
  }

  /** Undefined for a page that is not in the sample, or cannot be parsed. */
  at(url: string): Page | undefined {
    const place = placeOf(url);
    if (!this.#byAddress.has(place)) this.#byAddress.set(place, this.#parse(place));
    return this.#byAddress.get(place);
  }

  #parse(place: string): Page | undefined {
    const raw = this.#raw.get(place);
    if (raw === undefined) return undefined;
    const start = cpuMs();
    try {
      const page = parseText(raw.html, { url: raw.url });
      this.parsed.set(page, { html: raw.html, ms: cpuMs() - start });
      return page;
    } catch (error) {
      if (error instanceof DehuskError) return undefined;
      throw error;
    }
  }
}

const placeOf = (url: string): string => withoutIndex(normalUrl(url));

async function templateOf(
  key: Page,
  source: { readonly load: LoadPage; readonly urls: readonly string[] },
  options: Partial<TemplateOptions>,
): Promise<PageTemplate | undefined> {
  try {
    return await extractTemplate(key, source, { ...options, links: { identity: withoutIndex } });
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_NO_PAGES') return undefined;
    throw error;
  }
}
