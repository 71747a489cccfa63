import { type Page, parseText } from 'dehusk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import type { PageScore } from '../score/page-score.ts';
import { tokensOf } from '../score/tokens.ts';
import { createSite } from '../synthetic/synthetic-site.ts';
import { joinCurves, type PageExcerpt, pageExcerpt, placeSegments, siteCurve } from './details.ts';

const score = (f1: number): PageScore => ({
  f1,
  precision: f1,
  recall: f1,
  leak: 0,
  empty: false,
  template: undefined,
  integrity: { whole: 1, cut: 0, lost: 0 },
});

describe('a learning curve', () => {
  it('has the mean of each stretch of a site', () => {
    const scores = [0.1, 0.2, 0.3, 0.4, 0.6, 1, undefined, 0.5].map((f1) =>
      f1 === undefined ? f1 : score(f1),
    );
    expect(siteCurve(scores).slice(0, 6)).toEqual([0.1, 0.2, 0.3, 0.5, 0.75, undefined]);
  });

  it('weighs sites alike, and ends where fewer than half of them go on', () => {
    const long = siteCurve(Array.from({ length: 30 }, () => score(1)));
    const short = siteCurve([score(0.5), score(0)]);
    const points = joinCurves([long, short, short], 30);
    expect(points).toEqual([
      { from: 1, to: 1, f1: expect.closeTo(2 / 3, 12), sites: 3 },
      { from: 2, to: 2, f1: expect.closeTo(1 / 3, 12), sites: 3 },
    ]);
    const last = joinCurves([long, short], 30).at(-1);
    expect(last).toEqual({ from: 21, to: 30, f1: 1, sites: 1 });
  });
});

const { template, content, ignored } = GoldLabel;

/** `kept:News today | content:…`, a line for each part. */
function told({ parts }: PageExcerpt): string[] {
  return parts.map((part) => {
    if ('leftOut' in part) return `${part.blocks} left out`;
    return part.runs
      .map(({ kind, text, cut }) => `${kind}:${text}${cut ? `[${cut.chars}]${cut.tail}` : ''}`)
      .join(' | ');
  });
}

function seen(html: string, labels: readonly number[], kept: readonly number[]): PageExcerpt {
  return pageExcerpt({ page: parseText(html), labels: Uint8Array.from(labels), kept: Uint8Array.from(kept) });
}

describe('an excerpt', () => {
  it('tells the worked example of docs/EVALUATION.md, segment by segment', () => {
    const excerpt = seen(
      '<nav><a>Home</a> <a>News today</a></nav><main><h1>Honey bees</h1><p>Bees make honey from nectar</p></main>' +
        '<footer>Imprint contact</footer>',
      [template, template, content, content, template],
      [0, 1, 0, 1, 0],
    );
    expect(told(excerpt)).toEqual([
      'template:Home | kept:News today',
      'removed:Honey bees | content:Bees make honey from nectar',
      'template:Imprint contact',
    ]);
    expect(excerpt.chars).toEqual({ content: 27, template: 4 + 15, kept: 10, removed: 10, ignored: 0 });
  });

  it('joins neighbours of a kind, and leaves out blocks that are far from a fault', () => {
    const html = ['a', 'b', '<i>c</i><b>d</b>', 'e', 'f', 'g'].map((text) => `<div>${text}</div>`).join('');
    const excerpt = seen(
      html,
      [content, content, template, template, ignored, content, template],
      [1, 1, 1, 1, 1, 1, 0],
    );
    expect(told(excerpt)).toEqual(['1 left out', 'content:b', 'kept:c d', 'ignored:e', '2 left out']);
    expect(excerpt.parts.at(-1)).toEqual({
      leftOut: { content: 1, template: 1, kept: 0, removed: 0, ignored: 0 },
      blocks: 2,
    });
  });

  it('cuts long runs by whole letters, and says by how much', () => {
    const long = '\u{1F41D}'.repeat(1000);
    const [wrong] = told(seen(`<p>${long}</p>`, [content], [0]));
    expect(wrong).toBe(`removed:${'\u{1F41D}'.repeat(340)}[540]${'\u{1F41D}'.repeat(120)}`);
    const [right] = told(seen(`<p>x<i>${'y'.repeat(1000)}</i>`, [template, content], [1, 1]));
    expect(right).toBe(`kept:x | content:${'y'.repeat(90)}[860]${'y'.repeat(50)}`);
  });

  it('is bounded, whatever is wrong, and counts what it does not show', () => {
    const page: Page = parseText('<div>some words of a wrong block</div>'.repeat(3000));
    const count = page.segments.length;
    const { parts, chars } = pageExcerpt({
      page,
      labels: new Uint8Array(count),
      kept: new Uint8Array(count).fill(1),
    });
    expect(parts.length).toBeLessThan(300);
    const last = parts.at(-1)!;
    const shown = parts.slice(0, -1).length * 'some words of a wrong block'.length;
    expect('leftOut' in last && last.leftOut.kept + shown).toBe(chars.kept);
    expect(chars.kept).toBe(3000 * 27);
  });

  it('accounts for every character of a page', () => {
    const page = parseText(createSite({ seed: 5, pages: 3 }).page(1).html);
    const labels = Uint8Array.from(page.segments, (_, i) => i % 3);
    const kept = Uint8Array.from(page.segments, (_, i) => (i >> 2) % 2);
    const { chars } = pageExcerpt({ page, labels, kept });
    const sum = (wanted: (i: number) => boolean): number =>
      page.segments.reduce((all, node, i) => all + (wanted(i) ? page.chars[node]! : 0), 0);
    expect(chars).toEqual({
      content: sum((i) => labels[i] === content && kept[i] === 1),
      template: sum((i) => labels[i] === template && kept[i] === 0),
      kept: sum((i) => labels[i] === template && kept[i] === 1),
      removed: sum((i) => labels[i] === content && kept[i] === 0),
      ignored: sum((i) => labels[i] === ignored),
    });
  });
});

const placed = (segments: readonly string[], text: string): string =>
  placeSegments(segments.map(tokensOf), text).join('');

describe('the segments of a text', () => {
  it('are those that stand in it whole and in order', () => {
    expect(
      placed(['Home', 'News', 'Honey bees', 'Bees make honey.', 'Imprint'], 'Honey bees\nBees make honey.'),
    ).toBe('00110');
  });

  it('a word of the menu does not take the place of the same in a sentence', () => {
    expect(placed(['home', 'about', 'We went home', 'early'], 'we went home early')).toBe('0011');
  });

  it('come once for each time they stand there', () => {
    expect(placed(['more', 'a text', 'more', 'b text', 'more'], 'a text more b text more')).toBe('01111');
    expect(placed(['more', 'more', 'more'], 'more')).toBe('100');
  });

  it('are not parts of words, and what has no words is not kept', () => {
    expect(placed(['art', '…'], 'party …')).toBe('00');
  });

  it('are exactly the kept ones of different segments', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (kept) => {
        const segments = kept.map((_, i) => `segment ${i} of page`);
        const text = segments.filter((_, i) => kept[i]).join('\n');
        expect(placed(segments, text)).toBe(kept.map(Number).join(''));
      }),
    );
  });
});
