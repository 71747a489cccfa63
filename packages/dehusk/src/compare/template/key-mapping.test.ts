import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../../lab/src/soak/trees.ts';
import { mapTopDownExact } from '../mapping/top-down-exact.ts';
import { followSame } from './key-mapping.ts';

const moved = (key: string, other: string): readonly number[] => {
  const pages = [pageOf(key), pageOf(other)] as const;
  const mapping = followSame(pages, mapTopDownExact(...pages));
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

describe('subtrees in a box that differs', () => {
  const wrapped = (key: string, other: string): readonly number[] => {
    const pages = [pageOf(key), pageOf(other)] as const;
    return [...followSame(pages, mapTopDownExact(...pages), 2).other];
  };

  it('are found where one box more stands around them', () => {
    expect(wrapped("r(a(b,'x'))", "r(c(a(b,'x')))")).toEqual([0, 2, 3, 4]);
  });

  it('are found where the box is another', () => {
    expect(wrapped("r(a(b(e,'x')),d)", "r(c(b(e,'x')),d)")).toEqual([0, -1, 2, 3, 4, 5]);
  });

  it('are not looked for elsewhere', () => {
    expect(wrapped("r(a(b('x')),d)", "r(a,d(b('x')))")).toEqual([0, 1, -1, -1, 2]);
  });
});
