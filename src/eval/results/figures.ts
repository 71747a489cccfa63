/** The figures of a site: means over its pages; and of many sites: means over sites. */
import { mean } from '../mean.ts';
import type { PageScore } from '../score/page-score.ts';
import { rates } from '../score/rates.ts';

export const figureNames = [
  'f1',
  'precision',
  'recall',
  'leak',
  'templateF1',
  'characterF1',
  'characterPrecision',
  'characterRecall',
  'blockPrecision',
  'blockRecall',
  'f1Pages1To5',
  'f1Pages6To20',
  'f1Pages21On',
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
    characterF1: of(({ characters }) => characters?.f1),
    characterPrecision: of(({ characters }) => characters?.precision),
    characterRecall: of(({ characters }) => characters?.recall),
    ...blockFigures(scores),
    f1Pages1To5: stretch(0, 5),
    f1Pages6To20: stretch(5, 20),
    f1Pages21On: stretch(20),
  };
}

/** Blocks are counted over all pages of a site: many pages have only a few. */
function blockFigures(
  scores: readonly (PageScore | undefined)[],
): Pick<Figures, 'blockPrecision' | 'blockRecall'> {
  const counted = scores.map((score) => score?.blocks).filter((blocks) => blocks !== undefined);
  const sum = { right: 0, said: 0, gold: 0 };
  for (const { right, said, gold } of counted) {
    sum.right += right;
    sum.said += said;
    sum.gold += gold;
  }
  const { precision, recall } = rates(sum);
  return {
    blockPrecision: sum.said === 0 ? undefined : precision,
    blockRecall: sum.gold === 0 ? undefined : recall,
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
