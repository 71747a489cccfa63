import { type Page, parseText } from 'dehusk';
import { createNoneDetector, mappings, readAttribute } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { createMappingScorer, scoreElements, scoreMapping } from './tree-scores.ts';

const { template, content, ignored } = GoldLabel;

/** Elements by their ids. */
function verdictOf(page: Page, ...ids: string[]) {
  const verdict = createNoneDetector().judge(page);
  for (let node = 0; node < page.nodeCount; node++)
    if (ids.includes(readAttribute(page, node, 'id') ?? '')) verdict.template[node] = 1;
  return verdict;
}

describe('the score of elements', () => {
  // Gold template: nav, li1, li2. Gold content: main, p. Not scored: body and mixed (both), empty, date (ignored).
  const page = parseText(
    '<ul id="nav"><li id="li1">Home<li id="li2">News</ul><div id="mixed">Menu<div id="main"><p id="p">Text</p></div></div>' +
      '<div id="empty"></div><i id="date">Today</i>',
  );
  const labels = Uint8Array.of(template, template, template, content, ignored);

  it('is what was said of elements that are wholly one or the other', () => {
    const score = scoreElements(page, labels, verdictOf(page, 'nav', 'li1', 'p', 'mixed', 'empty', 'date'))!;
    expect(score.precision).toBeCloseTo(2 / 3);
    expect(score.recall).toBeCloseTo(2 / 3);
    expect(score.f1).toBeCloseTo(2 / 3);
  });

  it('is 1 for what gold says, and 0 for nothing', () => {
    expect(scoreElements(page, labels, verdictOf(page, 'nav', 'li1', 'li2'))).toEqual({
      precision: 1,
      recall: 1,
      f1: 1,
    });
    expect(scoreElements(page, labels, verdictOf(page))).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  it('is none where gold has no template', () => {
    expect(
      scoreElements(
        page,
        labels.map(() => content),
        verdictOf(page),
      ),
    ).toBeUndefined();
  });
});

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
