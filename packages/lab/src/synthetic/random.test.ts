import { describe, expect, it } from 'vitest';
import { createPermutation, createRandom } from './random.ts';

describe('random numbers', () => {
  it('are the same for the same seeds, on every machine', () => {
    const random = createRandom(1, 'page', 2);
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([
      4_058_844_325, 237_135_366, 3_341_716,
    ]);
  });

  it('differ for seeds that differ a little', () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => createRandom(7, 'page', seed).uint32());
    expect(new Set(firsts).size).toBeGreaterThan(1998);
    expect(createRandom('ab', 'c').uint32()).not.toBe(createRandom('a', 'bc').uint32());
    expect(createRandom(2 ** 32 + 5).uint32()).not.toBe(createRandom(5).uint32());
  });

  it('are spread evenly, also over the first number of neighbouring seeds', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let seed = 0; seed < 10_000; seed++) counts[createRandom(seed).below(10)]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('keep to their range', () => {
    const random = createRandom(3);
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(2, 5)));
    expect([...drawn].sort()).toEqual([2, 3, 4, 5]);
  });
});

describe('a permutation', () => {
  it.each([1, 2, 3, 5, 16, 17, 100, 1023, 5000])('of %d numbers has each of them once', (size) => {
    const permute = createPermutation(size, 42);
    const mapped = Array.from({ length: size }, (_, index) => permute(index));
    expect([...mapped].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, index) => index));
  });

  it('shuffles: neighbours hardly ever stay neighbours', () => {
    const permute = createPermutation(10_000, 1);
    let neighbours = 0;
    for (let index = 1; index < 10_000; index++)
      if (Math.abs(permute(index) - permute(index - 1)) === 1) neighbours++;
    expect(neighbours).toBeLessThan(20);
  });
});
