/**
 * Is the title of a page's record what people say it is called?
 *
 *   dehusk-lab conformance titles [FOLDER]
 *
 * Single pages with gold, each cleaned as if it were all that is known of its site: so nothing is learned of the site's
 * name. Titles are compared by their letters and digits alone. Prints, by the source of the title, how many are those
 * of the gold, and how many of the others have the gold's title in them or are a part of it. The exit code is 1 if
 * fewer than `LEAST` are.
 */

import { ExitCode } from 'dehusk/parts';
import { singlePagesFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { singleRecords } from './single-records.ts';

/** 0.71 when the order of the sources was chosen. */
const LEAST = 0.7;

interface Count {
  pages: number;
  same: number;
  partly: number;
}

export async function run([folder = singlePagesFolder]: readonly string[], out: Output): Promise<number> {
  const bySource = new Map<string, Count>();
  const all: Count = { pages: 0, same: 0, partly: 0 };
  for await (const { gold, metadata } of singleRecords(folder)) {
    const wanted = lettersOf(gold.title ?? '');
    if (wanted === '') continue;
    const source = metadata.sources?.title ?? 'none';
    const count = bySource.get(source) ?? { pages: 0, same: 0, partly: 0 };
    bySource.set(source, count);
    for (const one of [all, count]) add(one, lettersOf(metadata.title), wanted);
  }
  for (const [source, count] of [...bySource].sort(([, a], [, b]) => b.pages - a.pages))
    out.line(tell(source, count));
  out.line(tell('all', all));
  return all.same >= LEAST * all.pages ? ExitCode.done : ExitCode.failed;
}

function add(count: Count, found: string, wanted: string): void {
  count.pages++;
  if (found === wanted) count.same++;
  else if (found !== '' && (found.includes(wanted) || wanted.includes(found))) count.partly++;
}

function tell(name: string, { pages, same, partly }: Count): string {
  const share = pages === 0 ? 0 : (100 * same) / pages;
  return `${name.padEnd(20)} ${pages} pages, ${same} the same (${share.toFixed(1)} %), ${partly} partly`;
}

function lettersOf(title: string): string {
  return (
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join('');
}
