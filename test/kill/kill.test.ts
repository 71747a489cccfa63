import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type KillReport,
  killedRun,
  referenceRun,
  scenarios,
  writeCrawl,
} from '../../packages/lab/src/soak/kill-runs.ts';

/** `npm run test:kill` kills far more often. */
const KILLS_PER_SCENARIO = 9;
const base = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
const reports: KillReport[] = [];

beforeAll(() => writeCrawl(join(base, 'crawl'), 24));
afterAll(() => rmSync(base, { recursive: true }));

it.concurrent.each(scenarios)(
  'a killed run goes on as if nothing had happened: $name',
  async (scenario) => {
    const expected = await referenceRun(base, scenario);
    expect(expected.length).toBeGreaterThan(10_000);
    for (let seed = 1, kills = 0; kills < KILLS_PER_SCENARIO; seed++) {
      const report = await killedRun(base, scenario, { kills: KILLS_PER_SCENARIO - kills, seed, expected });
      reports.push(report);
      kills += report.atWrites + report.atMoments;
      expect(report.isSame, `${scenario.name}, seed ${seed}`).toBe(true);
    }
  },
  600_000,
);

it('was killed fifty times, fifteen of them at a write', () => {
  const sum = (count: (report: KillReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  expect(sum(({ atWrites, atMoments }) => atWrites + atMoments)).toBeGreaterThanOrEqual(50);
  expect(sum(({ atWrites }) => atWrites)).toBeGreaterThanOrEqual(15);
});
