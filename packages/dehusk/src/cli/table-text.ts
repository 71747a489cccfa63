/** Rows in columns that line up, for people. */
import { visible } from './messages.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand at the right, so that their digits line up. */
  readonly align: 'left' | 'right';
  /** A longer cell is shown whole and pushes the rest of its own row aside, not that of all others. */
  readonly maxWidth?: number;
}

/** Lines, the titles first. Cells are texts of others: what could steer the terminal is made visible. */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(visible))];
  const widths = columns.map(({ maxWidth = Number.POSITIVE_INFINITY }, i) =>
    cells.reduce((widest, row) => Math.max(widest, Math.min(maxWidth, widthOf(row[i]!))), 0),
  );
  return cells.map((row) => `${lineOf(row, columns, widths)}\n`).join('');
}

function lineOf(row: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  const padded = row.map((cell, i) => {
    const gap = ' '.repeat(Math.max(0, widths[i]! - widthOf(cell)));
    return columns[i]!.align === 'right' ? gap + cell : cell + gap;
  });
  return padded.join('  ').trimEnd();
}

/** Chinese, Japanese and Korean letters take two places on a terminal. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += wide.test(char) ? 2 : 1;
  return width;
}
