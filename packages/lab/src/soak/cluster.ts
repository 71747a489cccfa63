/**
 * Three workers on a real Redis, killed, frozen, cut off around their commits, and a server that falls back or fails over.
 * What comes out must be what one run of `clean` writes.
 *
 *   dehusk-lab soak cluster [KILLS [CUTS [ROLL_BACKS [PAGES]]]]     (default: 500 kills and freezes, 100 cuts, 20 roll-backs)
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
  [kills = '500', cuts = '100', rollBacks = '20', pages = '1200']: readonly string[],
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
  for (let round = 1; kinds.some((kind) => done[kind] < wanted[kind]); round++) {
    const random = createRandom(round);
    const left = { ...wanted };
    for (const kind of kinds) left[kind] = Math.max(0, wanted[kind] - done[kind]);
    const report = await disturbedRound({
      folder,
      name: `round-${round}`,
      random,
      wanted: left,
      everyMs: 400,
    });
    for (const kind of kinds) done[kind] += report.done[kind];
    for (const kind of Object.keys(damage) as (keyof Damage)[]) damage[kind] += report.damage[kind];
    out.progress(`round ${round}: ${words(report.done)}: ${words(report.damage)}`);
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
