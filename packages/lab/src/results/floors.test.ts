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
const reached = (method: string, f1: number): Reached => ({ method, group: 'real', gold: 'read', f1 });

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

describe('the file of floors', () => {
  const file = join(folder, 'floors.json');

  it('has a line for each, sorted, and is read back', () => {
    const strict: Floor = { ...floor('b', 0.7), gold: 'strict' };
    const long = floor(
      'c',
      0.5,
      'a reason that is long enough to need lines of its own, as the formatter has it',
    );
    writeFloors(file, [long, strict, floor('b', 0.8), floor('a', 0.9)]);
    expect(readFileSync(file, 'utf8')).toBe(`[
  { "method": "a", "group": "real", "gold": "read", "floor": 0.9 },
  { "method": "b", "group": "real", "gold": "read", "floor": 0.8 },
  { "method": "b", "group": "real", "gold": "strict", "floor": 0.7 },
  {
    "method": "c",
    "group": "real",
    "gold": "read",
    "floor": 0.5,
    "reason": "${long.reason}"
  }
]
`);
    expect(readFloors(file)).toEqual([floor('a', 0.9), floor('b', 0.8), strict, long]);
  });

  it.each([
    ['no', 'no JSON'],
    ['{}', 'no list'],
    ['[{"method":"m","group":"real","gold":"read"}]', 'entry 1 is no floor'],
    ['[{"method":"m","group":"elsewhere","gold":"read","floor":0.5}]', 'entry 1 is no floor'],
    [JSON.stringify([floor('m', 0.5), floor('m', 0.6)]), 'two floors for m real read'],
  ])('is not taken for floors when it is %j', (text, reason) => {
    writeFileSync(file, text);
    expect(() => readFloors(file)).toThrow(`${file} is no file of floors for this run: ${reason}`);
  });
});
