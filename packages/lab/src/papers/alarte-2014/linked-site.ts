/** The key pages of a site that have linked pages, and what it took to find these for every n. */
import type { Page } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import { cpuMs } from '../../run/cpu-ms.ts';
import { type KeyPage, type KeyPages, openKeyPages } from './key-pages.ts';
import { type Category, categoryOf } from './site-category.ts';
import { maxPages } from './vote-tables.ts';

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
}

export interface LinkedSite {
  readonly site: string;
  readonly category: Category;
  /** How many were tried, and those with linked pages in the sample. */
  readonly tried: number;
  readonly keys: readonly LinkedKey[];
}

export async function linkSite(site: CorpusSite, keyPages: number): Promise<LinkedSite> {
  const pages = openKeyPages(site, keyPages);
  const keys: LinkedKey[] = [];
  for (const key of pages.keys) {
    const linked = await linkKey(pages, key);
    if (linked !== undefined) keys.push(linked);
  }
  return { site: site.name, category: categoryOf(site.kind), tried: pages.keys.length, keys };
}

async function linkKey(pages: KeyPages, key: KeyPage): Promise<LinkedKey | undefined> {
  // Off the clock, so that the pages are parsed: fewer than these are never more.
  if ((await pages.template(key.page, { pages: maxPages })) === undefined) return undefined;
  const siblings: (readonly Page[])[] = [];
  const costs: TemplateCost[] = [];
  for (let n = 1; n <= maxPages; n++) {
    const start = cpuMs();
    const { siblings: found } = (await pages.template(key.page, { pages: n }))!;
    const ms = cpuMs() - start;
    const loaded = found.loads.filter(({ outcome }) => outcome !== 'absent');
    const parsed = [key.page, ...loaded.map(({ url }) => pages.at(url)!)];
    const parseMs = parsed.reduce((sum, page) => sum + pages.parseMs(page), 0);
    siblings.push(found.found.map(({ page }) => page));
    costs.push({ ms, parseMs, loads: loaded.length });
  }
  return { ...key, siblings, costs };
}
