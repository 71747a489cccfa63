import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveEquality } from '../../../../../test/mapping/naive-equality.ts';
import { parseText } from '../../page/parse.ts';
import { equalityDefaults } from './equality/equality-options.ts';
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
            tag: fc.constantFrom('div', 'div', 'span'),
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
