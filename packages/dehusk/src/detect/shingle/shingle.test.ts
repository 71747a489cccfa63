import { describe, expect, it } from 'vitest';
import { describeBatchDetector } from '../../../../../test/contracts/batch-detector-contract.ts';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import { readGoldLabels } from '../../../../lab/src/corpus/gold.ts';
import { mean } from '../../../../lab/src/score/statistics.ts';
import { goldTokens, keptTokens, scoreTokens } from '../../../../lab/src/score/tokens.ts';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { toLabelRanges } from '../../../../lab/src/synthetic/html-writer.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Verdict } from '../detector.ts';
import { type ShingleOptions, shingleDefaults } from './method.ts';
import { createShingleDetector } from './shingle.ts';

describeBatchDetector('shingle', createShingleDetector);

const url = (name: string | number): string => `https://acme.example/${name}`;
const page = (name: string | number, html: string): Page => parseText(html, { url: url(name) });
const menu = '<div><a href="/">Home</a> <a href="/news">News</a> <a href="/help">Help</a></div>';
const body = (i: number): string => `<div>Only page ${i} tells the story of number ${i} in these words</div>`;

function judge(pages: readonly Page[], options: Partial<ShingleOptions> = {}): readonly Verdict[] {
  return createShingleDetector(options).judgeBatch(pages);
}

const templateTexts = (judged: Page, { template }: Verdict): readonly string[] =>
  [...judged.segments].filter((node) => template[node] === 1).map((node) => readNormalText(judged, node));

describe('the shingle detector', () => {
  const site = (count: number, withMenu = count): readonly Page[] =>
    Array.from({ length: count }, (_, i) => page(i, (i < withMenu ? menu : '') + body(i)));

  it('says that what recurs in the batch is template, with its pages as evidence', () => {
    const pages = site(10, 6);
    const verdicts = judge(pages);
    expect(templateTexts(pages[0]!, verdicts[0]!)).toEqual(['Home', 'News', 'Help']);
    expect(templateTexts(pages[9]!, verdicts[9]!)).toEqual([]);
    const [home, story] = [pages[0]!.segments[0]!, pages[0]!.segments[3]!];
    const { score, seen, of } = verdicts[0]!;
    expect([seen[home], score[home]!.toFixed(2), seen[story], of]).toEqual([6, '0.60', 1, 10]);
  });

  it('wants at least templatePages pages, and more than templateShare of them', () => {
    const isTemplate = (withMenu: number, options: Partial<ShingleOptions>): boolean => {
      const pages = site(10, withMenu);
      return templateTexts(pages[0]!, judge(pages, options)[0]!).length > 0;
    };
    expect(isTemplate(1, { templatePages: 2, templateShare: 0 })).toBe(false);
    expect(isTemplate(2, { templatePages: 2, templateShare: 0 })).toBe(true);
    expect(isTemplate(2, { templatePages: 2, templateShare: 0.2 })).toBe(false);
    expect(isTemplate(3, { templatePages: 2, templateShare: 0.2 })).toBe(true);
    expect(isTemplate(3, { templatePages: 4, templateShare: 0.2 })).toBe(false);
  });

  it('wants 5 of 24 pages by default', () => {
    for (const [withMenu, expected] of [
      [4, 0],
      [5, 3],
    ] as const) {
      const pages = site(24, withMenu);
      expect(templateTexts(pages[0]!, judge(pages)[0]!)).toHaveLength(expected);
    }
  });

  it('takes units that are nearly the same for the same, by the number of hashes', () => {
    const terms = Array.from({ length: 60 }, (_, i) => `term${i}`).join(' ');
    const pages = Array.from({ length: 10 }, (_, i) => page(i, `<div>${terms} page${i}</div>`));
    const owners = (minHashes: number): number =>
      Math.max(...judge(pages, { minHashes }).map(({ seen }, i) => seen[pages[i]!.segments[0]!]!));
    expect(owners(1)).toBe(10);
    expect(owners(500)).toBe(1);
  });

  it('counts two captures of one page once, and judges both', () => {
    const again = [page('a', menu + body(1)), page('a', menu + body(1)), page('b', body(2))];
    const verdicts = judge(again, { templatePages: 2, templateShare: 0 });
    expect(verdicts.map((verdict, i) => templateTexts(again[i]!, verdict))).toEqual([[], [], []]);
    expect(verdicts.map(({ of }) => of)).toEqual([2, 2, 2]);
    expect(verdicts.map(({ seen }, i) => seen[again[i]!.segments[0]!])).toEqual([1, 1, 1]);
    const apart = [page('a', menu), page('b', menu), page('a', menu + body(1))];
    expect(judge(apart).map(({ seen }, i) => seen[apart[i]!.segments[0]!])).toEqual([2, 2, 2]);
  });

  it('takes pages without an address for different ones', () => {
    const nameless = [parseText(menu), parseText(menu)];
    expect(judge(nameless).map(({ seen }, i) => seen[nameless[i]!.segments[0]!])).toEqual([2, 2]);
  });

  it('judges a batch of one page, of none, and pages without text', () => {
    expect(judge([])).toEqual([]);
    const alone = page(1, menu + body(1));
    expect(templateTexts(alone, judge([alone])[0]!)).toEqual([]);
    const empty = [page(1, ''), page(2, '<img src=x>'), page(3, '<select><option>x</select>')];
    expect(judge(empty).map(({ template }) => template.includes(1))).toEqual([false, false, false]);
  });

  it('says nothing of a text that is in no pagelet', () => {
    const pages = site(4).map((_, i) => page(i, `${menu}<p>Everywhere</p>`));
    const [verdict] = judge(pages, { unit: 'pagelet' });
    expect(templateTexts(pages[0]!, verdict!)).toEqual(['Home', 'News', 'Help']);
    expect(verdict!.seen[pages[0]!.segments[3]!]).toBe(0);
    expect(templateTexts(pages[0]!, judge(pages, { unit: 'partition' })[0]!)).toContain('Everywhere');
  });

  it('gives the same verdicts whatever the key', () => {
    const html = Array.from({ length: 12 }, (_, i) => menu + body(i % 7));
    const verdicts = (hashKey: readonly [number, number]): readonly Verdict[] =>
      judge(
        html.map((source, i) => parseText(source, { url: url(i), hashKey })),
        { hashKey, minHashes: 1 },
      );
    expect(verdicts([123, 456])).toEqual(verdicts([0, 0]));
  });

  it('has the defaults that its page gives', () => {
    expect(shingleDefaults).toMatchObject({
      minLinks: 3,
      shingleWords: 4,
      templateShare: 0.2,
      batchPages: 24,
    });
    expect(createShingleDetector({ batchPages: 7 })).toMatchObject({ method: 'shingle', batchPages: 7 });
  });
});

describe('owners that must be connected by links', () => {
  const notice = '<div>The same notice on all of these pages</div>';
  const linkTo = (...names: string[]): string =>
    names.map((name) => `<p><a href="${url(name)}#top">${name}</a></p>`).join('');
  // a → b ← c, and d → e; f alone. x links to all, but has no notice.
  const pages = [
    page('a', notice + linkTo('b', 'x')),
    page('b', notice + linkTo('x')),
    page('c', notice + linkTo('b', 'x')),
    page('d', notice + linkTo('e', 'x')),
    page('e', notice),
    page('f', notice),
    page('x', linkTo('a', 'd', 'f')),
  ];

  it('counts each connected part on its own, whatever the direction of links', () => {
    const verdicts = judge(pages, { linked: true, templateShare: 0 });
    const seen = verdicts.slice(0, 6).map((verdict, i) => verdict.seen[pages[i]!.segments[0]!]);
    expect(seen).toEqual([3, 3, 3, 2, 2, 1]);
    const marked = verdicts.slice(0, 6).map((verdict, i) => verdict.template[pages[i]!.segments[0]!]);
    expect(marked).toEqual([1, 1, 1, 1, 1, 0]);
  });

  it('counts all of them when links do not matter', () => {
    const [verdict] = judge(pages);
    expect(verdict!.seen[pages[0]!.segments[0]!]).toBe(6);
  });
});

describe('what a batch takes', () => {
  it('is the source in UTF-8, the node tables, and some bytes a unit', () => {
    const pages = [page(1, '<p>abc'), page(2, '<p>äé€😀')];
    const { pageBytes, nodeBytes, methodBytes } = createShingleDetector().measureBatch(pages);
    expect(pageBytes).toBe(6 + 3 + 2 + 2 + 3 + 4);
    // html, head, body, p and text: 47 bytes each and 4 for the segment.
    expect(nodeBytes).toBe(2 * (5 * 47 + 4));
    expect(methodBytes).toBe(2 * 16 + 2 * (2 * 8 + 8 * 4));
  });
});

/** Tokens F1 of the pages of a generated site, by its labels. Keeping everything has 0.68 to 0.84. */
describe('generated sites', () => {
  const floors = { blog: 0.97, semantic: 0.8, layoutTable: 0.97, utility: 0.95, portal: 0.93, plain: 0.9 };

  it.each(themeNames.map((theme, i) => [theme, i] as const))('keeps the content of %s', (theme, i) => {
    const site = createSite({ seed: 21 + i, pages: 24, theme });
    const made = Array.from({ length: site.pages }, (_, order) => site.page(order));
    const pages = made.map(({ html, url: address }) => parseText(html, { url: address }));
    const scores = judge(pages).map((verdict, order) => {
      const labels = readGoldLabels(pages[order]!, toLabelRanges(made[order]!.labels));
      return scoreTokens(keptTokens(pages[order]!, verdict), goldTokens(pages[order]!, labels))?.f1;
    });
    expect(mean(scores.filter((score) => score !== undefined))).toBeGreaterThan(floors[theme]);
  });
});

it('stays near-linear on a page of many units', () => {
  const hostile = page('many', Array.from({ length: 50_000 }, (_, i) => `<div>text ${i}</div>`).join(''));
  const repeated = page('repeated', '<div><a href=x>x</a></div>'.repeat(50_000));
  for (const unit of ['block', 'partition'] as const)
    expect(cpuMs(() => judge([hostile, repeated, hostile], { unit }))).toBeLessThan(3_000);
});
