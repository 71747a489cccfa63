import { describe, expect, it } from 'vitest';
import { countVotes, scaledVotes } from './mapping.ts';

const mapped = (...other: number[]) => ({
  other: Int32Array.from(other),
  size: other.filter((node) => node !== -1).length,
});

describe('votes', () => {
  it('T-A10: a node that is mapped in pages 1 and 3 of 3 has the two votes that make it template', () => {
    const votes = countVotes([mapped(0, 4), mapped(0, -1), mapped(0, 7)], 2);
    expect([...votes]).toEqual([3, 2]);
    expect(votes[1]! >= scaledVotes(2, { wanted: 3, had: 3 })).toBe(true);
    // As printed, a node that one page lacks is out for good.
    expect(votes[1]! >= 3).toBe(false);
  });

  it('gives no vote where there is no page', () => {
    expect([...countVotes([], 3)]).toEqual([0, 0, 0]);
  });

  it.each([
    [3, 2],
    [2, 2],
    [1, 1],
  ])('asks, of 2 in 3, with %i pages for %i (A17)', (had, asked) => {
    expect(scaledVotes(2, { wanted: 3, had })).toBe(asked);
  });
});
