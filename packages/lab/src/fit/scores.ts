/** How a model judges the pages of a site, and how good that is. */
import { judgeAlone, type Model, probability, type Trees } from 'dehusk/parts';
import { GoldLabel, type GoldLabels, type GoldName } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import { mean, rates } from '../score/statistics.ts';
import { firstPageRows, type ModeName, type PageRows, replaySite } from './evidence-rows.ts';
import type { LabelledPage, LabelledSingle, LabelledSite } from './labelled-site.ts';

/** Log odds of the pieces of each page. */
type SiteScores = Readonly<Record<ModeName, readonly Float64Array[]>>;
/** By name of the site. */
export type Scores = ReadonlyMap<string, SiteScores>;

/** A site with the evidence on its pieces. */
export interface WeighedSite extends LabelledSite {
  readonly rows: Readonly<Record<ModeName, readonly PageRows[]>>;
}

export function scoreSite({ pages }: WeighedSite, model: Model): SiteScores {
  return replaySite(pages, model, ({ logOdds }) => logOdds);
}

/** The F1 of a page alone, by the judge of first pages. */
export function scoreSingle(single: LabelledSingle, trees: Trees): number {
  const first = firstPageRows(single);
  const isKept = keptSegments(first, judgeAlone(first.rows, trees));
  return f1Of(countPage(single, single.labels, isKept));
}

// How much content scores keep, and how much template they let through, by tokens. A segment is kept or not, and its
// tokens count where they stand; `dehusk-lab eval` compares multisets, in which the "news" of a menu may pass for the
// "news" of a sentence. That is dearer, and a few thousandths apart.

/** Means over sites, each the mean over its pages; undefined where nothing is scored. */
interface ContentFigures {
  readonly f1: number | undefined;
  readonly leak: number | undefined;
  readonly firstPages: number | undefined;
  /** Lines that are content from end to end, and not kept as a whole. */
  readonly lostLines: number | undefined;
  /** The mean F1 of the five sites that have the lowest. */
  readonly worstFive: number | undefined;
}

type SiteFigures = Omit<ContentFigures, 'worstFive'>;

export type GoldFigures = Readonly<Record<GoldName, ContentFigures>>;

/** As in `dehusk-lab eval`. */
const MIN_CONTENT_TOKENS = 5;
const FIRST_PAGES = 5;
const MIN_LINE_TOKENS = 4;
const WORST_SITES = 5;

/** Of the sites that are scored. */
export function contentFigures(sites: readonly WeighedSite[], scores: Scores, mode: ModeName): GoldFigures {
  return byGold((gold) => {
    const figures = sites.flatMap((site) => {
      const known = scores.get(site.name);
      return known === undefined ? [] : [siteFigures(site, gold, { mode, logOdds: known[mode] })];
    });
    const of = (name: keyof SiteFigures): number | undefined => meanOf(figures.map((each) => each[name]));
    const lowest = figures.flatMap(({ f1 }) => f1 ?? []).sort((one, other) => one - other);
    return {
      f1: of('f1'),
      leak: of('leak'),
      firstPages: of('firstPages'),
      lostLines: of('lostLines'),
      worstFive: meanOf(lowest.slice(0, WORST_SITES)),
    };
  });
}

interface Judged {
  readonly mode: ModeName;
  readonly logOdds: readonly Float64Array[];
}

function siteFigures(site: WeighedSite, gold: GoldName, { mode, logOdds }: Judged): SiteFigures {
  const f1: number[] = [];
  const firstPages: number[] = [];
  const leak: number[] = [];
  const lines = { all: 0, lost: 0 };
  for (const [i, page] of site.pages.entries()) {
    const labels = page.golds[gold];
    if (labels === undefined) continue;
    const isKept = keptSegments(site.rows[mode][i]!, logOdds[i]!);
    const counts = countPage(page, labels, isKept);
    const { content, template, keptTemplate } = counts;
    if (content < MIN_CONTENT_TOKENS) continue;
    const score = f1Of(counts);
    f1.push(score);
    if (i < FIRST_PAGES) firstPages.push(score);
    if (template > 0) leak.push(keptTemplate / template);
    countLines(page, { labels, isKept }, lines);
  }
  return {
    f1: meanOf(f1),
    leak: meanOf(leak),
    firstPages: meanOf(firstPages),
    lostLines: lines.all > 0 ? lines.lost / lines.all : undefined,
  };
}

function countLines(
  { tokens, lines }: LabelledPage,
  { labels, isKept }: { readonly labels: GoldLabels; readonly isKept: Uint8Array },
  counts: { all: number; lost: number },
): void {
  for (const [line, from] of lines.entries()) {
    const to = lines[line + 1] ?? labels.length;
    const isContent = labels.subarray(from, to).every((label) => label === GoldLabel.content);
    const length = tokens.subarray(from, to).reduce((sum, count) => sum + count, 0);
    if (!isContent || length < MIN_LINE_TOKENS) continue;
    counts.all++;
    if (isKept.subarray(from, to).includes(0)) counts.lost++;
  }
}

function keptSegments({ pieces }: PageRows, logOdds: Float64Array): Uint8Array {
  const kept = new Uint8Array(pieces.at(-1) ?? 0);
  for (const [piece, odds] of logOdds.entries()) if (odds < 0) kept.fill(1, pieces[piece], pieces[piece + 1]);
  return kept;
}

interface PageTokens {
  readonly content: number;
  readonly template: number;
  readonly keptContent: number;
  readonly keptTemplate: number;
}

function countPage({ tokens }: LabelledPage, labels: GoldLabels, isKept: Uint8Array): PageTokens {
  const counts = { content: 0, template: 0, keptContent: 0, keptTemplate: 0 };
  for (let i = 0; i < labels.length; i++) {
    const kept = isKept[i]! * tokens[i]!;
    if (labels[i] === GoldLabel.content) {
      counts.content += tokens[i]!;
      counts.keptContent += kept;
    } else if (labels[i] === GoldLabel.template) {
      counts.template += tokens[i]!;
      counts.keptTemplate += kept;
    }
  }
  return counts;
}

function f1Of({ content, keptContent, keptTemplate }: PageTokens): number {
  return rates({ right: keptContent, said: keptContent + keptTemplate, gold: content }).f1;
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
}

// Are scores probabilities? Pieces of the pages that were read, in bins by their score; sites count alike.

export const BINS = 10;

export interface Bin {
  readonly score: number;
  /** Of its pieces that are template by gold. */
  readonly share: number;
  readonly weight: number;
}

/** Undefined where no page was read. */
export function calibrate(
  sites: readonly WeighedSite[],
  scores: Scores,
  mode: ModeName,
): { readonly bins: readonly (Bin | undefined)[]; readonly error: number } | undefined {
  const sums = Array.from({ length: BINS }, () => ({ score: 0, template: 0, weight: 0 }));
  for (const site of sites) addSite(sums, site, { mode, logOdds: scores.get(site.name)![mode] });
  const total = sums.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const bins = sums.map(({ score, template, weight }) =>
    weight === 0 ? undefined : { score: score / weight, share: template / weight, weight: weight / total },
  );
  const error = bins.reduce(
    (sum, bin) => sum + (bin === undefined ? 0 : bin.weight * Math.abs(bin.score - bin.share)),
    0,
  );
  return { bins, error };
}

function addSite(
  sums: readonly { score: number; template: number; weight: number }[],
  site: WeighedSite,
  { mode, logOdds }: Judged,
): void {
  const graded = site.pages.flatMap((page, i) =>
    page.golds.read === undefined ? [] : gradePieces(page, page.golds.read, site.rows[mode][i]!, logOdds[i]!),
  );
  for (const { score, isTemplate } of graded) {
    const sum = sums[Math.min(BINS - 1, Math.floor(score * BINS))]!;
    sum.score += score / graded.length;
    sum.template += Number(isTemplate) / graded.length;
    sum.weight += 1 / graded.length;
  }
}

function gradePieces(
  { tokens }: LabelledPage,
  labels: GoldLabels,
  { pieces }: PageRows,
  logOdds: Float64Array,
): readonly { readonly score: number; readonly isTemplate: boolean }[] {
  return Array.from(logOdds).flatMap((odds, piece) => {
    let [content, template] = [0, 0];
    for (let i = pieces[piece]!; i < pieces[piece + 1]!; i++) {
      if (labels[i] === GoldLabel.content) content += tokens[i]!;
      else if (labels[i] === GoldLabel.template) template += tokens[i]!;
    }
    return content + template === 0 ? [] : [{ score: probability(odds), isTemplate: template > content }];
  });
}
