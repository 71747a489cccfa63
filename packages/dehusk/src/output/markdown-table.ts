/** A GitHub table, gathered cell by cell. Data tables do not nest, so there is one at a time. */
import type { Page } from '../page/page.ts';
import { Tag } from '../page/tags.ts';
import { columnSpan } from './tables.ts';

interface Row {
  readonly cells: string[];
  isHead: boolean;
}

export class MarkdownTable {
  readonly #page: Page;
  readonly #rows: Row[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  startRow(): void {
    this.#rows.push({ cells: [], isHead: true });
  }

  addCell(node: number, text: string): void {
    const row = this.#rows.at(-1);
    if (row === undefined) return;
    if (this.#page.tag[node] !== Tag.th) row.isHead = false;
    row.cells.push(text.replaceAll('|', '\\|'));
    for (let span = columnSpan(this.#page, node); span > 1; span--) row.cells.push('');
  }

  /** The lines of the table; rows without any text are left out. */
  lines(): string {
    const rows = this.#rows.filter((row) => row.cells.some((cell) => cell !== ''));
    const first = rows[0];
    if (first === undefined) return '';
    const columns = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
    // A table must have a head as wide as itself; without one of its own it gets an empty one.
    const head = first.isHead ? first.cells : [];
    const body = first.isHead ? rows.slice(1) : rows;
    const lines = [
      rowLine([...head, ...Array(columns - head.length).fill('')]),
      rowLine(Array(columns).fill('---')),
    ];
    for (const row of body) lines.push(rowLine(row.cells));
    return lines.join('\n');
  }
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
