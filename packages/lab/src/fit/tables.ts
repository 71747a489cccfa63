/** What a fit has to tell, as tables. */
import { goldNames } from '../corpus/gold.ts';
import { decimals, type Table } from '../report/table.ts';
import { type ModeName, modeNames } from './evidence-rows.ts';
import {
  BINS,
  calibrate,
  contentFigures,
  type GoldFigures,
  type Scores,
  type WeighedSite,
} from './scores.ts';

/** Scores of all sites, and where they are from. */
export interface NamedScores {
  readonly name: string;
  readonly scores: Scores;
}

export function figureTable(
  { title, note }: Pick<Table, 'title' | 'note'>,
  sites: readonly WeighedSite[],
  all: readonly NamedScores[],
): Table {
  const rows = modeNames.flatMap((mode) =>
    all.map(({ name, scores }) => [`${mode}, ${name}`, ...figureCells(contentFigures(sites, scores, mode))]),
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

/** The figures of each group. */
export function groupFigureTable(sites: readonly WeighedSite[], { name, scores }: NamedScores): Table {
  const groups = [...new Set(sites.map(({ group }) => group))];
  const rows = groups.flatMap((group) => {
    const own = sites.filter((site) => site.group === group);
    return modeNames.map((mode) => [`${group}, ${mode}`, ...figureCells(contentFigures(own, scores, mode))]);
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
): Table {
  const rows = heldOut.flatMap(({ name, scores }) => {
    const group = sites.filter((site) => scores.has(site.name));
    return modeNames.map((mode) => [`${name}, ${mode}`, ...differences(group, mode, [scores, validated])]);
  });
  return {
    title: 'Leave one group out',
    note: 'F1 on a group with a model of all other groups, minus that of the cross-validation.',
    head: ['group', ...goldNames],
    rows,
  };
}

function differences(
  sites: readonly WeighedSite[],
  mode: ModeName,
  pair: readonly [Scores, Scores],
): readonly string[] {
  const [one, other] = pair.map((scores) => contentFigures(sites, scores, mode));
  return goldNames.map((gold) => {
    const [a, b] = [one![gold].f1, other![gold].f1];
    return a === undefined || b === undefined ? '-' : signed(a - b, 4);
  });
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

function figureCells({ read, lenient, strict }: GoldFigures): readonly string[] {
  return [
    ...[read.f1, lenient.f1, strict.f1, read.leak, lenient.leak, read.firstPages, lenient.firstPages],
    ...[read.lostLines, read.worstFive],
  ].map((value) => decimals(value, 4));
}

/** A difference that rounds to nothing has no sign. */
function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
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
