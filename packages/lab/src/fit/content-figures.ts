/**
 * How much content scores keep, and how much template they let through, by tokens. A segment is kept or not, and its
 * tokens count where they stand; `dehusk-lab eval` compares multisets, in which the "news" of a menu may pass for the
 * "news" of a sentence. That is dearer, and a few thousandths apart.
 */
import { adaptiveDefaults } from 'dehusk/parts';
import type { GoldName } from '../corpus/gold.ts';
import { GoldLabel } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import { mean, rates } from '../score/statistics.ts';
import type { LabelledSite } from './labelled-site.ts';
import type { Scores } from './scores.ts';
import type { ModeName } from './site-sightings.ts';

/** Means over sites, each the mean over its pages; undefined where nothing is scored. */
export interface ContentFigures {
  readonly f1: number | undefined;
  readonly leak: number | undefined;
}

export type GoldFigures = Readonly<Record<GoldName, ContentFigures>>;

/** As in `dehusk-lab eval`. */
const MIN_CONTENT_TOKENS = 5;

/** Of the sites that are scored. */
export function contentFigures(sites: readonly LabelledSite[], scores: Scores, mode: ModeName): GoldFigures {
  return byGold((gold) => {
    const figures = sites.flatMap((site) => {
      const known = scores.get(site.name);
      return known === undefined ? [] : [siteFigures(site, site.golds[gold], known[mode])];
    });
    return { f1: meanOf(figures.map(({ f1 }) => f1)), leak: meanOf(figures.map(({ leak }) => leak)) };
  });
}

function siteFigures(site: LabelledSite, labels: Uint8Array, scores: Float32Array): ContentFigures {
  const f1: number[] = [];
  const leak: number[] = [];
  for (let page = 0; page + 1 < site.pageStart.length; page++) {
    const { content, template, keptContent, keptTemplate } = countPage(site, page, { labels, scores });
    if (content < MIN_CONTENT_TOKENS) continue;
    f1.push(rates({ right: keptContent, said: keptContent + keptTemplate, gold: content }).f1);
    if (template > 0) leak.push(keptTemplate / template);
  }
  return { f1: meanOf(f1), leak: meanOf(leak) };
}

interface PageTokens {
  readonly content: number;
  readonly template: number;
  readonly keptContent: number;
  readonly keptTemplate: number;
}

/** Labels and scores of all segments of a site. */
interface Judgement {
  readonly labels: Uint8Array;
  readonly scores: Float32Array;
}

function countPage(site: LabelledSite, page: number, { labels, scores }: Judgement): PageTokens {
  const counts = { content: 0, template: 0, keptContent: 0, keptTemplate: 0 };
  for (let i = site.pageStart[page]!; i < site.pageStart[page + 1]!; i++) {
    const tokens = site.tokens[i]!;
    const kept = scores[i]! < adaptiveDefaults.threshold ? tokens : 0;
    if (labels[i] === GoldLabel.content) {
      counts.content += tokens;
      counts.keptContent += kept;
    } else if (labels[i] === GoldLabel.template) {
      counts.template += tokens;
      counts.keptTemplate += kept;
    }
  }
  return counts;
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
}
