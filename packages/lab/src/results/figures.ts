/** The figures of a site: means over its pages; and of many sites: means over sites. */
import { mean } from '../mean.ts';
import type { PageScore } from '../score/page-score.ts';
import { rates } from '../score/rates.ts';
import { blockFigures } from './block-figures.ts';

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
    f1Pages1To5: stretch(0, 5),
    f1Pages6To20: stretch(5, 20),
    f1Pages21On: stretch(20),
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
