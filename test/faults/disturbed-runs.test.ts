/** A sample of `dehusk-lab soak io-faults` and `power-cuts`: the real command, with a file system that fails. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoFaults } from '../../packages/lab/src/soak/fault-shim.ts';
import { failCall, faultWays } from '../../packages/lab/src/soak/io-faults.ts';
import { modesNamed, writeSmallCrawl } from '../../packages/lab/src/soak/output-modes.ts';
import { cutRun, journalledRun } from '../../packages/lab/src/soak/power-cuts.ts';

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'dehusk-faults-')));
beforeAll(() => writeSmallCrawl(base));
afterAll(() => rmSync(base, { recursive: true }));

interface Sample {
  readonly name: string;
  /** Of the power cut. */
  readonly seed: number;
  /** Which of the calls that can fail in this way; every run has more. */
  readonly faults: Readonly<Record<string, number>>;
}

const samples: readonly Sample[] = [
  { name: 'new-state', seed: 3, faults: { 'EIO-lasting': 40, EMFILE: 5 } },
  { name: 'reprocess-list', seed: 20, faults: { 'ENOSPC-lasting': 45, EIO: 70 } },
  { name: 'markdown-folder', seed: 8, faults: { 'short-full': 60 } },
  // Its run begins anew in the folder of one that was cut off, and is cut off before that is on disk.
  { name: 'text-folder', seed: 97, faults: {} },
  { name: 'warc', seed: 5, faults: { short: 40 } },
  { name: 'index', seed: 6, faults: { ENOSPC: 60 } },
];

describe.skipIf(whyNoFaults() !== undefined && process.env.CI === undefined)(
  'a run that is disturbed',
  () => {
    it.concurrent.each(samples)(
      'ends with a reason, and well after the next start: $name',
      async (sample) => {
        const { name, seed, faults } = sample;
        const [mode] = modesNamed([name]);
        const reference = await journalledRun(base, mode!);
        for (const way of faultWays) {
          const at = faults[way.name];
          if (at === undefined) continue;
          const { outcome, reason } = await failCall(base, mode!, { way, at, expected: reference.remains });
          expect(reason, `${name}/${way.name}/${at}`).toBe('');
          expect(outcome).not.toBe('not met');
        }
        expect((await cutRun(base, mode!, { seed, reference })).reason).toBeUndefined();
      },
    );
  },
);
