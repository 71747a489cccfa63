import { describe, expect, it } from 'vitest';
import { checkRandomPairs, checkWidePairs } from '../../packages/lab/src/soak/mapping-properties.ts';

/** The full form is `dehusk-lab soak mapping-properties`. */
describe('T-H5: mappings of random pairs of trees', () => {
  it('are one-to-one, of equal labels, parent-closed, in order and no larger than the optimum', () => {
    const { pairs, faults, found, smaller } = checkRandomPairs(8_000, 1);
    expect(pairs).toBe(8_000);
    expect(faults).toEqual([]);
    // The sequence methods are not optimal, and must not be by accident of the test: they miss some, not many.
    for (const name of ['prufer', 'consolidated-prufer']) {
      expect(smaller[name], name).toBeGreaterThan(40);
      expect(found[name]! / found['top-down-exact']!, name).toBeGreaterThan(0.9);
    }
    // The restricted mapping replaces nodes, and loses little by it.
    expect(found['restricted-top-down']! / found['top-down-exact']!).toBeGreaterThan(0.99);
  });

  it('and those of long lists are what the full table of all children gives', () => {
    expect(checkWidePairs(600, 1)).toEqual([]);
  });
});
