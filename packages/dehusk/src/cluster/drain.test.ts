/** What a drain leaves behind when it is stopped while the server cannot be reached. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import { drain } from './drain.ts';
import { createMemoryLog } from './memory-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-drain-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of the folder that this process has open. */
function openFiles(): readonly string[] {
  const linked = (name: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // Closed meanwhile.
      return '';
    }
  };
  return readdirSync('/proc/self/fd')
    .map(linked)
    .filter((file) => file.startsWith(folder));
}

it.skipIf(process.platform !== 'linux')('closes its file', async () => {
  const file = path.join(folder, 'out.jsonl');
  const stop = new AbortController();
  const log = createMemoryLog({ now: () => 0 });
  const take = async (): Promise<never> => {
    throw new DehuskError('LOG_UNREACHABLE', { log: 'memory', reason: 'it is gone' });
  };
  let troubles = 0;
  const draining = drain({
    log: { ...log, take },
    hashKey: [1, 2],
    destination: { container: 'jsonl', path: file },
    until: 'more',
    force: false,
    takeOver: false,
    // It is stopped while it waits for the first record.
    clock: { now: () => 0, sleep: async () => stop.abort(new Error('stopped')) },
    signal: stop.signal,
    report: { addRecord: () => undefined, fail: () => undefined, trouble: () => troubles++ },
  });
  await expect(draining).rejects.toThrow('stopped');
  expect(troubles).toBe(1);
  expect(openFiles()).toEqual([]);
});
