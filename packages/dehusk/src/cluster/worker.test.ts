import { describe, expect, it } from 'vitest';
import type { LogStatus, PartitionStatus } from './page-log.ts';
import { balance } from './worker.ts';

function partition(number: number, lag: number, owner?: string): PartitionStatus {
  return {
    partition: number,
    appended: lag,
    position: 0,
    waitingBytes: 0,
    outputBytes: 0,
    taken: 0,
    failures: 0,
    owner,
    epoch: 0,
    oldestMs: undefined,
  };
}

function decide(partitions: readonly PartitionStatus[], workers: readonly string[], heldBy = 'me'): unknown {
  const status: LogStatus = { partitions, workers, drain: undefined };
  const held = new Map(partitions.filter(({ owner }) => owner === heldBy).map((one) => [one.partition, one]));
  const { claim, giveBack } = balance(status, { name: 'me', held, busyLag: 50 });
  return { claim: claim.map((one) => one.partition), giveBack: giveBack?.partition };
}

describe('who works on what', () => {
  it('the largest first, until the share is reached', () => {
    const free = [partition(0, 10), partition(1, 500), partition(2, 0), partition(3, 200)];
    expect(decide(free, ['me'])).toEqual({ claim: [1, 3, 0], giveBack: undefined });
    expect(decide(free, ['me', 'other'])).toEqual({ claim: [1], giveBack: undefined });
  });

  it('nothing stays behind, whatever somebody has already', () => {
    expect(decide([partition(0, 900, 'me'), partition(1, 5)], ['me', 'other'])).toMatchObject({ claim: [1] });
  });

  it('what another has is left alone, and what was had before a trouble is taken up again', () => {
    expect(decide([partition(0, 10, 'other'), partition(1, 10)], ['me', 'other'])).toMatchObject({
      claim: [1],
    });
    expect(decide([partition(0, 10, 'me')], ['me'], 'nobody')).toMatchObject({ claim: [0] });
  });

  it('who is busy with several gives the smaller one to somebody who has none', () => {
    const mine = [partition(0, 300, 'me'), partition(1, 100, 'me')];
    expect(decide(mine, ['me', 'idle'])).toEqual({ claim: [], giveBack: 1 });
    expect(decide(mine, ['me'])).toEqual({ claim: [], giveBack: undefined });
    expect(decide(mine.slice(1), ['me', 'idle'])).toEqual({ claim: [], giveBack: undefined });
    const soonDone = [partition(0, 20, 'me'), partition(1, 20, 'me')];
    expect(decide(soonDone, ['me', 'idle'])).toEqual({ claim: [], giveBack: undefined });
    expect(decide([...mine, partition(2, 50, 'other')], ['me', 'other'])).toMatchObject({
      giveBack: undefined,
    });
  });
});
