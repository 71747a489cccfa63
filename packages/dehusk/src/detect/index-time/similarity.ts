/** The bit array of one sequence of offsets: some variables of a column, from `at` on. */
export interface BitArray {
  readonly column: Int32Array;
  readonly at: number;
  /** How many bits are set. */
  readonly bits: number;
}

/**
 * Reading C10: bits in common over the bits of the fuller array, summed over the variables. Two empty arrays, of
 * words of which the only offset was dropped, are alike.
 */
export function similarity(one: BitArray, other: BitArray, variables: number): number {
  const fuller = Math.max(one.bits, other.bits);
  if (fuller === 0) return 1;
  let common = 0;
  for (let i = 0; i < variables; i++) {
    common += popcount(one.column[one.at + i]! & other.column[other.at + i]!);
  }
  return common / fuller;
}

/** The bits that are set in `column[at … at + variables - 1]`. */
export function countBits(column: Int32Array, at: number, variables: number): number {
  let bits = 0;
  for (let i = at; i < at + variables; i++) bits += popcount(column[i]!);
  return bits;
}

/** A number for an array of at most two bits, another for each: their places, from 1. */
export function bitKey({ column, at }: BitArray, variables: number): number {
  let key = 0;
  for (let i = 0; i < variables; i++) {
    for (let rest = column[at + i]!; rest !== 0; rest &= rest - 1) {
      key = key * 2 ** 15 + i * 32 + (31 - Math.clz32(rest & -rest)) + 1;
    }
  }
  return key;
}

function popcount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
