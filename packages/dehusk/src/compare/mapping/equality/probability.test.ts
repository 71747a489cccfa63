import { describe, expect, it } from 'vitest';
import { equalityDefaults } from './equality-options.ts';
import { childrenPart, equalityProbability, positionPart, sharedPart } from './probability.ts';

const { absent, weights } = equalityDefaults;

/** Two nodes at one place without children. */
function probability(
  classes: readonly [string[], string[]],
  attributes: readonly [string[], string[]],
): number {
  const shared = ([first, second]: readonly [string[], string[]], none: number): number => {
    const common = first.filter((name) => second.includes(name)).length;
    return sharedPart({ common, first: first.length, second: second.length }, none);
  };
  const parts = {
    classes: shared(classes, absent.classes),
    attributes: shared(attributes, absent.attributes),
    children: childrenPart(0, 0, absent.children),
    position: 1,
  };
  return equalityProbability(parts, weights);
}

describe('the equality probability', () => {
  /** Of the i-th of c children with each of c2. */
  const positions = (i: number, c: number, c2: number): number[] =>
    Array.from({ length: c2 }, (_, k) =>
      positionPart({ index: i, siblings: c }, { index: k + 1, siblings: c2 }),
    );

  it('T-A6: has the positions of Examples 3.2.3, 3.2.4 and 3.2.5', () => {
    expect(positions(4, 4, 6)).toEqual([0.25, 0.5, 0.75, 1, 1, 1]);
    expect(positions(4, 5, 7)).toEqual([0.4, 0.6, 0.8, 1, 1, 1, 0.8].map((p) => expect.closeTo(p, 12)));
    expect(positions(11, 40, 40)[8]).toBe(0.95);
  });

  it('A27: has positions from 0 to 1, the same from both sides, as the three printed cases', () => {
    for (let c = 1; c <= 6; c++)
      for (let c2 = 1; c2 <= 6; c2++)
        for (let i = 1; i <= c; i++)
          for (let i2 = 1; i2 <= c2; i2++) {
            const [j, j2] = [c - i + 1, c2 - i2 + 1];
            const sign = Math.sign(c2 - c);
            const off = sign === 0 ? Math.abs(i - i2) : Math.max(0, sign * (i - i2), sign * (j - j2));
            const position = positions(i, c, c2)[i2 - 1]!;
            expect(position).toBe(1 - off / Math.min(c, c2));
            expect(position).toBeGreaterThanOrEqual(0);
            expect(position).toBe(positions(i2, c2, c)[i - 1]);
          }
  });

  it('T-A7: is .912 in Example 3.2.5, with its weights', () => {
    const old = { classes: 0.4, position: 0.4, attributes: 0.1, children: 0.1 };
    const parts = { classes: 1, position: 0.95, attributes: 0.66, children: 0.66 };
    expect(equalityProbability(parts, old)).toBeCloseTo(0.912, 10);
    const children = childrenPart(2, 3, absent.children);
    const exact = { ...parts, attributes: 2 / 3, children };
    expect(equalityProbability(exact, old)).toBeCloseTo(0.9133, 4);
  });

  it('A23: parts what is the same from what is not at .6', () => {
    expect(probability([['a'], ['b']], [['href'], ['href']])).toBeCloseTo(0.5, 10);
    expect(probability([[], []], [[], []])).toBeCloseTo(0.775, 10);
    const item = ['menu-item', 'item-3'];
    expect(probability([item, [...item, 'active']], [['href'], ['href']])).toBeCloseTo(0.8333, 4);
    expect(
      probability(
        [
          ['post', 'post-12'],
          ['post', 'post-13'],
        ],
        [[], []],
      ),
    ).toBeCloseTo(0.5167, 4);
    expect(equalityDefaults.threshold).toBe(0.6);
  });

  it('counts for what both lack, but not for what one lacks', () => {
    expect(sharedPart({ common: 0, first: 0, second: 0 }, 0.85)).toBe(0.85);
    expect(sharedPart({ common: 0, first: 0, second: 2 }, 0.85)).toBe(0);
    expect(childrenPart(0, 0, 0.7)).toBe(0.7);
    expect(childrenPart(0, 3, 0.7)).toBe(0);
  });
});
