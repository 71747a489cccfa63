/**
 * The cross-validation again and again, each time with other folds and other pieces for its trees: one alone is up to
 * .003 off, which is more than most ideas are worth. Figures of two ways to do it are compared round by round, because
 * what makes a division hard for both cancels out.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DehuskError } from 'dehusk';
import type { Table } from '../report/table.ts';
import { mean } from '../score/statistics.ts';
import { crossValidate, crossValidateSingles, type Fitting, scoreWithoutGroups } from './held-out.ts';
import {
  calibrationErrorTable,
  type FigureTable,
  figureTable,
  figureText,
  figureTitle,
  groupFigureTable,
  groupTable,
  singlesTable,
} from './tables.ts';

/** All figures of one round. */
export type RoundFigures = readonly FigureTable[];

export interface Rounds {
  readonly count: number;
  readonly onProgress: (what: string) => void;
}

export function figuresOfRounds(fitting: Fitting, { count, onProgress }: Rounds): readonly RoundFigures[] {
  return Array.from({ length: count }, (_, round) => {
    onProgress(`cross-validating, ${round + 1} of ${count}`);
    return figuresOfRound({ ...fitting, round });
  });
}

function figuresOfRound(fitting: Fitting): RoundFigures {
  const sites = fitting.sampled.map(({ site }) => site);
  const validated = { name: 'cross-validated', scores: crossValidate(fitting) };
  const withoutGroups = scoreWithoutGroups(fitting);
  return [
    figureTable(figureTitle, sites, [validated]),
    groupFigureTable(sites, validated),
    ...(withoutGroups.length > 0 ? [groupTable(sites, withoutGroups, validated.scores)] : []),
    calibrationErrorTable(sites, validated.scores),
    ...(fitting.singles.length > 0 ? [singlesTable(crossValidateSingles(fitting))] : []),
  ];
}

/** Means, and how far one round is from them. */
export function roundTables(rounds: readonly RoundFigures[]): readonly Table[] {
  const spread = `Means of ${rounds.length} rounds, ± the standard deviation of one.`;
  return mergeRounds(
    rounds,
    spread,
    (values) => `${figureText(mean(values))} ±${figureText(deviation(values))}`,
  );
}

/** What has changed since others were kept, in the rounds that both have. */
export function differenceTables(
  rounds: readonly RoundFigures[],
  before: readonly RoundFigures[],
): readonly Table[] {
  const count = Math.min(rounds.length, before.length);
  const differences = before.slice(0, count).map((tables, round) => subtractTables(rounds[round]!, tables));
  const error = `Differences in the same ${count} rounds, ± their standard error.`;
  return mergeRounds(differences, error, (values) => {
    const spread = deviation(values);
    const off = spread === undefined ? undefined : spread / Math.sqrt(values.length);
    return `${figureText(mean(values), { signed: true })} ±${figureText(off)}`;
  });
}

function subtractTables(tables: RoundFigures, before: RoundFigures): RoundFigures {
  return tables.flatMap((table): RoundFigures => {
    const rowsBefore = before.find(({ title }) => title === table.title)?.rows ?? [];
    const rows = table.rows.flatMap(({ name, figures }): FigureTable['rows'] => {
      const others = rowsBefore.find((row) => row.name === name)?.figures;
      if (others === undefined) return [];
      return [{ name, figures: figures.map((figure, i) => minus(figure, others[i])) }];
    });
    return rows.length === 0 ? [] : [{ ...table, rows }];
  });
}

/** Files have no `undefined`, they have `null`. */
function minus(one: number | undefined, other: number | null | undefined): number | undefined {
  return one === undefined || other === undefined || other === null ? undefined : one - other;
}

function mergeRounds(
  rounds: readonly RoundFigures[],
  note: string,
  tell: (values: readonly number[]) => string,
): readonly Table[] {
  const tables = rounds[0] ?? [];
  return tables.map((table, at) => ({
    title: table.title,
    note: `${table.note} ${note}`,
    head: table.head,
    rows: table.rows.map(({ name, figures }, row) => [
      name,
      ...figures.map((_, column) => {
        const values = rounds.flatMap((each) => each[at]!.rows[row]!.figures[column] ?? []);
        return values.length === 0 ? '-' : tell(values);
      }),
    ]),
  }));
}

/** Of a sample; of a single value nothing is known. */
function deviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

export function keepRounds(file: string, rounds: readonly RoundFigures[]): void {
  writeFileSync(file, `${JSON.stringify(rounds)}\n`);
}

export function readRounds(file: string): readonly RoundFigures[] {
  if (!existsSync(file)) throw new DehuskError('INPUT_NOT_FOUND', { file });
  return JSON.parse(readFileSync(file, 'utf8')) as readonly RoundFigures[];
}
