/**
 * "Link distribution of web pages is skewed by duplicated links in templates": what template links do to a ranking by
 * links. PageRank (Brin, Page 1998) of the pages of a site, by all links among them, by those that gold says are
 * content, and by those that are left when a method has taken its template away.
 */
import type { Page, Verdict } from 'dehusk';
import { judgedLinks, normalUrl, withoutIndex } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { GoldLabel, type GoldLabels } from '../../corpus/gold.ts';
import { loadSite } from '../../run/evaluate.ts';
import { rankCorrelation } from '../../score/correlation.ts';
import { completeGold } from '../paper.ts';
import { detectors } from './detection.ts';

export const linkSources = ['all links', 'content links by gold', 'left by index-time'] as const;
export type LinkSource = (typeof linkSources)[number];

export interface SiteRanking {
  readonly site: string;
  /** Of links among the pages of the site, the part that is template by gold. */
  readonly templatePart: number;
  readonly sources: Readonly<Record<LinkSource, RankFigures>>;
}

interface RankFigures {
  /** The part of all rank that the first tenth of the pages has. */
  readonly firstTenth: number;
  /** Of the ten first pages, those that the template of a third of the pages or more links to. */
  readonly menuPages: number;
  /** With the ranking by content links; undefined where one of them ranks all pages alike. */
  readonly correlation: number | undefined;
}

/** Undefined for a site whose pages are not all labelled, or have no links to one another that are content. */
export function rankSite(site: CorpusSite): SiteRanking | undefined {
  const { pages } = loadSite(site);
  const labels = completeGold(site, pages)?.strict;
  if (labels === undefined || pages.length < MIN_PAGES) return undefined;
  const verdicts = detectors['index-time']().judgeBatch(pages);
  const numbers = new Map(pages.map(({ url }, i) => [addressOf(url ?? ''), i]));
  const linksOf = (isTemplate: readonly Uint8Array[]): readonly SiteLink[] =>
    pages.flatMap((page, from) => linksAmong(page, from, { numbers, template: isTemplate[from]! }));
  const byGold = linksOf(pages.map((page, i) => goldTemplate(page, labels[i]!)));
  const byMethod = linksOf(verdicts.map(({ template }: Verdict) => template));
  const content = byGold.filter(({ template }) => !template);
  if (content.length === 0) return undefined;
  const menu = menuTargets(byGold, pages.length);
  const reference = pageRank(pages.length, content);
  const figures = (links: readonly SiteLink[]): RankFigures => {
    const ranks = pageRank(pages.length, links);
    return {
      firstTenth: firstTenthOf(ranks),
      menuPages: firstPages(ranks, TOLD_PAGES).filter((page) => menu.has(page)).length,
      correlation: rankCorrelation([...ranks], [...reference]),
    };
  };
  return {
    site: site.name,
    templatePart: 1 - content.length / byGold.length,
    sources: {
      'all links': figures(byGold),
      'content links by gold': figures(content),
      'left by index-time': figures(byMethod.filter(({ template }) => !template)),
    },
  };
}

const MIN_PAGES = 20;
const TOLD_PAGES = 10;
/** A page is of the menu if the template of so many of the pages links to it. */
const MENU_PART = 1 / 3;

export interface SiteLink {
  readonly from: number;
  readonly to: number;
  readonly template: boolean;
}

const addressOf = (url: string): string => withoutIndex(normalUrl(url));

/** Links to other pages at hand; of several to one page each counts. */
function linksAmong(
  page: Page,
  from: number,
  { numbers, template }: { readonly numbers: ReadonlyMap<string, number>; readonly template: Uint8Array },
): readonly SiteLink[] {
  return judgedLinks(page, template).flatMap((link) => {
    const to = numbers.get(addressOf(link.url));
    return to === undefined || to === from ? [] : [{ from, to, template: link.template }];
  });
}

/** 1 for the texts that gold says are template: by these a link is. */
function goldTemplate(page: Page, labels: GoldLabels): Uint8Array {
  const template = new Uint8Array(page.nodeCount);
  for (const [i, node] of page.segments.entries()) template[node] = labels[i] === GoldLabel.template ? 1 : 0;
  return template;
}

function menuTargets(links: readonly SiteLink[], pages: number): ReadonlySet<number> {
  const sources = new Map<number, Set<number>>();
  for (const { from, to, template } of links)
    if (template) sources.set(to, (sources.get(to) ?? new Set()).add(from));
  return new Set([...sources].filter(([, from]) => from.size >= MENU_PART * pages).map(([to]) => to));
}

const DAMPING = 0.85;
const ROUNDS = 60;

/** Pages without links give their rank to all alike. */
export function pageRank(pages: number, links: readonly SiteLink[]): Float64Array {
  const outgoing = new Float64Array(pages);
  for (const { from } of links) outgoing[from]!++;
  let ranks = new Float64Array(pages).fill(1 / pages);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(pages);
    let lost = 0;
    for (let page = 0; page < pages; page++) if (outgoing[page] === 0) lost += ranks[page]!;
    for (const { from, to } of links) next[to]! += ranks[from]! / outgoing[from]!;
    ranks = next.map((rank) => (1 - DAMPING) / pages + DAMPING * (rank + lost / pages));
  }
  return ranks;
}

function firstPages(ranks: Float64Array, count: number): readonly number[] {
  return [...ranks.keys()].sort((a, b) => ranks[b]! - ranks[a]! || a - b).slice(0, count);
}

function firstTenthOf(ranks: Float64Array): number {
  const first = firstPages(ranks, Math.ceil(ranks.length / 10));
  return first.reduce((sum, page) => sum + ranks[page]!, 0);
}
