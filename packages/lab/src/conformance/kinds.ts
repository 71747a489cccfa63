/**
 * Is the kind of a page's record what people say it is?
 *
 *   dehusk-lab conformance kinds [FOLDER]
 *
 * Single pages with gold. Prints which kinds are told of the pages of each kind, and by source how many are right. To
 * the gold a page is of one of seven kinds: listings and collections are `list` to us, and a page that we call `home` is
 * whatever its site is, so it is not counted. The exit code is 1 if fewer than `LEAST` of those that are told are right.
 */
import { ExitCode } from 'dehusk/parts';
import { singlePagesFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { singleRecords } from './single-records.ts';

/** 0.85 of 505 when addresses were first read; 0.68 of 500 before. */
const LEAST = 0.83;

const NONE = 'none';

export async function run([folder = singlePagesFolder]: readonly string[], out: Output): Promise<number> {
  const told = new Map<string, Map<string, number>>();
  const bySource = new Map<string, { pages: number; right: number }>();
  for await (const { gold, metadata } of singleRecords(folder)) {
    const { kind = NONE, sources } = metadata;
    if (kind === 'home') continue;
    const row = told.get(gold.kind) ?? new Map<string, number>();
    told.set(gold.kind, row.set(kind, (row.get(kind) ?? 0) + 1));
    const count = bySource.get(sources?.kind ?? NONE) ?? { pages: 0, right: 0 };
    bySource.set(sources?.kind ?? NONE, count);
    count.pages++;
    if (kind === kindOfGold(gold.kind)) count.right++;
  }
  out.line('kinds that are told of the pages of each kind');
  for (const [gold, row] of told) {
    const kinds = [...row].sort(([, one], [, other]) => other - one);
    out.line(`  ${gold.padEnd(14)} ${kinds.map(([kind, pages]) => `${kind} ${pages}`).join(', ')}`);
  }
  const { pages: untold = 0 } = bySource.get(NONE) ?? {};
  bySource.delete(NONE);
  for (const [source, { pages, right }] of [...bySource].sort(
    ([, one], [, other]) => other.pages - one.pages,
  ))
    out.line(`${source.padEnd(16)} ${pages} pages, ${right} right`);
  const counts = [...bySource.values()];
  const all = counts.reduce((sum, { pages }) => sum + pages, 0);
  const right = counts.reduce((sum, count) => sum + count.right, 0);
  out.line(`of ${all + untold} pages ${all} have a kind, and ${right} of these the right one`);
  return right >= LEAST * all ? ExitCode.done : ExitCode.failed;
}

function kindOfGold(kind: string): string {
  return kind === 'collection' || kind === 'listing' ? 'list' : kind;
}
