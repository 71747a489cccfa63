/** Whether the scores of methods are probabilities. */

import { goldNames } from '../corpus/gold.ts';
import { BINS, type ScoreBin } from '../results/calibration.ts';
import type { MethodResult } from '../results/results.ts';
import { decimals, type Table } from './table.ts';

/** None where no method grades. */
export function calibrationTables(methods: readonly MethodResult[]): readonly Table[] {
  const grading = methods.filter(({ all }) => goldNames.some((gold) => all[gold].calibration !== undefined));
  return grading.length === 0 ? [] : [errorTable(grading), reliabilityTable(grading)];
}

function errorTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Calibration',
    note: 'Expected calibration error of the scores of blocks: by how much the score of a block differs, on average, from the share of template among blocks of about its score. Scores that were meant as probabilities should come near 0; not all were.',
    head: ['method', ...goldNames],
    rows: methods.map(({ method, all }) => [
      method,
      ...goldNames.map((gold) => decimals(all[gold].calibration?.error)),
    ]),
  };
}

function reliabilityTable(methods: readonly MethodResult[]): Table {
  const border = (bin: number): string => (bin / BINS).toFixed(1);
  return {
    title: 'Reliability',
    note: 'Blocks by their score, on the read gold: mean score / share that is template / number of blocks.',
    head: ['method', ...Array.from({ length: BINS }, (_, bin) => `${border(bin)} … ${border(bin + 1)}`)],
    rows: methods.map(({ method, all }) => [
      method,
      ...(all.read.calibration?.bins ?? Array.from({ length: BINS }, () => undefined)).map(binText),
    ]),
  };
}

function binText(bin: ScoreBin | undefined): string {
  if (bin === undefined || bin.blocks === 0) return '-';
  return `${decimals(bin.score, 2)} / ${decimals(bin.share, 2)} / ${bin.blocks}`;
}
