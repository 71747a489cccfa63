import { mapTopDownExact } from 'dehusk/parts';
import { expect, it } from 'vitest';
import { pageOf } from '../../soak/trees.ts';
import { pairParameters } from './pair-parameters.ts';

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
