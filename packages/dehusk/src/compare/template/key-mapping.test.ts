import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../../lab/src/soak/trees.ts';
import { mapTopDownExact } from '../mapping/top-down-exact.ts';
import { followMoved } from './key-mapping.ts';

const moved = (key: string, other: string): readonly number[] => {
  const pages = [pageOf(key), pageOf(other)] as const;
  const mapping = followMoved(pages, mapTopDownExact(...pages));
  expect(mapping.size).toBe(mapping.other.filter((node) => node !== -1).length);
  return [...mapping.other];
};

describe('moved subtrees', () => {
  it('are found under another parent', () => {
    //     0 1 2  3           0 1 2 3
    expect(moved("r(a(b,'x'))", "r(c(b,'x'))")).toEqual([0, -1, 2, 3]);
  });

  it('are found largest first, so that a part does not tear the whole apart', () => {
    expect(moved('r(a(b),d(e(b)))', 'r(c(e(b)))')).toEqual([0, -1, -1, -1, 2, 3]);
  });

  it('are taken once each', () => {
    expect(moved('r(a(b,b))', 'r(c(b))')).toEqual([0, -1, 2, -1]);
  });

  it('leave what is mapped as it is', () => {
    expect(moved('r(a(b))', 'r(a(b))')).toEqual([0, 1, 2]);
  });
});
