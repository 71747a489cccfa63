/** What a method scored on one site, on all three golds, and what it cost. */

import type { Page } from 'dehusk';
import { type MappingName, mappingNames } from 'dehusk/parts';
import { type CorpusSite, type GroupName, groupOf } from '../corpus/corpus.ts';
import { type GoldName, goldNames, type SiteGold, siteGold } from '../corpus/gold.ts';
import { markedNodes, type NodeLabels } from '../corpus/node-gold.ts';
import type { LoadedSite } from '../run/evaluate.ts';
import type { RunCost, RunLine } from '../run/run-file.ts';
import { type Consistency, createConsistencyScorer } from '../score/consistency.ts';
import {
  type Kept,
  keptOf,
  keptSegments,
  type PageGold,
  type PageScore,
  pageGold,
  pageWords,
  scorePage,
} from '../score/page-score.ts';
import type { Rates } from '../score/statistics.ts';
import { createMappingScorer } from '../score/tree-scores.ts';
import { type Figures, type ScoreBin, siteBins, siteFigures } from './figures.ts';

export interface SiteResult {
  readonly method: string;
  readonly site: string;
  readonly group: GroupName;
  readonly golds: Readonly<Record<GoldName, GoldResult>>;
  /** Of a vote of mappings: how close its mapping comes to the optimal one. */
  readonly mapping: Rates | undefined;
  /** Undefined for a method that gives text, and for a site without pieces that stand on nearly all pages. */
  readonly consistency: Consistency | undefined;
  /** Per page; undefined where the output does not tell, here and below. */
  readonly ms: number | undefined;
  readonly parseMs: number | undefined;
  readonly pagesPerSecond: number | undefined;
  readonly peakBytes: number | undefined;
  readonly stateBytes: number | undefined;
  readonly firstVerdict: number | undefined;
  /** Pages that the method gave nothing for: it failed, or they are missing in its output. */
  readonly missingPages: number;
}

interface GoldResult {
  readonly scoredPages: number;
  readonly emptyPages: number;
  readonly figures: Figures;
  /** Blocks by their score; undefined for a method that does not grade. */
  readonly bins: readonly ScoreBin[] | undefined;
}

type ScoreSite = (method: string, lines: readonly RunLine[]) => SiteResult;

export interface ScoreOptions {
  /** All three unless told. */
  readonly golds?: readonly GoldName[] | undefined;
  readonly onScored?: OnScored | undefined;
}

/** Makes the gold of a site once, and scores methods with it. */
export function createSiteScorer(
  site: CorpusSite,
  { pages }: LoadedSite,
  { golds: wanted, onScored }: ScoreOptions = {},
): ScoreSite {
  const { labels, main } = siteGold(site, pages, wanted);
  // Of the pages that some gold covers: with the read gold alone they are few.
  const words = pages.map((page, i) =>
    goldNames.some((gold) => labels[gold][i] !== undefined) ? pageWords(page) : undefined,
  );
  const scoreMapping = createMappingScorer(pages);
  const scoreConsistency = createConsistencyScorer(pages);
  const golds: Readonly<Record<GoldName, readonly (PageGold | undefined)[]>> = byGold((gold) =>
    words.map((ofPage, i) => {
      const known = labels[gold][i];
      if (ofPage === undefined || known === undefined) return undefined;
      return pageGold(
        ofPage,
        known,
        gold === 'read' ? { main: main[i], nodes: markedGold(site, pages[i]!) } : {},
      );
    }),
  );
  return (method, lines) => {
    const byUrl = new Map(lines.map((line) => [line.url, line]));
    const lineOf = ({ url }: Page): RunLine | undefined => byUrl.get(url ?? '');
    const kept = pages.map((page, i) => words[i] && keptOf(words[i], lineOf(page)));
    const scores = byGold((gold): readonly (PageScore | undefined)[] =>
      golds[gold].map((known, i) => (known === undefined ? undefined : scorePage(known, kept[i]!))),
    );
    onScored?.({ method, site: site.name, pages, labels, kept, scores, lines: byUrl });
    const isMissing = (line: RunLine | undefined): boolean => line === undefined || line.failed !== undefined;
    const mapping = mappingOf(method);
    return {
      method,
      site: site.name,
      group: groupOf(site.name),
      golds: byGold((gold) => goldResult(scores[gold])),
      mapping: mapping && scoreMapping(mapping),
      consistency: scoreConsistency(pages.map((page) => keptSegments(page, lineOf(page)))),
      // Of the last run, where a killed one left some lines before.
      ...siteCost(lines.at(-1)),
      missingPages: pages.filter((page) => isMissing(lineOf(page))).length,
    };
  };
}

/** Gold of all nodes, of a page that carries it. */
function markedGold({ nodeMarks }: CorpusSite, page: Page): NodeLabels | undefined {
  const marks = nodeMarks?.get(page.url ?? '');
  return marks && markedNodes(page, marks);
}

function mappingOf(method: string): MappingName | undefined {
  return mappingNames.find((name) => method === `mapping-vote:${name}`);
}

type SiteCost = Pick<
  SiteResult,
  'ms' | 'parseMs' | 'pagesPerSecond' | 'peakBytes' | 'stateBytes' | 'firstVerdict'
>;

function siteCost(line: RunCost | undefined): SiteCost {
  return {
    ms: line?.ms,
    parseMs: line?.parse_ms,
    pagesPerSecond: line?.pages_per_second,
    peakBytes: line?.peak_bytes,
    stateBytes: line?.state_bytes,
    firstVerdict: line?.first_verdict,
  };
}

function goldResult(scores: readonly (PageScore | undefined)[]): GoldResult {
  return {
    scoredPages: scores.filter((score) => score !== undefined).length,
    emptyPages: scores.filter((score) => score?.empty).length,
    figures: siteFigures(scores),
    bins: siteBins(scores.flatMap((score) => score?.grades ?? [])),
  };
}

export function byGold<Value>(value: (gold: GoldName) => Value): Readonly<Record<GoldName, Value>> {
  return Object.fromEntries(goldNames.map((gold) => [gold, value(gold)])) as Record<GoldName, Value>;
}

/** Page by page, a method on a site: there while it is scored, and not kept. */
export interface ScoredSite {
  readonly method: string;
  readonly site: string;
  /** In the order of the crawl; labels, kept and scores are in the same order. */
  readonly pages: readonly Page[];
  readonly labels: SiteGold['labels'];
  /** Undefined for a page that no gold covers. */
  readonly kept: readonly (Kept | undefined)[];
  readonly scores: Readonly<Record<GoldName, readonly (PageScore | undefined)[]>>;
  /** By address: what a method that gives text has given. */
  readonly lines: ReadonlyMap<string, RunLine>;
}

export type OnScored = (scored: ScoredSite) => void;

/** What may be told of a site without its pages. */
export interface SiteFacts {
  readonly name: string;
  readonly group: GroupName;
  readonly kind: string;
  readonly language: string;
  readonly pages: number;
  /** Pages that the read gold covers. */
  readonly readPages: number;
  readonly failedPages: number;
}

export function siteFacts(site: CorpusSite, { pages, failed }: LoadedSite): SiteFacts {
  const { name, kind, language, readLabels } = site;
  return {
    name,
    group: groupOf(name),
    kind,
    language,
    pages: pages.length,
    readPages: pages.filter(({ url }) => readLabels.has(url ?? '')).length,
    failedPages: failed.length,
  };
}
