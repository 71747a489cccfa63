/** What a method scored on one site, on all three golds, and what it cost. */
import { type CorpusSite, type GroupName, groupOf } from '../corpus/read-corpus.ts';
import type { LoadedSite } from '../run/load-site.ts';
import type { RunLine } from '../run/run-line.ts';
import {
  keptOf,
  type PageGold,
  type PageScore,
  pageGold,
  pageWords,
  scorePage,
} from '../score/page-score.ts';
import { type GoldName, goldNames, siteGold } from '../score/site-score.ts';
import { type Figures, siteFigures } from './figures.ts';

export interface SiteResult {
  readonly method: string;
  readonly site: string;
  readonly group: GroupName;
  readonly golds: Readonly<Record<GoldName, GoldResult>>;
  /** Per page; undefined where the output does not tell. */
  readonly ms: number | undefined;
  readonly parseMs: number | undefined;
  readonly stateBytes: number | undefined;
  /** Pages that the method gave nothing for: it failed, or they are missing in its output. */
  readonly missingPages: number;
}

interface GoldResult {
  readonly scoredPages: number;
  readonly emptyPages: number;
  readonly figures: Figures;
}

type ScoreSite = (method: string, lines: readonly RunLine[]) => SiteResult;

/** Makes the gold of a site once, and scores methods with it. */
export function createSiteScorer(site: CorpusSite, { pages }: LoadedSite): ScoreSite {
  const { labels } = siteGold(site, pages);
  const words = pages.map(pageWords);
  const golds: Readonly<Record<GoldName, readonly (PageGold | undefined)[]>> = byGold((gold) =>
    pages.map((page, i) => {
      const known = labels[gold][i];
      return known === undefined ? undefined : pageGold(page, known);
    }),
  );
  return (method, lines) => {
    const byUrl = new Map(lines.map((line) => [line.url, line]));
    const kept = pages.map((page, i) => keptOf(words[i]!, byUrl.get(page.url ?? '')));
    const scores = (gold: GoldName): readonly (PageScore | undefined)[] =>
      golds[gold].map((known, i) => (known === undefined ? undefined : scorePage(known, kept[i]!)));
    const isMissing = (line: RunLine | undefined): boolean => line === undefined || line.failed !== undefined;
    return {
      method,
      site: site.name,
      group: groupOf(site.name),
      golds: byGold((gold) => goldResult(scores(gold))),
      // Of the last run, where a killed one left some lines before.
      ms: lines.at(-1)?.ms,
      parseMs: lines.at(-1)?.parse_ms,
      stateBytes: lines.at(-1)?.state_bytes,
      missingPages: pages.filter((page) => isMissing(byUrl.get(page.url ?? ''))).length,
    };
  };
}

function goldResult(scores: readonly (PageScore | undefined)[]): GoldResult {
  return {
    scoredPages: scores.filter((score) => score !== undefined).length,
    emptyPages: scores.filter((score) => score?.empty).length,
    figures: siteFigures(scores),
  };
}

export function byGold<Value>(value: (gold: GoldName) => Value): Readonly<Record<GoldName, Value>> {
  return Object.fromEntries(goldNames.map((gold) => [gold, value(gold)])) as Record<GoldName, Value>;
}
