/** The scores of one site: means over its pages, on each gold. */
import { type Page, readNormalText, type Verdict } from '../../index.ts';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import type { GoldLabels } from '../gold/gold-labels.ts';
import { goldTokens } from '../gold/gold-tokens.ts';
import { readGoldLabels } from '../gold/read-gold.ts';
import { createZoneGold, lenientLabels, repeatedContent } from '../gold/zone-gold.ts';
import { mean } from '../mean.ts';
import { scoreTokens, type TokenScore } from './token-score.ts';
import { countTokens, type TokenCounts } from './tokens.ts';

export const goldNames = ['read', 'lenient', 'strict'] as const;
export type GoldName = (typeof goldNames)[number];

export interface MeanScore {
  readonly pages: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly leak: number;
}

/** What gold says of a site's pages; made once for all methods. */
export interface SiteGold {
  readonly pages: readonly Page[];
  /** For each gold the labels of each page; undefined for a page that this gold does not cover. */
  readonly labels: Readonly<Record<GoldName, readonly (GoldLabels | undefined)[]>>;
}

export function siteGold(site: CorpusSite, pages: readonly Page[]): SiteGold {
  const zoneLabels = createZoneGold(site.zones);
  const strict = pages.map(zoneLabels);
  const repeated = repeatedContent(pages, strict);
  const lenient = pages.map((page, i) => lenientLabels(page, strict[i]!, repeated));
  const read = pages.map((page) => {
    const labels = site.readLabels.get(page.url ?? '');
    return labels === undefined ? undefined : readGoldLabels(page, labels);
  });
  return { pages, labels: { read, lenient, strict } };
}

/** The tokens of the segments that a verdict keeps. */
export function keptTokens(page: Page, { template }: Verdict): TokenCounts {
  const kept = page.segments.filter((node) => template[node] === 0);
  return countTokens(...Array.from(kept, (node) => readNormalText(page, node)));
}

/** Scores of the pages of a site on one gold; undefined for those that are not scored. */
export function scorePages(
  { pages, labels }: SiteGold,
  gold: GoldName,
  kept: readonly TokenCounts[],
): readonly (TokenScore | undefined)[] {
  return pages.map((page, i) => {
    const pageLabels = labels[gold][i];
    return pageLabels === undefined ? undefined : scoreTokens(kept[i]!, goldTokens(page, pageLabels));
  });
}

export function meanScore(scores: readonly (TokenScore | undefined)[]): MeanScore | undefined {
  const scored = scores.filter((score) => score !== undefined);
  if (scored.length === 0) return undefined;
  const leaks = scored.map(({ leak }) => leak).filter((leak) => leak !== undefined);
  return {
    pages: scored.length,
    precision: mean(scored.map(({ precision }) => precision)),
    recall: mean(scored.map(({ recall }) => recall)),
    f1: mean(scored.map(({ f1 }) => f1)),
    leak: leaks.length === 0 ? 0 : mean(leaks),
  };
}
