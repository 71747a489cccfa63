/** Real workers on a real Redis, disturbed: the short form of `dehusk-lab soak cluster`. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  disturbedRound,
  runCommand,
  undisturbed,
  writeCrawl,
} from '../../packages/lab/src/cluster/cluster-soak.ts';
import { createRandom } from '../../packages/lab/src/soak/mutate-page.ts';
import { redisTests } from './servers.ts';

redisTests(() => {
  it('kills, freezes, cut connections, a roll-back: nothing is lost, doubled, out of order or different', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dehusk-disturbed-'));
    writeCrawl(folder, 240);
    const plain = ['clean', 'crawl.jsonl', '--stream', '--state', 'plain.state', '-o', 'plain.jsonl'];
    expect(await runCommand(folder, plain)).toBe(0);
    const wanted = { ...undisturbed, kills: 3, freezes: 1, drainKills: 1, cuts: 2, rollBacks: 1 };
    const { damage } = await disturbedRound({
      folder,
      name: 'out',
      random: createRandom(4),
      wanted,
      everyMs: 300,
    });
    expect(damage).toEqual({ lost: 0, doubled: 0, outOfOrder: 0, different: 0 });
  });
});
