import { describe, expect, it } from 'vitest';
import { type BitArray, BlockWords, similarity } from './word-clusters.ts';

const defaults = { variables: 4, dropFirst: false };

/** The bit array of word 1 in a block where it has these places, among words that have others. */
function signature(places: readonly number[], options = defaults): BitArray {
  const tokens = new Uint32Array(Math.max(...places)).fill(0);
  for (const place of places) tokens[place - 1] = 1;
  const words = new BlockWords(2, options);
  words.list(tokens, tokens.length);
  words.sign(tokens, tokens.length);
  return words.bitsOf(words.words.indexOf(1));
}

const variables = ({ column, at }: BitArray, count = 4): readonly number[] => [
  ...column.subarray(at, at + count),
];

describe('the bit array of offsets', () => {
  it('T-C2: the places 5, 45, 48, 118 are the differences 5, 40, 3, 70', () => {
    const bits = signature([5, 45, 48, 118]);
    expect(variables(bits)).toEqual([0x20, 0x100, 0x8, 0x40]);
    expect(bits.bits).toBe(4);
  });

  it('spreads fewer offsets than variables, and shares a variable among more', () => {
    expect(variables(signature([3]))).toEqual([8, 0, 0, 0]);
    expect(variables(signature([1, 3]))).toEqual([2, 0, 4, 0]);
    expect(variables(signature([1, 3, 6, 10, 15, 21, 28, 36]))).toEqual([2 | 4, 8 | 16, 32 | 64, 128 | 256]);
  });

  it('can leave the first offset out', () => {
    const dropped = { variables: 4, dropFirst: true };
    expect(variables(signature([5, 45], dropped))).toEqual([0x100, 0, 0, 0]);
    expect(variables(signature([5], dropped))).toEqual([0, 0, 0, 0]);
    expect(similarity(signature([5], dropped), signature([99], dropped), 4)).toBe(1);
  });

  it('uses the highest bit as any other', () => {
    expect(signature([31]).bits).toBe(1);
    expect(similarity(signature([31]), signature([31]), 4)).toBe(1);
  });
});

describe('the similarity', () => {
  const original = signature([5, 45, 48, 118]);

  it('T-C3: of a word one of whose four places has moved is 0.75', () => {
    expect(similarity(original, signature([5, 45, 49, 119]), 4)).toBe(0.75);
  });

  it('T-C4: of a word with two others put before it is 0.75, where absolute places would have nothing in common', () => {
    expect(similarity(original, signature([7, 47, 50, 120]), 4)).toBe(0.75);
    const absolute = (places: readonly number[]): BitArray => ({
      column: Int32Array.from(places, (place) => 1 << (place % 32)),
      at: 0,
      bits: 4,
    });
    expect(similarity(absolute([5, 45, 48, 118]), absolute([7, 47, 50, 120]), 4)).toBe(0);
  });

  it('is measured by the fuller of the two', () => {
    expect(similarity(signature([5]), signature([5, 45, 48, 118]), 4)).toBe(0.25);
  });
});

it('lists the different words of a block in their order', () => {
  const words = new BlockWords(9, defaults);
  words.list(Uint32Array.of(7, 3, 7), 3);
  words.list(Uint32Array.of(3, 8, 3, 1, 99), 4);
  expect([...words.words.subarray(0, words.count)]).toEqual([3, 8, 1]);
});
