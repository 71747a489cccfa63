/** A paper's tables, made again, as a section of docs/PAPERS.md. */
import { toMarkdown } from '../report/table.ts';
import type { Paper, PaperReport } from './paper.ts';

export function paperMarkdown({ title }: Paper, { tables, reading }: PaperReport, command: string): string {
  return [
    `## ${title}\n`,
    `Made by \`${command}\`.\n`,
    `### Reading\n\n${reading.map((sentence) => `- ${sentence}\n`).join('')}`,
    ...tables.map((table) => `#${toMarkdown(table)}`),
  ].join('\n');
}
