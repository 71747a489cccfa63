import type { Page } from 'dehusk';
import { type Mapping, mappingNames, mappings, mapTopDownExact } from 'dehusk/parts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultOf } from '../../soak/mapping-properties.ts';
import { createRandom, mutateTree, pageOf, pageOfTree, randomTree } from '../../soak/trees.ts';
import { isCommonSubtree, pairParameters } from './pairs.ts';
import { mapPlainTopDown } from './plain-top-down.ts';

it('counts nodes, leaves and changes of both pages', () => {
  // Template: r, a, 'x' and b. Changes: 'y' and i(em) there, 'z' here; em is a leaf whose parent is none of the template.
  const key = pageOf("r(a('x'),b('z'))");
  const other = pageOf("r(a('x','y'),b,i(em))");
  expect(pairParameters(key, other, mapTopDownExact(key, other))).toEqual({
    'tree size': 5 + 7,
    'leaf size': 2 + 4,
    'total changes': 1 + 3,
    'leaf changes': 1 + 1,
    'total-change ratio': 4 / 12,
    'leaf-change ratio': 2 / 4,
  });
});

it('has no changes on two equal pages', () => {
  const page = pageOf("r(a('x'))");
  expect(pairParameters(page, page, mapTopDownExact(page, page))).toMatchObject({
    'total changes': 0,
    'leaf-change ratio': 0,
  });
});

it('T-H27: is not what bottom-up makes of siblings that changed places', () => {
  const [key, other] = [pageOf('r(a,b)'), pageOf('r(b,a)')];
  const mapping = mappings['bottom-up'](key, other);
  expect(mapping.size).toBe(3);
  expect(isCommonSubtree(key, other, mapping)).toBe(false);
  expect(isCommonSubtree(key, other, mappings['top-down-exact'](key, other))).toBe(true);
});

it.each([
  ['another tag', [0, 1], 'r(a)', 'r(b)'],
  ['another text', [0, 1], "r('x')", "r('y')"],
  ['text for an element', [0, 1], "r('a')", 'r(a)'],
  ['a pair whose parents are none', [0, -1, 2], 'r(a(b))', 'r(a(b))'],
  ['one node twice', [0, 1, 1], 'r(a,a)', 'r(a,a)'],
])('has not %s', (_, pairs, key, other) => {
  const mapping = { other: Int32Array.from(pairs), size: pairs.filter((node) => node !== -1).length };
  expect(isCommonSubtree(pageOf(key), pageOf(other), mapping)).toBe(false);
});

it('is what the other definition says, for every mapping of random trees', () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const random = createRandom(seed);
      const shape = { maxNodes: 12, names: ['a', 'b'], texts: ["'x'", "'y'"] };
      const tree = randomTree(random, shape);
      const [key, other] = [pageOfTree(tree), pageOfTree(mutateTree(tree, random, { rate: 4, shape }))];
      for (const name of mappingNames) {
        const mapping = mappings[name](key, other);
        const isValid = isCommonSubtree(key, other, mapping);
        expect(isValid).toBe(faultOf(key, other, mapping) === undefined);
        seen.add(isValid);
      }
    }),
    { numRuns: 300 },
  );
  expect(seen.size).toBe(2);
});

/** What a mapping saves of removing and inserting all: 2 for each pair, 1 for each child between pairs that is replaced. */
function savedBy(key: Page, other: Page, { other: counterparts }: Mapping): number {
  const childrenOf = ({ parent }: Page, node: number): readonly number[] =>
    [...parent.keys()].filter((child) => parent[child] === node);
  let saved = 0;
  for (const [node, counterpart] of counterparts.entries()) {
    if (counterpart === -1) continue;
    saved += 2;
    const [rows, columns] = [childrenOf(key, node), childrenOf(other, counterpart)];
    const mapped = [...rows.filter((child) => counterparts[child] !== -1), undefined];
    let [i, j] = [0, 0];
    for (const child of mapped) {
      const [toRow, toColumn] =
        child === undefined
          ? [rows.length, columns.length]
          : [rows.indexOf(child), columns.indexOf(counterparts[child]!)];
      saved += Math.min(toRow - i, toColumn - j);
      [i, j] = [toRow + 1, toColumn + 1];
    }
  }
  return saved;
}

it('a plain TD-TD is a common subtree, and saves as much as ours', () => {
  const random = createRandom(11);
  const shape = { maxNodes: 40, names: ['a', 'b'], texts: ['x', 'y'] };
  for (let i = 0; i < 300; i++) {
    const tree = randomTree(random, shape);
    const [key, other] = [pageOfTree(tree), pageOfTree(mutateTree(tree, random, { rate: 4, shape }))];
    const [plain, ours] = [mapPlainTopDown(key, other, 1e6)!, mappings['restricted-top-down'](key, other)];
    expect(isCommonSubtree(key, other, plain)).toBe(true);
    expect(savedBy(key, other, plain)).toBe(savedBy(key, other, ours));
  }
  expect(mapPlainTopDown(pageOf('r(a(b,c),d)'), pageOf('r(a(c),d)'), 1)).toBeUndefined();
});
