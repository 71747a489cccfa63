/** Figures 5.1 and 5.2: what the mappings find of the optimal template. */
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import type { MappingResult, MeasuredSite } from './measure-pairs.ts';
import { bottomUp, consolidated, meanOf, methodNote, penalised, prufer } from './methods.ts';
import { type TestSet, testSets, thesisMethods } from './test-sets.ts';

const methods = [bottomUp, prufer, consolidated];
const measures = ['f', 'precision', 'recall'] as const;
type Measure = (typeof measures)[number];

/** Values of one test set, measure by measure and in each method by method. */
type Row = readonly number[];

export function qualityFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [
    figure(sites, {
      title: 'Figure 5.1: effectiveness without penalty',
      note: `F (a), precision (b) and recall (c) of the template nodes of the key page against the optimum, means over the pairs of a test set. ${methodNote}`,
      ours: (measure) => (result) => result[measure],
      thesis: (set, measure) => set[measure],
    }),
    figure(sites, {
      title: 'Figure 5.2: effectiveness with penalty',
      note: 'The same with 0 for a pair whose result is no common subtree of the two pages.',
      ours: (measure) => penalised((result) => result[measure]),
      thesis: (set, measure) => [set.penalised, ...set[measure].slice(1)],
    }),
  ];
}

interface Figure {
  readonly title: string;
  readonly note: string;
  readonly ours: (measure: Measure) => (result: MappingResult) => number;
  readonly thesis: (set: TestSet, measure: Measure) => readonly number[];
}

function figure(sites: readonly MeasuredSite[], { title, note, ours, thesis }: Figure): Table {
  const printed = testSets.map((set): Row => measures.flatMap((measure) => thesis(set, measure)));
  const measured = sites.map(
    ({ pairs }): Row =>
      measures.flatMap((measure) => methods.map((method) => meanOf(pairs, method, ours(measure)))),
  );
  return {
    title,
    note,
    head: ['test set', ...measures.flatMap((measure) => thesisMethods.map((name) => `${name} ${measure}`))],
    rows: [
      ...testSets.map(({ name }, i) => cells(`thesis: ${name}`, printed[i]!)),
      cells('thesis: mean of the sets', columnMeans(printed)),
      ...sites.map(({ site }, i) => cells(site, measured[i]!)),
      cells('mean of the sites', columnMeans(measured)),
    ],
  };
}

function columnMeans(rows: readonly Row[]): Row {
  return rows[0]!.map((_, column) => mean(rows.map((row) => row[column]!)));
}

function cells(name: string, row: Row): readonly string[] {
  return [name, ...row.map((value) => decimals(value))];
}
