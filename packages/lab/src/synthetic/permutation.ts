import { createRandom, type Seed } from './random.ts';

/** A bijection on the whole numbers from 0 up to, but not including, a size. */
export type Permutation = (index: number) => number;

const rounds = 4;

/**
 * Shuffles `size` numbers without a table, so that a site of a million pages can be asked for any of them:
 * a Feistel network over the next power of four, walked until it falls into the range (under four steps on
 * average, because the range is over a quarter of the network's).
 */
export function createPermutation(size: number, seed: Seed): Permutation {
  const halfBits = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
  const random = createRandom(seed, 'permutation');
  const keys = Array.from({ length: rounds }, () => random.uint32());
  return (index) => {
    let mapped = index;
    do mapped = feistel(mapped, halfBits, keys);
    while (mapped >= size);
    return mapped;
  };
}

function feistel(value: number, halfBits: number, keys: readonly number[]): number {
  const mask = 2 ** halfBits - 1;
  let left = value >>> halfBits;
  let right = value & mask;
  for (const key of keys) {
    const mixed = Math.imul(right + 1, 0x9e37_79b1) ^ key;
    const scrambled = Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b);
    [left, right] = [right, left ^ ((scrambled >>> 9) & mask)];
  }
  return left * 2 ** halfBits + right;
}
