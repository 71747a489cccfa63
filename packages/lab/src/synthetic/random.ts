/** Random numbers and permutations that are the same for the same seeds, on every machine. */

/** A source of random numbers that gives the same numbers for the same seeds, on every machine. */
export interface Random {
  /** A whole number from 0 to 2³² − 1. */
  uint32(): number;
  /** A number from 0 up to, but not including, 1. */
  unit(): number;
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

type Seed = number | string;

/** Every part of a site has seeds of its own, so that page k never depends on what was made before it. */
export function createRandom(...seeds: readonly Seed[]): Random {
  const uint32 = createSfc32(seeds);
  const unit = (): number => uint32() / 0x1_0000_0000;
  const below = (limit: number): number => Math.floor(unit() * limit);
  return {
    uint32,
    unit,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => unit() < probability,
    pick: (items) => items[below(items.length)]!,
  };
}

/** Chris Doty-Humphrey's sfc32: four words of state, passes PractRand, no multiplication. */
function createSfc32(seeds: readonly Seed[]): () => number {
  let a = mixSeeds(seeds, 0x9e37_79b9);
  let b = mixSeeds(seeds, 0x85eb_ca6b);
  let c = mixSeeds(seeds, 0xc2b2_ae35);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Seeds that differ in one bit give similar first numbers; its author asks for a dozen rounds before use.
  for (let round = 0; round < 12; round++) next();
  return next;
}

function mixSeeds(seeds: readonly Seed[], start: number): number {
  let hash = start | 0;
  for (const seed of seeds) hash = mixSeed(hash, seed);
  return hash;
}

function mixSeed(hash: number, seed: Seed): number {
  if (typeof seed === 'number') return mixWord(mixWord(hash, seed | 0), Math.floor(seed / 0x1_0000_0000) | 0);
  let mixed = mixWord(hash, seed.length);
  for (let index = 0; index < seed.length; index++) mixed = mixWord(mixed, seed.charCodeAt(index));
  return mixed;
}

/** One round of MurmurHash3 with its final mix. */
function mixWord(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) + 0x9e37_79b9;
}

/** A bijection on the whole numbers from 0 up to, but not including, a size. */
type Permutation = (index: number) => number;

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

/** For choosing thresholds and trying ideas. */
export const tuningSeeds: readonly number[] = [11, 23, 37, 41, 59, 67, 73, 89];

/** For the quality floors of tests only: what was tuned on a site says nothing about others. */
export const floorSeeds: readonly number[] = [1009, 2017, 3023, 4027, 5039, 6043, 7057, 8069];
