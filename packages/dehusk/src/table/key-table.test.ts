import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyTable } from './key-table.ts';

it('numbers keys as a Map does, and grows', () => {
  const number = fc.integer({ min: -3, max: 3 });
  const keys = fc.array(fc.tuple(number, number, fc.integer()), { maxLength: 3000, minLength: 1000 });
  fc.assert(
    fc.property(keys, fc.integer(), (triples, seed) => {
      const table = new KeyTable(seed);
      const known = new Map<string, number>();
      for (const [first, second, third] of triples) {
        const key = `${first} ${second} ${third}`;
        expect(table.find(first, second, third)).toBe(known.get(key) ?? -1);
        if (!known.has(key)) known.set(key, known.size);
        expect(table.intern(first, second, third)).toBe(known.get(key));
      }
      expect(table.count).toBe(known.size);
    }),
    { numRuns: 20 },
  );
});

it('takes a number and its 32 bits for the same', () => {
  const table = new KeyTable(1);
  expect(table.intern(0xffffffff, 0, 0x80000000)).toBe(0);
  expect(table.intern(-1, 0, -0x80000000)).toBe(0);
  expect(table.find(0xffffffff, 0, 0x80000000)).toBe(0);
});
