/**
 * Three workers on a real Redis, killed, frozen, cut off around their commits, and a server that falls back or fails over.
 * What comes out must be what one run of `clean` writes.
 *
 *   dehusk-lab soak cluster [KILLS [CUTS [ROLL_BACKS [PAGES [ROUND]]]]]     (default: 500 kills and freezes, 100 cuts, 20 roll-backs)
 *
 * The number of a round is its seed. After each, the words are said by which what is left is done from there on.
 *
 * The exit code is 1 if anything was lost, doubled, out of order or different. The tests run the same with less.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from 'dehusk/parts';
import {
  type Damage,
  type Disturbances,
  disturbedRound,
  runCommand,
  undisturbed,
  writeCrawl,
} from '../cluster/cluster-soak.ts';
import type { Output } from '../experiment.ts';
import { createRandom } from './mutate-page.ts';

export async function run(
  [kills = '500', cuts = '100', rollBacks = '20', pages = '1200', first = '1']: readonly string[],
  out: Output,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-cluster-'));
  writeCrawl(folder, Number(pages));
  const plain = [
    'clean',
    'crawl.jsonl',
    '--stream',
    '--state',
    'plain.state',
    '-o',
    'plain.jsonl',
    '--quiet',
  ];
  if ((await runCommand(folder, plain)) !== 0) throw new Error('the undisturbed run has failed');
  const wanted: Disturbances = {
    ...undisturbed,
    // Four kills to a freeze, which lasts longer.
    kills: Math.ceil(Number(kills) * 0.8),
    freezes: Math.floor(Number(kills) * 0.2),
    drainKills: Math.ceil(Number(kills) / 25),
    cuts: Number(cuts),
    rollBacks: Number(rollBacks),
    failOvers: 1,
  };
  const done: Disturbances = { ...undisturbed };
  const damage: Damage = { lost: 0, doubled: 0, outOfOrder: 0, different: 0 };
  const kinds = Object.keys(wanted) as (keyof Disturbances)[];
  const left = { ...wanted };
  for (let round = Number(first); kinds.some((kind) => left[kind] > 0); round++) {
    const random = createRandom(round);
    const report = await disturbedRound({
      folder,
      name: `round-${round}`,
      random,
      wanted: left,
      everyMs: 400,
    });
    for (const kind of kinds) {
      done[kind] += report.done[kind];
      left[kind] = Math.max(0, wanted[kind] - done[kind]);
    }
    for (const kind of Object.keys(damage) as (keyof Damage)[]) damage[kind] += report.damage[kind];
    out.progress(`round ${round}: ${words(report.done)}: ${words(report.damage)}`);
    const rest = [left.kills + left.freezes, left.cuts, left.rollBacks, pages, round + 1];
    out.progress(`what is left: dehusk-lab soak cluster ${rest.join(' ')}`);
  }
  out.line(`${words(done)}, of ${pages} pages a round`);
  out.line(words(damage));
  if (Object.values(damage).some((count) => count > 0)) {
    out.line(`what is left is in ${folder}`);
    return ExitCode.failed;
  }
  rmSync(folder, { recursive: true });
  return ExitCode.done;
}

function words(counts: Disturbances | Damage): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
    .join(', ');
}
