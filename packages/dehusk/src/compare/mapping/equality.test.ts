import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveEquality } from '../../../../../test/mapping/naive-equality.ts';
import { parseText } from '../../page/parse.ts';
import {
  childrenPart,
  equalityDefaults,
  equalityProbability,
  positionPart,
  sharedPart,
} from './equality/probability.ts';
import { mapEquality } from './equality.ts';

type Options = Parameters<typeof mapEquality>[2];

/** The mapping below body. */
function map(key: string, other: string, options?: Options): number[] {
  return [...mapEquality(parseText(key), parseText(other), options).other].slice(3);
}

describe('mapEquality', () => {
  it('maps a page to itself, node by node', () => {
    const page = parseText('<title>t</title><ul><li>one<li>two</ul><p>three <b>four</b>');
    const { other, size } = mapEquality(page, page);
    expect([...other]).toEqual([...other.keys()]);
    expect(size).toBe(page.nodeCount);
  });

  it('A20: takes one id for certain, but neither an empty one nor none', () => {
    expect(map('<p>a<p id=x class=a>', '<p id=x class=b><p class=c>')).toEqual([-1, -1, 3]);
    expect(map('<p id="" class=a>', '<p id="" class=b>')).toEqual([-1]);
    expect(map('<p id=x>', '<p id=y>')).toEqual([3]);
  });

  it('A19: takes the two bodies for one, whatever their classes', () => {
    const page = (classes: string) => parseText(`<html class=${classes}><body class=${classes}><p>x`);
    expect(mapEquality(page('a'), page('b')).size).toBe(5);
  });

  it('A21: compares names of attributes, not their values', () => {
    // One of four classes in common, the same names: .125 + .2 + .1 + .2
    expect(map('<p class="a b" title=1>', '<p class="a c d" title=2>')).toEqual([3]);
    expect(map('<p class="a b" title=1>', '<p class="a c d" lang=1>')).toEqual([-1]);
  });

  it('A23: maps only what is above the threshold', () => {
    // Nothing in common but place and number of children: .2 + .1 + .5 × the classes.
    const half = ['<p class="a b" title>', '<p class="a c d" lang>'] as const;
    expect(map(...half, { threshold: 0.425 })).toEqual([-1]);
    expect(map(...half, { threshold: 0.4249 })).toEqual([3]);
  });

  it('A24: compares text by content, or only by its place', () => {
    expect(map('<p>old', '<p>new')).toEqual([3, -1]);
    expect(map('<p>old', '<p>new', { text: 'structural' })).toEqual([3, 4]);
  });

  it('activatePosition: keeps the order of siblings, or not', () => {
    const moved = ['<p id=a></p><p id=b></p>', '<p id=b></p><p id=a></p>'] as const;
    expect(map(...moved)).toEqual([4, -1]);
    expect(map(...moved, { activatePosition: false })).toEqual([4, 3]);
  });

  it('A19: maps nothing between different roots', () => {
    expect(mapEquality(parseText('<p>x'), { ...parseText('<p>x'), tag: Uint16Array.of(2) }).size).toBe(0);
  });

  it('refuses pages of different hash keys', () => {
    const other = parseText('<p>x', { hashKey: [1, 2] });
    expect(() => mapEquality(parseText('<p>x'), other)).toThrowError(/different hash keys/);
  });

  it('A29: beyond the cap compares no more kinds of children', () => {
    const items = (name: string): string =>
      [1, 2, 3].map((i) => `<b class="x y z ${name}${i}"></b>`).join('');
    expect(map(items('m'), items('n'))).toEqual([3, 4, 5]);
    // Three comparisons of the first; those of the second would be the fifth and sixth.
    expect(map(items('m'), items('n'), { maxCompared: 2 })).toEqual([3, -1, -1]);
    expect(map(items('m'), `${items('n')}<i></i>${items('m')}`, { maxCompared: 2 })).toEqual([7, 8, 9]);
  });

  it('stops at its budget', () => {
    const page = (name: string) =>
      parseText(Array.from({ length: 400 }, (_, i) => `<p data-${name}${i}>`).join(''));
    expect(() => mapEquality(page('a'), page('b'), { maxSteps: 100_000 })).toThrowError(
      expect.objectContaining({ code: 'MAPPING_BUDGET' }),
    );
  });
});

describe('mapEquality and the thesis word by word', () => {
  /** A list of tags in which ends need not match; the parser closes what is left open. */
  const html = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .record({
            tag: fc.constantFrom(
              'div',
              'div',
              'div',
              'span',
              'span',
              'img src=a',
              'img src=b',
              'body class=e',
            ),
            id: fc.constantFrom('', '', '', '', '', ' id=a', ' id=b'),
            classes: fc.constantFrom('', '', ' class=a', ' class="a b"', ' class="b c a"', ' class=d'),
            names: fc.constantFrom('', '', '', ' title', ' title lang', ' dir=x'),
          })
          .map(({ tag, id, classes, names }) => `<${tag}${id}${classes}${names}>`),
      },
      { weight: 4, arbitrary: fc.constantFrom('</div>', '</span>') },
      { weight: 3, arbitrary: fc.constantFrom('x', 'y', 'z') },
    ),
    { maxLength: 40 },
  );
  /** A page and one with some of its parts left out, doubled or replaced; or one of its own. */
  const pages = fc
    .tuple(html, html, fc.array(fc.nat({ max: 39 }), { maxLength: 6 }), fc.nat({ max: 3 }))
    .map(([parts, others, places, kind]) => {
      const edited = [...parts];
      for (const place of places)
        edited.splice(place, place % 3, ...others.slice(place, place + (place % 4)));
      return [parts.join(''), (kind === 0 ? others : edited).join('')] as const;
    });
  const options = fc.record({
    weights: fc.constantFrom(
      equalityDefaults.weights,
      { classes: 0.4, position: 0.4, attributes: 0.1, children: 0.1 },
      { classes: 0, position: 0.5, attributes: 0.5, children: 0 },
    ),
    absent: fc.constantFrom(equalityDefaults.absent, { classes: 0, attributes: 0, children: 0.5 }),
    threshold: fc.constantFrom(0.6, 0.6, 0.6, 0.3, 0.8, 0.9),
    text: fc.constantFrom('content' as const, 'structural' as const),
    compareBody: fc.boolean(),
    media: fc.constantFrom('names' as const, 'address' as const),
    activatePosition: fc.constantFrom(true, true, false),
  });

  it('are the same, with any weights', () => {
    fc.assert(
      fc.property(pages, options, (both, chosen) => {
        const [key, other] = both.map((text) => parseText(text)) as [never, never];
        const mapping = mapEquality(key, other, chosen);
        expect([...mapping.other]).toEqual([...naiveEquality(key, other, chosen)]);
        expect(mapping.size).toBe(mapping.other.filter((node) => node !== -1).length);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are the same on wide nodes', () => {
    const item = fc.constantFrom(
      '<i></i>',
      '<i class=a></i>',
      '<i class="a b"></i>',
      '<b></b>',
      '<b id=c>x</b>',
      '<u>y</u>',
    );
    const list = fc.array(item, { minLength: 10, maxLength: 40 }).map((items) => items.join(''));
    fc.assert(
      fc.property(list, list, options, (a, b, chosen) => {
        const [key, other] = [parseText(a), parseText(b)];
        expect([...mapEquality(key, other, chosen).other]).toEqual([...naiveEquality(key, other, chosen)]);
      }),
      { numRuns: 150 },
    );
  });
});

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
