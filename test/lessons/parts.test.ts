/**
 * An archive that is done in parts gives the bytes that a plain run gives, for any number of parts, in any order, with
 * parts that are run twice or killed. `dehusk-lab soak archive-parts` kills more often, and takes a corpus.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ArchiveResult,
  generatedPages,
  type PartsReport,
  partsRun,
  type RunParts,
  referenceRun,
  writeArchive,
} from '../../packages/lab/src/soak/archive-parts.ts';
import { attemptRun } from '../../packages/lab/src/soak/killed-process.ts';
import { createWorkplace } from '../cli/run-dehusk.ts';

const { folder: base, read, run } = createWorkplace();

/** Only what is killed needs a process of its own. */
const runCommand: RunParts = async (folder, args, kill) => {
  if (kill !== undefined) return attemptRun(folder, args, kill);
  const { exitCode, stderr } = await run(args);
  expect(`${stderr}exit ${exitCode}`).toBe('exit 0');
  return true;
};

describe('an archive in parts', () => {
  let expected: ArchiveResult;
  const reports: PartsReport[] = [];

  beforeAll(async () => {
    writeArchive(base, generatedPages(6, [8, 40]), 9);
    expected = await referenceRun(base, runCommand);
    expect(expected.states).toHaveLength(6);
    expect(expected.records.split('\n').length).toBeGreaterThan(50);
  }, 300_000);

  it.each([
    { parts: 1, shards: 1, kills: 1, seed: 1 },
    { parts: 2, shards: 2, kills: 1, seed: 2 },
    { parts: 7, shards: 3, kills: 1, seed: 3 },
    { parts: 24, shards: 1, kills: 0, seed: 4 },
  ])(
    'gives the same in $parts parts and $shards shards',
    async (options) => {
      const report = await partsRun(base, runCommand, { ...options, commandMs: 700 });
      reports.push(report);
      expect(report.states).toEqual(expected.states);
      expect(report.records === expected.records).toBe(true);
    },
    300_000,
  );

  it('has the same files of states, whoever has made the lessons', () => {
    const [one, , , other] = reports;
    expect(one!.stateFiles).toHaveLength(1);
    expect(other!.stateFiles).toEqual(one!.stateFiles);
    expect(reports.reduce((sum, { kills, twice }) => sum + kills + twice, 0)).toBeGreaterThan(2);
  });

  it('is what one run gives that learns by date', async () => {
    await runCommand(base, ['clean', 'crawl', '--order', 'date', '-o', 'by-date.jsonl', '--quiet']);
    expect(read('by-date.jsonl') === expected.records).toBe(true);
  }, 300_000);
});
