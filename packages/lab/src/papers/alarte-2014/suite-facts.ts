/**
 * What chapter 6 of the thesis tells of a benchmark, found by gold: its nodes (Table 6.2), the links of its main menu,
 * and how many of the pages behind them have its template (Table 6.3).
 */
import { DehuskError, type Page } from 'dehusk';
import { createSelector, findMenus, mapEquality, normalUrl, readLinks, withoutIndex } from 'dehusk/parts';
import type { Benchmark, CorpusSite } from '../../corpus/corpus.ts';
import { GoldLabel } from '../../corpus/gold.ts';
import type { NodeLabels } from '../../corpus/node-gold.ts';
import type { KeyPages } from './key-pages.ts';

export interface SuiteFacts extends Benchmark {
  readonly nodes: number;
  readonly template: number;
  readonly main: number;
  readonly menuPages: MenuPages;
}

interface MenuPages {
  /** VL: addresses of the site in the main menu, the key page's own left out. */
  readonly links: number;
  /** TT, PT and DT: pages behind them with the template, with a part of it, with none of it. */
  readonly entire: number;
  readonly partial: number;
  readonly none: number;
  /** Not at hand; the thesis has them all. */
  readonly absent: number;
}

/** Undefined for a site that is not in the form of TECO. */
export function suiteFacts(site: CorpusSite, pages: Pick<KeyPages, 'keys' | 'at'>): SuiteFacts | undefined {
  const { benchmark } = site;
  const [key] = pages.keys;
  if (benchmark === undefined || key === undefined) return undefined;
  const { nodes } = key.golds.strict;
  const ranges = site.nodeMarks?.get(key.page.url!)?.main ?? [];
  return {
    ...benchmark,
    nodes: key.page.nodeCount,
    template: nodes.filter((label) => label === GoldLabel.template).length,
    main: ranges.reduce((sum, [from, to]) => sum + to + 1 - from, 0),
    menuPages: countMenuPages(key.page, nodes, { menu: benchmark.menu, at: pages.at }),
  };
}

/** A page has the template if it has so much of it: a menu marks the item of its page, counters count on. */
const ENTIRE = 0.9;
/** And none of it below so much: html, head and body are on every page. */
const NONE = 0.1;

interface Around {
  readonly menu: string | undefined;
  at(url: string): Page | undefined;
}

function countMenuPages(key: Page, gold: NodeLabels, { menu, at }: Around): MenuPages {
  const counts = { links: 0, entire: 0, partial: 0, none: 0, absent: 0 };
  for (const url of menuAddresses(key, gold, menu)) {
    counts.links++;
    const page = at(url);
    const share = page && templateShare(key, gold, page);
    if (share === undefined) counts.absent++;
    else if (share >= ENTIRE) counts.entire++;
    else if (share < NONE) counts.none++;
    else counts.partial++;
  }
  return counts;
}

/** The part of the gold template of the key page that another page has too; undefined where that takes too long. */
function templateShare(key: Page, gold: NodeLabels, other: Page): number | undefined {
  try {
    const mapping = mapEquality(key, other);
    let [all, shared] = [0, 0];
    for (let node = 0; node < key.nodeCount; node++) {
      // The three are on every page.
      if (gold[node] !== GoldLabel.template || key.depth[node]! < 2) continue;
      all++;
      if (mapping.other[node] !== -1) shared++;
    }
    return shared / all;
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'MAPPING_BUDGET') return undefined;
    throw error;
  }
}

/** A menu that leads to fewer pages is as likely one of languages, or of the account. */
const MIN_LINKS = 4;

/** Addresses of the site behind the main menu: the first one that leads to a few of its pages, or else the longest. */
function menuAddresses(key: Page, gold: NodeLabels, selector: string | undefined): readonly string[] {
  if (selector !== undefined) {
    const [menu] = createSelector(selector)(key);
    const isIn = ({ node }: { readonly node: number }): boolean =>
      menu !== undefined && node >= menu && node < key.subtreeEnd[menu]!;
    return ownAddresses(
      key,
      readLinks(key)
        .filter(isIn)
        .map(({ url }) => url),
    );
  }
  const template = gold.map((label) => (label === GoldLabel.template ? 1 : 0));
  const found = findMenus(key, { template, seen: new Uint32Array(key.nodeCount).fill(2) }).map(({ items }) =>
    ownAddresses(
      key,
      items.flatMap(({ url }) => url ?? []),
    ),
  );
  const longest = found.toSorted((a, b) => b.length - a.length)[0];
  return found.find((addresses) => addresses.length >= MIN_LINKS) ?? longest ?? [];
}

/** Of the key page's host, each once, without its own. */
function ownAddresses(key: Page, urls: readonly string[]): readonly string[] {
  const identity = (url: string): string => withoutIndex(normalUrl(url));
  const own = urls.filter((url) => new URL(url).host === new URL(key.url!).host);
  const addresses = new Set(own.map(identity));
  addresses.delete(identity(key.url!));
  return [...addresses];
}
