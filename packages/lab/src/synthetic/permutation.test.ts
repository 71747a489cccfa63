import { describe, expect, it } from 'vitest';
import { createPermutation } from './permutation.ts';

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
