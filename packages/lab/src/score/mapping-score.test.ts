import { type Page, parseText } from 'dehusk';
import { mappings } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { createMappingScorer, scoreMapping } from './mapping-score.ts';

const mappingOf = (...other: number[]) => ({
  other: Int32Array.from(other),
  size: other.filter((node) => node !== -1).length,
});

describe('the score of a mapping', () => {
  it('by hand: three nodes mapped, four in the optimum, two of them the same', () => {
    // Which node a node is mapped to does not count.
    const score = scoreMapping(mappingOf(0, 1, -1, -1, 4), mappingOf(0, 3, 2, 5, -1));
    expect(score).toEqual({ precision: 2 / 3, recall: 2 / 4, f1: expect.closeTo(4 / 7, 12) });
  });

  it('is symmetric: precision and recall change places', () => {
    const [first, second] = [mappingOf(0, 1, -1, -1, 4), mappingOf(0, 3, 2, 5, -1)];
    const there = scoreMapping(first, second);
    const back = scoreMapping(second, first);
    expect([back.precision, back.recall, back.f1]).toEqual([there.recall, there.precision, there.f1]);
  });
});

describe('the mappings of a site', () => {
  const page = (i: number): Page =>
    parseText(`<nav><a>Home</a><a>News</a></nav>${i % 2 === 0 ? '<p>Even</p>' : ''}<p>Own ${i}</p>`);

  it('are 1 for the optimum, and the mean over all pairs of five pages for others', () => {
    const pages = Array.from({ length: 20 }, (_, i) => page(i));
    const score = createMappingScorer(pages);
    expect(score('top-down-exact')).toEqual({ precision: 1, recall: 1, f1: 1 });
    const sample = [0, 4, 8, 12, 16].map((i) => pages[i]!);
    const scores = sample.flatMap((key, i) =>
      sample
        .slice(i + 1)
        .map((other) =>
          scoreMapping(mappings['bottom-up'](key, other), mappings['top-down-exact'](key, other)),
        ),
    );
    expect(scores).toHaveLength(10);
    const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / 10;
    expect(score('bottom-up')?.f1).toBeCloseTo(mean, 12);
    expect(mean).toBeLessThan(1);
  });

  it('are none where there is one page', () => {
    expect(createMappingScorer([page(1)])('prufer')).toBeUndefined();
  });
});
