import type { Table } from '../report/table.ts';

/** Words to the left, figures to the right. */
export function textTable({ title, note, head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const tell = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [title, note, '', ...lines.map(tell), ''].join('\n');
}
