import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Floor } from './floors.ts';
import { holdFloors, nextFloors, type Reached, readFloors, writeFloors } from './floors.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-floors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const floor = (method: string, value: number, reason?: string): Floor => ({
  method,
  group: 'real',
  gold: 'read',
  floor: value,
  ...(reason !== undefined && { reason }),
});
const reached = (method: string, value: number): Reached => ({ method, group: 'real', gold: 'read', value });

describe('floors', () => {
  it('are held by what is not below, and missed by what is', () => {
    const held = holdFloors(
      [floor('exact', 0.9), floor('below', 0.9), floor('not-run', 0.9)],
      [reached('exact', 0.9), reached('below', 0.8999), reached('new', 0.5)],
    );
    expect(held).toEqual({
      missed: [{ ...floor('below', 0.9), got: 0.8999 }],
      checked: 2,
      unpinned: [reached('new', 0.5)],
    });
  });

  it('tell groups and golds apart', () => {
    const others = [
      { ...reached('m', 0.1), group: 'doc' as const },
      { ...reached('m', 0.1), gold: 'strict' as const },
    ];
    expect(holdFloors([floor('m', 0.9)], others)).toMatchObject({ missed: [], checked: 0 });
  });

  it('rise freely, to a thousandth below what was reached, and lose their reason', () => {
    const next = nextFloors([floor('m', 0.8, 'a slow year')], [reached('m', 0.91999), reached('new', 0.5)]);
    expect(next).toEqual([floor('m', 0.919), floor('new', 0.5)]);
  });

  it('fall only for a reason, which stays beside them', () => {
    const floors = [floor('m', 0.9), floor('not-run', 0.7)];
    expect(nextFloors(floors, [reached('m', 0.85)])).toEqual(floors);
    const lowered = nextFloors(floors, [reached('m', 0.8555)], 'scored more strictly');
    expect(lowered).toEqual([floor('m', 0.855, 'scored more strictly'), floor('not-run', 0.7)]);
    expect(nextFloors(lowered, [reached('m', 0.8555)], 'another')).toEqual(lowered);
  });

  it('are always held by what they were set with', () => {
    for (const f1 of [0.123456, 0.5, 0.999999, 1, 0.3 * 3, 0])
      expect(holdFloors(nextFloors([], [reached('m', f1)]), [reached('m', f1)]).missed).toEqual([]);
  });
});

describe('ceilings', () => {
  const cut = { method: 'adaptive', group: 'all', gold: 'read', metric: 'cutLines' } as const;
  const ceiling = (value: number, reason?: string): Floor => ({
    ...{ ...cut, ceiling: value },
    ...(reason !== undefined && { reason }),
  });
  const reachedCut = (value: number): Reached => ({ ...cut, value });

  it('are held by what is not above, and broken by what is; a floor beside them is another figure', () => {
    const floors = [ceiling(0.002), { ...floor('adaptive', 0.9), group: 'all' }];
    expect(holdFloors(floors, [reachedCut(0.002)])).toMatchObject({ missed: [], checked: 1 });
    expect(holdFloors(floors, [reachedCut(0.00201)]).missed).toEqual([{ ...ceiling(0.002), got: 0.00201 }]);
  });

  it('fall freely, to a ten-thousandth above what was reached, and rise only for a reason', () => {
    expect(nextFloors([], [reachedCut(0.01234)])).toEqual([ceiling(0.0124)]);
    expect(nextFloors([ceiling(0.0124, 'why')], [reachedCut(0.00171)])).toEqual([ceiling(0.0018)]);
    expect(nextFloors([ceiling(0.0018)], [reachedCut(0.0042)])).toEqual([ceiling(0.0018)]);
    expect(nextFloors([ceiling(0.0018)], [reachedCut(0.00415)], 'stricter gold')).toEqual([
      ceiling(0.0042, 'stricter gold'),
    ]);
    expect(nextFloors([ceiling(0.0042, 'stricter gold')], [reachedCut(0.0042)], 'another')).toEqual([
      ceiling(0.0042, 'stricter gold'),
    ]);
  });

  it('are pinned for the default method; those of others are held where somebody wrote one', () => {
    const theirs = { ...cut, method: 'shingle' };
    expect(nextFloors([], [{ ...theirs, value: 0.1 }])).toEqual([]);
    expect(holdFloors([], [{ ...theirs, value: 0.1 }, reachedCut(0.1)]).unpinned).toEqual([reachedCut(0.1)]);
    expect(holdFloors([{ ...theirs, ceiling: 0 }], [{ ...theirs, value: 0.1 }]).missed).toHaveLength(1);
  });
});

describe('the file of floors', () => {
  const file = join(folder, 'floors.json');

  it('has a line for each, sorted, and is read back', () => {
    const strict: Floor = { ...floor('b', 0.7), gold: 'strict' };
    const mixed: Floor = { method: 'b', group: 'all', metric: 'mixed', ceiling: 0.03 };
    const words: Floor = { method: 'b', group: 'wcxb forum', metric: 'wordF1', floor: 0.5 };
    const long = floor(
      'c',
      0.5,
      'a reason that is long enough to need lines of its own, as the formatter has it',
    );
    writeFloors(file, [words, long, strict, floor('b', 0.8), mixed, floor('a', 0.9)]);
    expect(readFileSync(file, 'utf8')).toBe(`[
  { "method": "a", "group": "real", "gold": "read", "floor": 0.9 },
  { "method": "b", "group": "all", "metric": "mixed", "ceiling": 0.03 },
  { "method": "b", "group": "real", "gold": "read", "floor": 0.8 },
  { "method": "b", "group": "real", "gold": "strict", "floor": 0.7 },
  { "method": "b", "group": "wcxb forum", "metric": "wordF1", "floor": 0.5 },
  {
    "method": "c",
    "group": "real",
    "gold": "read",
    "floor": 0.5,
    "reason": "${long.reason}"
  }
]
`);
    expect(readFloors(file)).toEqual([floor('a', 0.9), mixed, floor('b', 0.8), strict, words, long]);
  });

  it.each([
    ['no', 'no JSON'],
    ['{}', 'no list'],
    ['[{"method":"m","group":"real","gold":"read"}]', 'entry 1 is no floor'],
    ['[{"method":"m","group":"elsewhere","gold":"read","floor":0.5}]', 'entry 1 is no floor'],
    ['[{"method":"m","group":"real","floor":0.5}]', 'entry 1 is no floor'],
    ['[{"method":"m","group":"all","gold":"read","metric":"beauty","floor":0.5}]', 'entry 1 is no floor'],
    ['[{"method":"m","group":"all","gold":"read","metric":"leak","floor":0.5}]', 'entry 1 is no floor'],
    [JSON.stringify([floor('m', 0.5), floor('m', 0.6)]), 'two floors for m real read'],
  ])('is not taken for floors when it is %j', (text, reason) => {
    writeFileSync(file, text);
    expect(() => readFloors(file)).toThrow(`${file} is no file of floors for this run: ${reason}`);
  });
});
