import { expect, it } from 'vitest';
import { describePageLog } from '../../../../test/contracts/page-log-contract.ts';
import { createMemoryLog } from './memory-log.ts';
import { partitionOf } from './page-log.ts';

describePageLog('memory', async () => {
  let nowMs = 1_000_000;
  const log = createMemoryLog({ now: () => nowMs });
  const expire = async (): Promise<void> => {
    nowMs += 100;
  };
  return { log, expire, shortLeaseMs: 50 };
});

it('falls back to what it was', async () => {
  const log = createMemoryLog({ now: () => 0 });
  const entry = { item: 1, digest: 0, head: '{}', body: new Uint8Array() };
  await log.append(0, { producer: 'p', follows: 0, entries: [entry], limitBytes: 100 });
  const before = log.save();
  await log.append(0, { producer: 'p', follows: 1, entries: [{ ...entry, item: 2 }], limitBytes: 100 });
  log.fallBack(before);
  expect((await log.status()).partitions[0]!.appended).toBe(1);
});

it('puts a site into the same partition for ever', () => {
  // Vectors of the authors of FNV.
  expect(partitionOf('a', 2 ** 32)).toBe(0xe40c292c);
  expect(partitionOf('foobar', 2 ** 32)).toBe(0xbf9cf968);
  expect(partitionOf('foobar', 64)).toBe(0xbf9cf968 % 64);
});
