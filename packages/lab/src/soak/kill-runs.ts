/**
 * The full form of the kill test: `npm run test:kill [-- KILLS]`, a thousand by default. Needs a build (`npm run build`).
 * Exits with 1 if a run that was killed and started again did not end as an undisturbed one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killedRun, referenceRun, scenarios, writeCrawl } from '../../../../test/kill/kill-runs.ts';

const kills = Number(process.argv[2] ?? 1000);
const base = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
writeCrawl(join(base, 'crawl'), 60);
const expected = new Map<string, string>();
for (const scenario of scenarios) expected.set(scenario.name, await referenceRun(base, scenario));

const total = { atWrites: 0, atMoments: 0, different: 0 };
for (let seed = 1000; total.atWrites + total.atMoments < kills; seed++) {
  const scenario = scenarios[seed % scenarios.length]!;
  const report = await killedRun(base, scenario, { kills: 20, seed, expected: expected.get(scenario.name)! });
  total.atWrites += report.atWrites;
  total.atMoments += report.atMoments;
  if (!report.isSame) {
    total.different++;
    console.log(`DIFFERENT ${scenario.name}, seed ${seed}: ${base}`);
  }
  console.error(`${total.atWrites + total.atMoments} of ${kills} kills`);
}
console.log(
  `${total.atWrites} kills at a write, ${total.atMoments} at a moment, ${total.different} runs different`,
);
if (total.different === 0) rmSync(base, { recursive: true });
else process.exitCode = 1;
