/** The papers by name. */

import { toMarkdown } from '../report/table.ts';
import { alarte2014 } from './alarte-2014/alarte-2014.ts';
import { chen2006 } from './chen-2006/chen-2006.ts';
import { huang2011 } from './huang-2011/huang-2011.ts';
import type { Paper, PaperReport } from './paper.ts';
import { wang2008 } from './wang-2008/wang-2008.ts';

export const papers: readonly Paper[] = [wang2008, chen2006, alarte2014, huang2011];

/** A paper's tables, made again, as a section of docs/PAPERS.md. */
export function paperMarkdown({ title }: Paper, { tables, reading }: PaperReport, command: string): string {
  return [
    `## ${title}\n`,
    `Made by \`${command}\`.\n`,
    `### Reading\n\n${reading.map((sentence) => `- ${sentence}\n`).join('')}`,
    ...tables.map((table) => `#${toMarkdown(table)}`),
  ].join('\n');
}
