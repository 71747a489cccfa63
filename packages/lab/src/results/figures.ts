/** The figures of a site, means over its pages, and of many sites; and whether scores are probabilities. */
import type { BlockGrades } from '../score/blocks.ts';
import type { PageScore } from '../score/page-score.ts';
import { type Counts, mean, rates, sumCounts } from '../score/statistics.ts';

export const figureNames = [
  'f1',
  'precision',
  'recall',
  'leak',
  'templateF1',
  'mainF1',
  'characterF1',
  'characterPrecision',
  'characterRecall',
  'blockPrecision',
  'blockRecall',
  'blockRecallAt98',
  'blockReaches98',
  'chenScore',
  'chenPrecision',
  'elementF1',
  'elementPrecision',
  'elementRecall',
  'nodeF1',
  'nodePrecision',
  'nodeRecall',
  'f1Page1',
  'f1Pages1To5',
  'f1Pages6To20',
  'f1Pages21On',
  'f1Pages6On',
  'cutLines',
  'lostLines',
  'cutPages',
] as const;
type FigureName = (typeof figureNames)[number];

/** Undefined where there is nothing to measure: no template on the pages, no segments judged, no page scored. */
export type Figures = Readonly<Record<FigureName, number | undefined>>;

/** Scores in the order of the pages; undefined for pages that are not scored. */
export function siteFigures(scores: readonly (PageScore | undefined)[]): Figures {
  const stretch = (from: number, to?: number): number | undefined =>
    meanOf(scores.slice(from, to), ({ f1 }) => f1);
  const of = (value: (score: PageScore) => number | undefined): number | undefined => meanOf(scores, value);
  return {
    f1: of(({ f1 }) => f1),
    precision: of(({ precision }) => precision),
    recall: of(({ recall }) => recall),
    leak: of(({ leak }) => leak),
    templateF1: of(({ template }) => template?.f1),
    mainF1: of(({ main }) => main?.f1),
    characterF1: of(({ characters }) => characters?.f1),
    characterPrecision: of(({ characters }) => characters?.precision),
    characterRecall: of(({ characters }) => characters?.recall),
    ...blockFigures(scores),
    // Chen et al. score page by page: the right ones of the template blocks that there are (C18).
    chenScore: of(({ chenBlocks }) => (chenBlocks?.gold ? rates(chenBlocks).recall : undefined)),
    chenPrecision: of(({ chenBlocks }) => (chenBlocks?.said ? rates(chenBlocks).precision : undefined)),
    elementF1: of(({ elements }) => elements?.f1),
    elementPrecision: of(({ elements }) => elements?.precision),
    elementRecall: of(({ elements }) => elements?.recall),
    nodeF1: of(({ nodes }) => nodes?.f1),
    nodePrecision: of(({ nodes }) => nodes?.precision),
    nodeRecall: of(({ nodes }) => nodes?.recall),
    f1Page1: stretch(0, 1),
    f1Pages1To5: stretch(0, 5),
    f1Pages6To20: stretch(5, 20),
    f1Pages21On: stretch(20),
    f1Pages6On: stretch(5),
    ...lineFigures(scores),
  };
}

/** Lines are counted over all pages of the site: many pages have only a few. */
function lineFigures(
  scores: readonly (PageScore | undefined)[],
): Pick<Figures, 'cutLines' | 'lostLines' | 'cutPages'> {
  const known = scores.filter((score) => score !== undefined);
  const sum = { all: 0, cut: 0, lost: 0 };
  for (const { integrity } of known) {
    sum.all += integrity.whole + integrity.cut + integrity.lost;
    sum.cut += integrity.cut;
    sum.lost += integrity.lost;
  }
  return {
    cutLines: sum.all === 0 ? undefined : sum.cut / sum.all,
    lostLines: sum.all === 0 ? undefined : sum.lost / sum.all,
    cutPages: meanOf(known, ({ integrity }) => (integrity.cut > 0 ? 1 : 0)),
  };
}

/** Every site counts the same, whatever its size. */
export function macroFigures(sites: readonly Figures[]): Figures {
  const entries = figureNames.map((name) => [name, meanOf(sites, (figures) => figures[name])]);
  return Object.fromEntries(entries) as Figures;
}

function meanOf<Item>(
  items: readonly (Item | undefined)[],
  value: (item: Item) => number | undefined,
): number | undefined {
  const values: number[] = [];
  for (const item of items) {
    const found = item === undefined ? undefined : value(item);
    if (found !== undefined) values.push(found);
  }
  return values.length === 0 ? undefined : mean(values);
}

// The figures of a site that are counted over the blocks of all its pages: many pages have only a few.

/** "Recall at a precision of 98 %" is what Wang et al. compare methods by (W20). */
const ASKED_PRECISION = 0.98;

interface BlockFigures {
  readonly blockPrecision: number | undefined;
  readonly blockRecall: number | undefined;
  readonly blockRecallAt98: number | undefined;
  /** 1 if the precision of 98 % is reached, else 0. */
  readonly blockReaches98: number | undefined;
}

export function blockFigures(scores: readonly (PageScore | undefined)[]): BlockFigures {
  const known = scores.filter((score) => score !== undefined);
  const sum = sumCounts(known.flatMap(({ blocks }) => blocks ?? []));
  const { precision, recall } = rates(sum);
  const graded = gradedBlocks(known);
  const atAsked = graded === undefined ? onePoint(sum) : bestPoint(graded, sum.gold);
  return {
    blockPrecision: sum.said === 0 ? undefined : precision,
    blockRecall: sum.gold === 0 ? undefined : recall,
    blockRecallAt98: sum.gold === 0 ? undefined : (atAsked ?? 0),
    blockReaches98: sum.gold === 0 ? undefined : Number(atAsked !== undefined),
  };
}

interface GradedBlock {
  readonly score: number;
  readonly isTemplate: boolean;
}

/** The surest first; undefined for a method that does not grade. */
function gradedBlocks(scores: readonly PageScore[]): readonly GradedBlock[] | undefined {
  const graded = scores.flatMap(({ grades }) => grades ?? []);
  if (graded.length === 0) return undefined;
  const blocks = graded.flatMap(({ score, isTemplate }) =>
    Array.from(score, (value, i) => ({ score: value, isTemplate: isTemplate[i] === 1 })),
  );
  return blocks.sort((a, b) => b.score - a.score);
}

/** A method that says yes or no has one precision: it is enough, or it is not. */
function onePoint(counts: Counts): number | undefined {
  const { precision, recall } = rates(counts);
  return counts.said > 0 && precision >= ASKED_PRECISION ? recall : undefined;
}

/** The highest recall of all thresholds above 0 on the score that are precise enough. */
function bestPoint(blocks: readonly GradedBlock[], gold: number): number | undefined {
  let best: number | undefined;
  let right = 0;
  for (const [i, { score, isTemplate }] of blocks.entries()) {
    if (score === 0) break;
    if (isTemplate) right++;
    // Blocks of one score are on one side of every threshold.
    if (blocks[i + 1]?.score === score) continue;
    if (right / (i + 1) >= ASKED_PRECISION) best = right / gold;
  }
  return best;
}

// Are scores probabilities? Of the blocks with a score of about 0.7, seven in ten should be template. Blocks are
// sorted into ten bins by their score; in each, the mean score is compared with the share that is template. The
// expected calibration error is the mean difference, each bin weighing as much as the blocks in it. Within a site all
// blocks weigh alike, and all sites do.

export const BINS = 10;

export interface ScoreBin {
  readonly blocks: number;
  /** Mean score of the blocks, and the share of them that gold calls template; undefined for none. */
  readonly score: number | undefined;
  readonly share: number | undefined;
}

export interface Calibration {
  /** Expected calibration error, 0 … 1. */
  readonly error: number;
  /** By rising score: 0 up to 0.1, and so on. */
  readonly bins: readonly ScoreBin[];
}

/** Undefined where nothing is graded. */
export function siteBins(grades: readonly BlockGrades[]): readonly ScoreBin[] | undefined {
  const sums = Array.from({ length: BINS }, () => ({ blocks: 0, score: 0, template: 0 }));
  for (const { score, isTemplate } of grades) {
    for (const [i, value] of score.entries()) {
      const bin = sums[binOf(value)]!;
      bin.blocks++;
      bin.score += value;
      bin.template += isTemplate[i]!;
    }
  }
  const bins = sums.map(({ blocks, score, template }) => toBin(blocks, { weight: blocks, score, template }));
  return bins.every(({ blocks }) => blocks === 0) ? undefined : bins;
}

/** 1 belongs to the last bin. Sums of hundredths may be a hair below the border that they mean. */
function binOf(score: number): number {
  return Math.min(BINS - 1, Math.floor(score * BINS + 1e-9));
}

/** Undefined where no site is graded. */
export function calibrationOf(sites: readonly (readonly ScoreBin[] | undefined)[]): Calibration | undefined {
  const graded = sites.filter((bins) => bins !== undefined);
  if (graded.length === 0) return undefined;
  const sums = Array.from({ length: BINS }, () => ({ blocks: 0, weight: 0, score: 0, template: 0 }));
  for (const bins of graded) {
    const all = bins.reduce((sum, { blocks }) => sum + blocks, 0);
    for (const [i, { blocks, score, share }] of bins.entries()) {
      const sum = sums[i]!;
      const weight = blocks / all / graded.length;
      sum.blocks += blocks;
      sum.weight += weight;
      sum.score += weight * (score ?? 0);
      sum.template += weight * (share ?? 0);
    }
  }
  return {
    error: sums.reduce((error, { score, template }) => error + Math.abs(score - template), 0),
    bins: sums.map(({ blocks, ...weighed }) => toBin(blocks, weighed)),
  };
}

interface WeighedSums {
  readonly weight: number;
  readonly score: number;
  readonly template: number;
}

function toBin(blocks: number, { weight, score, template }: WeighedSums): ScoreBin {
  if (blocks === 0) return { blocks, score: undefined, share: undefined };
  return { blocks, score: score / weight, share: template / weight };
}
