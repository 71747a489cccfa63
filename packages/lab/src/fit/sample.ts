/**
 * The pieces that a model is fitted to, and how much each counts. The read gold is what a user would say, but of a few
 * pages only; the zone gold has all pages, and fills in where nobody has read.
 */
import { factCount, factNames } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { createRandom } from '../synthetic/random.ts';
import { firstPageRows, type ModeName, modeNames, type PageRows } from './evidence-rows.ts';
import type { LabelledPage, LabelledSingle, LabelledSite } from './labelled-site.ts';
import { withoutProse } from './without-prose.ts';

/** Rows of evidence, one after the other. */
export interface Observed {
  readonly rows: Float32Array;
  /** 1 for template. */
  readonly positive: Uint8Array;
  readonly weights: Float64Array;
}

/** A page that was read counts as much as a hundred that were not: of a site about five in a hundred are. */
const READ_WEIGHT = 100;
/** Content that stands on many pages ("Price:") is content to the zone gold, but hardly anybody misses it. */
const DOUBTFUL_WEIGHT = 0.5;
/**
 * What is a tenth of a site gets 42 % of its weight. With all of a half, the only template of a manual, two words a
 * page, counts as much as all of its text.
 */
const RARER_SIDE = 0.15;
/** So that long sites do not take all the time. */
const MOST_ZONE_PIECES = 600;
const SEED = 7;

interface Choice {
  readonly row: Float32Array;
  readonly isTemplate: boolean;
  weight: number;
  readonly wasRead: boolean;
}

/** Of both modes, without a site's first page: the other judge speaks on that. */
export function sampleSite(
  { name, pages }: LabelledSite,
  rows: Readonly<Record<ModeName, readonly PageRows[]>>,
): Observed {
  return join(
    modeNames.flatMap((mode) => {
      const random = createRandom(SEED, name);
      const all = pages.flatMap((page, i) =>
        mode === 'stream' && i === 0 ? [] : choices(page, rows[mode][i]!),
      );
      const zone = all.filter(({ wasRead }) => !wasRead).length;
      const share = Math.min(1, MOST_ZONE_PIECES / Math.max(1, zone));
      const chosen = all.filter(({ wasRead }) => wasRead || random.unit() < share);
      for (const choice of chosen) if (!choice.wasRead) choice.weight /= share;
      return balanced(chosen);
    }),
  );
}

function choices(page: LabelledPage, pageRows: PageRows): readonly Choice[] {
  const { read, strict, lenient } = page.golds;
  const labels = read ?? strict;
  if (labels === undefined) return [];
  const doubtful = read === undefined ? lenient : undefined;
  const weigh = (tokens: number): number => Math.sqrt(tokens) + 0.2;
  const found = labelledPieces(page, pageRows, { labels, doubtful });
  const total = found.reduce((sum, { tokens }) => sum + weigh(tokens), 0);
  return found.map(({ row, isTemplate, tokens, clearness, isDoubtful }) => ({
    row,
    isTemplate,
    wasRead: read !== undefined,
    weight:
      ((weigh(tokens) * clearness) / total) *
      (read === undefined ? 1 : READ_WEIGHT) *
      (isDoubtful ? DOUBTFUL_WEIGHT : 1),
  }));
}

interface LabelledPiece {
  readonly row: Float32Array;
  readonly isTemplate: boolean;
  readonly tokens: number;
  /** 1 where all of it has the label, next to 0 where half of it has. */
  readonly clearness: number;
  readonly isDoubtful: boolean;
}

function labelledPieces(
  { tokens }: LabelledPage,
  { pieces, rows }: PageRows,
  { labels, doubtful }: { readonly labels: GoldLabels; readonly doubtful: GoldLabels | undefined },
): readonly LabelledPiece[] {
  const found: LabelledPiece[] = [];
  for (let piece = 0; piece + 1 < pieces.length; piece++) {
    let [content, template, unsure] = [0, 0, 0];
    for (let i = pieces[piece]!; i < pieces[piece + 1]!; i++) {
      if (labels[i] === GoldLabel.content) content += tokens[i]!;
      else if (labels[i] === GoldLabel.template) template += tokens[i]!;
      if (labels[i] === GoldLabel.content && doubtful?.[i] === GoldLabel.ignored) unsure += tokens[i]!;
    }
    const all = content + template;
    if (all === 0) continue;
    found.push({
      row: rows.subarray(piece * factCount, (piece + 1) * factCount),
      isTemplate: template > content,
      tokens: all,
      clearness: (Math.abs(content - template) + 0.01) / all,
      isDoubtful: 2 * unsure > all,
    });
  }
  return found;
}

/** Content and template of a site get much the same sum, and all sites do. */
function balanced(chosen: readonly Choice[]): readonly Choice[] {
  const sums = [0, 0];
  for (const { isTemplate, weight } of chosen) sums[Number(isTemplate)]! += weight;
  const all = sums[0]! + sums[1]!;
  const shares = sums.map((sum) => (sum === 0 ? 0 : (sum / all) ** RARER_SIDE));
  const factors = sums.map((sum, side) => (sum === 0 ? 0 : shares[side]! / sum / (shares[0]! + shares[1]!)));
  for (const choice of chosen) choice.weight *= factors[Number(choice.isTemplate)]!;
  return chosen;
}

// Single pages, each as the first of its site. What counts is the F1 of the page: tokens, and more where content is little.

/** Longer pieces matter more, but not by their length: no single paragraph should decide. */
const LENGTH_POWER = 0.75;
/**
 * A title has few words, but a page without it has lost its name. With 1, 70 % of those that WCXB tells beside the content
 * are kept, with 3 97 %, and all with 8; then other figures of first pages fall.
 */
const TITLE_WEIGHT = 3;
const TITLE = factNames.indexOf('title');
/** Pages of the corpus: those that were read, those at the beginning, and each twelfth. */
const EVERY = 12;
const BEGINNING = 5;
const BEGINNING_WEIGHT = 3;
const READ_ALONE_WEIGHT = 10;
/** The same pages as they would be without their prose, beside those as they are. */
const WITHOUT_PROSE_WEIGHT = 0.5;

export function sampleFirstPages({ pages }: LabelledSite): Observed {
  const chosen = pages.flatMap((page, i): readonly WeighedPage[] => {
    const wasRead = page.golds.read !== undefined;
    const labels = page.golds.read ?? page.golds.lenient;
    if (labels === undefined || (!wasRead && i % EVERY !== EVERY / 2 && i >= BEGINNING)) return [];
    const weight = (wasRead ? READ_ALONE_WEIGHT : 1) * (i < BEGINNING ? BEGINNING_WEIGHT : 1);
    return [{ page, labels, weight }];
  });
  const bare = chosen.map(({ page, labels, weight }) => ({ ...withoutProse(page, labels), weight }));
  return join([...weighedChoices(chosen, 1), ...weighedChoices(bare, WITHOUT_PROSE_WEIGHT)]);
}

interface WeighedPage {
  readonly page: LabelledPage;
  readonly labels: GoldLabels;
  readonly weight: number;
}

/** `all`: what they weigh together. */
function weighedChoices(pages: readonly WeighedPage[], all: number): readonly Choice[] {
  const chosen = pages.flatMap(({ page, labels, weight }) => aloneChoices(page, labels, weight));
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  for (const choice of chosen) choice.weight *= all / total;
  return chosen;
}

/** `weight`: of all pages together, where one site of the corpus has 1. */
export function sampleSingles(singles: readonly LabelledSingle[], weight: number): Observed {
  const chosen = singles.flatMap((page) => aloneChoices(page, page.labels, weight / singles.length));
  return join(chosen);
}

const LEAST_CONTENT = 5;

function aloneChoices(page: LabelledPage, labels: GoldLabels, weight: number): readonly Choice[] {
  const found = labelledPieces(page, firstPageRows(page), { labels, doubtful: undefined });
  const sum = (of: readonly LabelledPiece[]): number => of.reduce((all, { tokens }) => all + tokens, 0);
  const content = sum(found.filter(({ isTemplate }) => !isTemplate));
  if (content < LEAST_CONTENT) return [];
  const size = content + 0.3 * sum(found);
  return found.map(({ row, isTemplate, tokens, clearness }) => ({
    row,
    isTemplate,
    wasRead: false,
    weight:
      weight *
      clearness *
      (tokens / size) ** LENGTH_POWER *
      (row[TITLE]! > 0 && !isTemplate ? TITLE_WEIGHT : 1),
  }));
}

function join(choices: readonly Choice[]): Observed {
  const rows = new Float32Array(choices.length * factCount);
  for (const [i, { row }] of choices.entries()) rows.set(row, i * factCount);
  return {
    rows,
    positive: Uint8Array.from(choices, ({ isTemplate }) => Number(isTemplate)),
    weights: Float64Array.from(choices, ({ weight }) => weight),
  };
}
