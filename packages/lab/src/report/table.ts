/** A table of results, before it is text or markdown. */
export interface Table {
  readonly title: string;
  /** What the figures are, in a sentence. */
  readonly note: string;
  /** The first column is words, the others are figures. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function decimals(value: number | undefined, digits = 3): string {
  return value === undefined ? '-' : value.toFixed(digits);
}

export function interval(value: { readonly low: number; readonly high: number } | undefined): string {
  return value === undefined ? '-' : `${decimals(value.low)} … ${decimals(value.high)}`;
}

export function toMarkdown({ title, note, head, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |\n`;
  const rule = `|---|${head
    .slice(1)
    .map(() => '---:|')
    .join('')}\n`;
  return `## ${title}\n\n${note}\n\n${line(head)}${rule}${rows.map(line).join('')}`;
}

const escapeCell = (cell: string): string => cell.replaceAll('|', '\\|');
