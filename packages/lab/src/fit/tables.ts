/** What a fit has to tell, as tables. */
import { goldNames } from '../corpus/gold.ts';
import { decimals, type Table } from '../report/table.ts';
import { mean } from '../score/statistics.ts';
import { type ModeName, modeNames } from './evidence-rows.ts';
import type { LabelledSingle } from './labelled-site.ts';
import {
  BINS,
  calibrate,
  contentFigures,
  type GoldFigures,
  type Scores,
  type WeighedSite,
} from './scores.ts';

/** Figures before they are text: those of several rounds are averaged. */
export interface FigureTable extends Pick<Table, 'title' | 'note' | 'head'> {
  readonly rows: readonly {
    readonly name: string;
    readonly figures: readonly (number | undefined)[];
  }[];
  /** They have a sign, then. */
  readonly areDifferences?: boolean;
}

/** Scores of all sites, and where they are from. */
export interface NamedScores {
  readonly name: string;
  readonly scores: Scores;
}

export const figureTitle = {
  title: 'Figures on all sites',
  note: 'F1 of content tokens on the three golds, and the share of template tokens that are kept; lines and sites by the read gold.',
};

export function figureTable(
  { title, note }: Pick<Table, 'title' | 'note'>,
  sites: readonly WeighedSite[],
  all: readonly NamedScores[],
): FigureTable {
  const rows = modeNames.flatMap((mode) =>
    all.map(({ name, scores }) => ({
      name: `${mode}, ${name}`,
      figures: figureCells(contentFigures(sites, scores, mode)),
    })),
  );
  return { title, note, head: figureHead, rows };
}

const figureHead = [
  '',
  ...goldNames,
  'leak (read)',
  'leak (lenient)',
  'pages 1 to 5 (read)',
  '(lenient)',
  'lost lines',
  'worst five',
];

function figureCells({ read, lenient, strict }: GoldFigures): readonly (number | undefined)[] {
  return [
    ...[read.f1, lenient.f1, strict.f1, read.leak, lenient.leak, read.firstPages, lenient.firstPages],
    ...[read.lostLines, read.worstFive],
  ];
}

/** The figures of each group. */
export function groupFigureTable(sites: readonly WeighedSite[], { name, scores }: NamedScores): FigureTable {
  const groups = [...new Set(sites.map(({ group }) => group))];
  const rows = groups.flatMap((group) => {
    const own = sites.filter((site) => site.group === group);
    return modeNames.map((mode) => ({
      name: `${group}, ${mode}`,
      figures: figureCells(contentFigures(own, scores, mode)),
    }));
  });
  return {
    title: 'Figures by group',
    note: `The same figures of each group, ${name}.`,
    head: figureHead,
    rows,
  };
}

/** `heldOut`: for each group its sites as scored without it. */
export function groupTable(
  sites: readonly WeighedSite[],
  heldOut: readonly NamedScores[],
  validated: Scores,
): FigureTable {
  const rows = heldOut.flatMap(({ name, scores }) => {
    const group = sites.filter((site) => scores.has(site.name));
    return modeNames.map((mode) => ({
      name: `${name}, ${mode}`,
      figures: differences(group, mode, [scores, validated]),
    }));
  });
  return {
    title: 'Leave one group out',
    note: 'F1 on a group with a model of all other groups, minus that of the cross-validation.',
    head: ['group', ...goldNames],
    rows,
    areDifferences: true,
  };
}

function differences(
  sites: readonly WeighedSite[],
  mode: ModeName,
  pair: readonly [Scores, Scores],
): readonly (number | undefined)[] {
  const [one, other] = pair.map((scores) => contentFigures(sites, scores, mode));
  return goldNames.map((gold) => {
    const [a, b] = [one![gold].f1, other![gold].f1];
    return a === undefined || b === undefined ? undefined : a - b;
  });
}

/** F1 of each page by its texts. */
export function singlesTable(scores: ReadonlyMap<LabelledSingle, number>): FigureTable {
  const kinds = [...new Set([...scores.keys()].map(({ kind }) => kind))].sort();
  const row = (name: string, isIn: (single: LabelledSingle) => boolean): FigureTable['rows'][number] => ({
    name,
    figures: [mean([...scores].filter(([single]) => isIn(single)).map(([, f1]) => f1))],
  });
  return {
    title: 'Single pages',
    note: 'F1 of content tokens by texts: what a text is was guessed from the content, so this is some thousandths above the F1 of words.',
    head: ['', 'F1'],
    rows: [row('all', () => true), ...kinds.map((name) => row(name, ({ kind }) => kind === name))],
  };
}

export function calibrationErrorTable(sites: readonly WeighedSite[], scores: Scores): FigureTable {
  const figures = modeNames.map((mode) => calibrate(sites, scores, mode)?.error);
  return {
    title: 'Calibration error',
    note: 'How far scores are from probabilities, on the read gold.',
    head: ['', ...modeNames],
    rows: [{ name: 'error', figures }],
  };
}

export function calibrationTable(sites: readonly WeighedSite[], scores: Scores): Table {
  const modes = modeNames.map((mode) => calibrate(sites, scores, mode));
  const bins = Array.from({ length: BINS }, (_, bin) => [
    `${decimals(bin / BINS, 1)} … ${decimals((bin + 1) / BINS, 1)}`,
    ...modes.flatMap((mode) => [decimals(mode?.bins[bin]?.score), decimals(mode?.bins[bin]?.share)]),
  ]);
  return {
    title: 'Calibration',
    note: 'Pieces of the read gold in bins by score: mean score, share that is template. Sites are scored by fits without them.',
    head: ['', ...modeNames.flatMap((mode) => [mode, 'share'])],
    rows: [...bins, ['error', ...modes.flatMap((mode) => [decimals(mode?.error, 4), ''])]],
  };
}

export function toTable({ title, note, head, rows, areDifferences = false }: FigureTable): Table {
  const tell = (figure: number | undefined): string => figureText(figure, { signed: areDifferences });
  return { title, note, head, rows: rows.map(({ name, figures }) => [name, ...figures.map(tell)]) };
}

const DIGITS = 4;

/** A difference that rounds to nothing has no sign. */
export function figureText(
  value: number | undefined,
  { signed = false }: { readonly signed?: boolean } = {},
): string {
  const text = decimals(value, DIGITS);
  if (!signed || value === undefined) return text;
  if (Number(text) === 0) return decimals(0, DIGITS);
  return value > 0 ? `+${text}` : text;
}

/** Words to the left, figures to the right. */
export function textTable({ title, note, head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const tell = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [title, note, '', ...lines.map(tell), ''].join('\n');
}
