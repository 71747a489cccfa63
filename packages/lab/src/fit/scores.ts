/** How a model scores all segments of a site, and how good these scores are. */
import { adaptiveDefaults, termNames } from 'dehusk/parts';
import { GoldLabel, type GoldName } from '../corpus/gold.ts';
import { type Calibration, calibrationOf, siteBins } from '../results/figures.ts';
import { byGold } from '../results/site-result.ts';
import { type BlockGrades, gradeBlocks, wangBlocks } from '../score/blocks.ts';
import { mean, rates } from '../score/statistics.ts';
import { type LabelledSite, type ModeName, modeNames } from './labelled-site.ts';
import type { LinearModel } from './logistic.ts';

type SiteScores = Readonly<Record<ModeName, Float32Array>>;
/** By name of the site. */
export type Scores = ReadonlyMap<string, SiteScores>;

/** The probability of each segment that it is template. */
export function scoreSite({ terms }: LabelledSite, model: LinearModel): SiteScores {
  const scored = modeNames.map((mode) => [mode, scoreRows(terms[mode], model)]);
  return Object.fromEntries(scored) as SiteScores;
}

function scoreRows(rows: Float32Array, { bias, weights }: LinearModel): Float32Array {
  const width = termNames.length;
  const scores = new Float32Array(rows.length / width);
  for (let i = 0; i < scores.length; i++) {
    let logOdds = bias;
    for (let term = 0; term < width; term++) logOdds += weights[term]! * rows[i * width + term]!;
    scores[i] = 1 / (1 + Math.exp(-logOdds));
  }
  return scores;
}

// How much content scores keep, and how much template they let through, by tokens. A segment is kept or not, and its
// tokens count where they stand; `dehusk-lab eval` compares multisets, in which the "news" of a menu may pass for the
// "news" of a sentence. That is dearer, and a few thousandths apart.

/** Means over sites, each the mean over its pages; undefined where nothing is scored. */
interface ContentFigures {
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

/**
 * How well scores of blocks are calibrated on the read gold, by the measure of `dehusk-lab eval`. Undefined where no
 * page was read.
 */
export function calibrate(
  sites: readonly LabelledSite[],
  scores: Scores,
  mode: ModeName,
): Calibration | undefined {
  const bins = sites.map((site) => siteBins(siteGrades(site, scores.get(site.name)![mode])));
  return calibrationOf(bins);
}

function siteGrades({ pageStart, readPages }: LabelledSite, scores: Float32Array): readonly BlockGrades[] {
  return Array.from(readPages, ([number, labelled]) =>
    gradeBlocks(
      labelled,
      wangBlocks(labelled.page),
      scores.subarray(pageStart[number], pageStart[number + 1]),
    ),
  );
}
