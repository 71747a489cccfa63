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

/** `dehusk-lab soak kill-runs` kills far more often. */
const KILLS_PER_SCENARIO = 3;
const sampled = [
  'two-pass, jobs 2',
  'gzip, reprocess list',
  'folder',
  'warc.gz',
  'parquet, jobs 2',
  'duplicates, links, jobs 2',
  'arriving',
  'index',
];
const sample = scenarios.filter(({ name }) => sampled.includes(name));
const base = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
const reports: KillReport[] = [];
const countOf = ({ kills }: KillReport): number =>
  Object.values(kills).reduce((one, other) => one + other, 0);

beforeAll(() => writeCrawl(join(base, 'crawl'), 12));
afterAll(() => rmSync(base, { recursive: true }));

it.concurrent.each(sample)(
  'a killed run goes on as if nothing had happened: $name',
  async (scenario) => {
    const expected = await referenceRun(base, scenario);
    expect(expected.length).toBeGreaterThan(scenario.name === 'index' ? 60 : 5_000);
    for (let seed = 10 * sample.indexOf(scenario), kills = 0; kills < KILLS_PER_SCENARIO; seed++) {
      const report = await killedRun(base, scenario, { kills: KILLS_PER_SCENARIO - kills, seed, expected });
      reports.push(report);
      kills += countOf(report);
      expect(report.isSame, `${scenario.name}, seed ${seed}`).toBe(true);
    }
  },
  600_000,
);

it('was killed often enough, at writes and by signals, and the input has changed', () => {
  const hows = reports.flatMap(({ kills }) => Object.entries(kills));
  const sum = (pattern: RegExp): number =>
    hows.reduce((total, [how, count]) => total + (pattern.test(how) ? count : 0), 0);
  expect(sum(/./)).toBe(KILLS_PER_SCENARIO * sampled.length);
  expect(sum(/^SIGKILL at a write/)).toBeGreaterThanOrEqual(3);
  expect(sum(/^SIG(TERM|INT|HUP)/)).toBeGreaterThanOrEqual(3);
  expect(reports.reduce((total, { changes }) => total + changes, 0)).toBeGreaterThanOrEqual(5);
});
