import { type Page, parseText } from 'dehusk';
import { createNoneDetector, readAttribute } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import { scoreElements } from './element-score.ts';

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
