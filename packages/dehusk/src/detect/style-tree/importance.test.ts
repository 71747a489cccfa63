import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { compositeImportance, FeatureCounter, presentationImportance } from './importance.ts';
import { createPresentation } from './presentation.ts';
import { buildTree, type JudgedTree } from './style-tree.ts';

describe('presentation importance (NodeImp)', () => {
  it.each([
    { styles: [1], expected: 1, why: 'one page' },
    { styles: [5], expected: 0, why: 'the same style on all pages' },
    { styles: [1, 1, 1, 1], expected: 1, why: 'another style on each page' },
    { styles: [2, 2], expected: 0.5, why: '−2 · ½ log_4 ½' },
    { styles: [3, 1], expected: 0.4056, why: '−¾ log_4 ¾ − ¼ log_4 ¼' },
    { styles: [99, 1], expected: 0.0122, why: 'one page of a hundred' },
  ])('$styles pages a style: $expected ($why)', ({ styles, expected }) => {
    expect(presentationImportance(styles)).toBeCloseTo(expected, 4);
  });
});

describe('composite importance of an inner element', () => {
  it('weighs its own presentation by 1 − γ^l', () => {
    // l = 1: 0.1 · 0 + 0.9 · 0.8
    expect(compositeImportance([5], 0.8, 0.9)).toBeCloseTo(0.72, 10);
    // l = 2: 0.19 · 0.5 + 0.81 · 0.8
    expect(compositeImportance([2, 2], 0.8, 0.9)).toBeCloseTo(0.743, 10);
    // l = 4: 0.3439 · 1 + 0.6561 · 0.2
    expect(compositeImportance([1, 1, 1, 1], 0.2, 0.9)).toBeCloseTo(0.47512, 10);
    expect(compositeImportance([1], 0, 0.9)).toBeCloseTo(0.1, 10);
  });

  it('is what is below with γ = 1, and its own presentation with γ = 0', () => {
    expect(compositeImportance([2, 2], 0.8, 1)).toBeCloseTo(0.8, 10);
    expect(compositeImportance([2, 2], 0.8, 0)).toBeCloseTo(0.5, 10);
  });
});

describe('mean entropy of features', () => {
  /** Each page as the numbers of its features. */
  const entropy = (pages: readonly (readonly number[])[]): number => {
    const counter = new FeatureCounter();
    for (const page of pages) {
      for (const feature of page) counter.add(feature);
      counter.endPage();
    }
    return counter.takeMean(pages.length);
  };

  it.each([
    { pages: [[7], [7], [7]], expected: 1, why: 'on all pages' },
    { pages: [[1], [2], [3]], expected: 0, why: 'each on one page' },
    {
      pages: [
        [1, 2],
        [1, 3],
      ],
      expected: 1 / 3,
      why: '1, 0 and 0',
    },
    { pages: [[1], [1], [], []], expected: 0.5, why: 'on two of four: log_4 2' },
    { pages: [[5, 5, 5], [5]], expected: 0.8113, why: '−¾ log_2 ¾ − ¼ log_2 ¼' },
    { pages: [[], []], expected: 0, why: 'no features' },
  ])('$pages: $expected ($why)', ({ pages, expected }) => {
    expect(entropy(pages)).toBeCloseTo(expected, 4);
  });

  it('forgets a leaf when its mean is taken, and grows with the features', () => {
    const counter = new FeatureCounter();
    for (const feature of [3, 5000]) counter.add(feature);
    counter.endPage();
    counter.takeMean(2);
    counter.add(3);
    counter.endPage();
    counter.add(3);
    counter.endPage();
    expect(counter.takeMean(2)).toBeCloseTo(1, 10);
  });
});

describe('a tree by hand', () => {
  const present = createPresentation('display', [0, 0]);
  const build = (pages: readonly string[], threshold = 0.5): JudgedTree =>
    buildTree(
      pages.map((html) => present(parseText(html))),
      { gamma: 0.9, threshold, linkTargets: true, hashKey: [0, 0] },
    );
  const two = ['<div>Home</div><p>alpha beta</p>', '<div>Home</div><p>alpha gamma</p>'];

  it('of two pages', () => {
    const { tree, importance, isNoisy } = build(two);
    // Elements: 0 body; 1 div, 2 p; 3 text of div; 4 text of p.
    expect(tree.elementCount).toBe(5);
    expect([...importance].map((value) => value.toFixed(4))).toEqual([
      // .9 · mean(0, .6)
      '0.2700',
      '0.0000',
      // .9 · 2/3
      '0.6000',
      '0.0000',
      // alpha 1, beta 0, gamma 0
      '0.6667',
    ]);
    // The body is under the threshold, but not all below it.
    expect([...isNoisy]).toEqual([0, 1, 0, 1, 0]);
  });

  it('of three pages, the third with a style of its own', () => {
    const { tree, importance } = build([...two, '<p>delta</p>']);
    expect(tree.pagesOf(0)).toBe(3);
    expect([1, 2, 3, 4].map((element) => tree.pagesOf(element))).toEqual([2, 2, 2, 2]);
    expect([5, 6].map((element) => tree.pagesOf(element))).toEqual([1, 1]);
    expect([importance[5], importance[6]]).toEqual([1, 1]);
    // .19 · (−⅔ log_3 ⅔ − ⅓ log_3 ⅓) + .81 · (⅔ · .3 + ⅓ · 1)
    expect(importance[0]).toBeCloseTo(0.19 * 0.5794 + 0.81 * (0.2 + 1 / 3), 4);
  });

  it('is noisy only below the threshold, not at it', () => {
    const text = 4;
    expect(build(two, 0.6667).isNoisy[text]).toBe(1);
    expect(build(two, 0.6666).isNoisy[text]).toBe(0);
    const half = ['<p>a b</p>', '<p>a c</p>', '<p>a b</p>', '<p>a c</p>'];
    // a: 1, b and c: log_4 2 = ½ each; mean ⅔.
    const importance = build(half).importance[2]!;
    expect(importance).toBeCloseTo(1 / 3, 10);
    expect([build(half, importance).isNoisy[2], build(half, importance + 1e-9).isNoisy[2]]).toEqual([0, 1]);
  });

  it('gives the pages that leave an element empty the empty style', () => {
    const { importance } = build(['<div></div>', '<div><p>x</p></div>', '<div></div>']);
    // div: styles of 1 and 2 pages; below: ⅓ · CompImp(p), whose text is on one page.
    const paragraph = 0.1 * 1 + 0.9 * 1;
    const own = -(1 / 3) * Math.log(1 / 3) - (2 / 3) * Math.log(2 / 3);
    expect(importance[1]).toBeCloseTo(0.19 * (own / Math.log(3)) + 0.81 * (paragraph / 3), 10);
  });

  it('compares link targets and image files', () => {
    const menu = (href: string): string => `<a href="${href}">Read more</a>`;
    const leaf = (pages: readonly string[]): number => build(pages).importance[2]!;
    expect(leaf([menu('/a'), menu('/a')])).toBe(0);
    // Read and more: 1 each; the two targets: 0 each.
    expect(leaf([menu('/a'), menu('/b')])).toBeCloseTo(0.5, 10);
    const image = (src: string): number => build([`<img src=${src}>`, '<img src=logo.png>']).importance[1]!;
    expect([image('logo.png'), image('photo.png')]).toEqual([0, 1]);
  });

  it('takes an empty leaf for unimportant', () => {
    expect(build(['<hr>', '<hr>']).importance[1]).toBe(0);
    expect(build(['<hr>']).importance[1]).toBe(0);
  });
});
