import { describe, expect, it } from 'vitest';
import { describeBatchDetector } from '../../../../../test/contracts/batch-detector-contract.ts';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import { pageSource } from '../../../../../test/page-source.ts';
import { readGoldLabels } from '../../../../lab/src/corpus/gold.ts';
import { mean } from '../../../../lab/src/score/statistics.ts';
import { goldTokens, keptTokens, scoreTokens } from '../../../../lab/src/score/tokens.ts';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { toLabelRanges } from '../../../../lab/src/synthetic/html-writer.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Page, readNormalText, tagName } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Verdict } from '../detector.ts';
import { type StyleTreeOptions, styleTreeDefaults } from './method.ts';
import { createStyleTreeDetector, drawSamples } from './style-tree.ts';

describeBatchDetector('style-tree', createStyleTreeDetector);

const page = (name: string | number, html: string): Page =>
  parseText(html, { url: `https://acme.example/${name}` });
const insect = (name: string): Page =>
  page(
    name,
    `<nav><a href="/">Home</a> <a href="/all">All insects</a></nav><main><h1>${name}</h1>` +
      `<p>${name}1 ${name}2 and ${name}3 or ${name}4</p></main><footer>© Insects</footer>`,
  );
const insects = ['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs'].map(insect);

function judge(pages: readonly Page[], options: Partial<StyleTreeOptions> = {}): readonly Verdict[] {
  return createStyleTreeDetector(options).judgeBatch(pages);
}

const templateTexts = (judged: Page, { template }: Verdict): readonly string[] =>
  [...judged.segments].filter((node) => template[node] === 1).map((node) => readNormalText(judged, node));
const templateTags = (judged: Page, { template }: Verdict): readonly string[] =>
  [...template.keys()].filter((node) => template[node] === 1).map((node) => tagName(judged, node));

describe('the style tree detector', () => {
  it('drops what is alike on all pages, texts and elements', () => {
    const [verdict] = judge(insects);
    expect(templateTexts(insects[0]!, verdict!)).toEqual(['Home', 'All insects', '© Insects']);
    expect(templateTags(insects[0]!, verdict!)).toEqual([
      'nav',
      'a',
      '#text',
      'a',
      '#text',
      'footer',
      '#text',
    ]);
  });

  it('gives importance as score, and the pages with the same text as evidence', () => {
    const [{ score, seen, of }] = judge(insects) as [Verdict];
    const [home, , title, story] = [...insects[0]!.segments] as [number, number, number, number];
    expect([score[home], seen[home], score[title], seen[title], of]).toEqual([1, 6, 0, 1, 6]);
    // "and" and "or" have entropy 1, four words a page have 0.
    expect(score[story]).toBeCloseTo(2 / 26, 6);
  });

  it('at a threshold of ½ wants each text of a leaf on more than 1/√m of the pages', () => {
    const isTemplate = (texts: number): boolean => {
      const pages = Array.from({ length: 16 }, (_, i) => page(i, `<p>text${i % texts}</p>`));
      return templateTexts(pages[0]!, judge(pages)[0]!).length === 1;
    };
    expect([1, 2, 4, 8, 16].map(isTemplate)).toEqual([true, true, false, false, false]);
  });

  it('keeps what stands in a style that no other page has', () => {
    const odd = page('odd', '<nav><a href="/">Home</a></nav><p>Only here</p>');
    const verdicts = judge([...insects, odd]);
    expect(templateTexts(odd, verdicts[6]!)).toEqual([]);
    expect(templateTexts(insects[0]!, verdicts[0]!)).toContain('Home');
  });

  it('maps a page that is in no sample onto the tree', () => {
    const options = { samplePages: 3 };
    // Every second page builds the tree.
    const verdicts = judge(insects, options);
    expect(verdicts.map(({ of }) => of)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(templateTexts(insects[1]!, verdicts[1]!)).toEqual(['Home', 'All insects', '© Insects']);
    expect(verdicts[1]!.seen[insects[1]!.segments[0]!]).toBe(3);
    expect(verdicts[1]!.seen[insects[1]!.segments[2]!]).toBe(0);
    const strange = [...insects, page('odd', '<section>Home</section>')];
    const odd = judge(strange, options)[6]!;
    expect([odd.template.includes(1), odd.score.at(-1), odd.seen.at(-1)]).toEqual([false, 0, 0]);
  });

  it('builds several trees, which vote with their pages', () => {
    const verdicts = judge(insects, { samples: 2 });
    expect(templateTexts(insects[0]!, verdicts[0]!)).toEqual(['Home', 'All insects', '© Insects']);
    expect([verdicts[0]!.of, verdicts[0]!.seen[insects[0]!.segments[0]!]]).toEqual([6, 6]);
    // Two trees of one page each know nothing of templates.
    const few = judge(insects, { samples: 2, samplePages: 1 });
    expect(templateTexts(insects[0]!, few[0]!)).toEqual([]);
    // Pages 0, 1 and 3 have the text; the tree of 0 and 2 says half content, that of 1 and 3 says noise.
    const banners = ['Sale', 'Sale', 'Other words entirely', 'Sale'].map((text, i) =>
      page(i, `<p>${text}</p>`),
    );
    const [voted] = judge(banners, { samples: 2, threshold: 0.9 });
    expect([voted!.template.at(-1), voted!.score.at(-1), voted!.seen.at(-1)]).toEqual([0, 0.5, 3]);
  });

  it('counts two captures of one page once', () => {
    const once = judge([insects[0]!, insects[1]!]);
    const twice = judge([insects[0]!, insects[1]!, insects[0]!]);
    expect(twice.slice(0, 2)).toEqual(once);
    expect(twice[2]).toEqual(twice[0]);
    const alone = judge([insects[0]!, insects[0]!]);
    expect(templateTexts(insects[0]!, alone[0]!)).toEqual([]);
  });

  it('judges a batch of one page, of none, and pages without text or body', () => {
    expect(judge([])).toEqual([]);
    expect(templateTexts(insects[0]!, judge([insects[0]!])[0]!)).toEqual([]);
    const odd = [
      page(1, ''),
      page(2, '<frameset><frame src=a></frameset>'),
      page(3, '<select><option>x</select>'),
    ];
    const texts = judge([...odd, insects[0]!]).map((verdict, i) =>
      templateTexts([...odd, insects[0]!][i]!, verdict),
    );
    expect(texts).toEqual([[], [], [], []]);
  });

  it('tells elements apart by display attributes, or by classes too', () => {
    const pages = ['red', 'blue'].map((color, i) =>
      page(i, `<p class="c${i}">Plain</p><table bgcolor=${color}><tr><td>Menu</table>`),
    );
    const kept = (attributes: StyleTreeOptions['attributes']): readonly string[] =>
      templateTexts(pages[0]!, judge(pages, { attributes })[0]!);
    expect(kept('none')).toEqual(['Plain', 'Menu']);
    expect(kept('display')).toEqual([]);
    const classes = pages.map((_, i) => page(i, `<p class="c${i}">Plain</p>`));
    expect(templateTexts(classes[0]!, judge(classes)[0]!)).toEqual(['Plain']);
    expect(judge(classes, { attributes: 'display+class' })[0]!.template.includes(1)).toBe(false);
  });

  it('looks at where links lead only if told to', () => {
    const pages = [1, 2].map((i) => page(i, `<a href="/${i}">More</a>`));
    const score = (linkTargets: boolean): number =>
      judge(pages, { linkTargets })[0]!.score[pages[0]!.segments[0]!]!;
    expect(score(false)).toBe(1);
    // More: 1, the two targets: 0.
    expect(score(true)).toBeCloseTo(1 / 3, 6);
  });

  it('takes no notice of what nobody sees', () => {
    const pages = ['', '<script>x</script>', '<link rel=x><select><option>1</select>'].map((noise, i) =>
      page(i, `<div>Menu${noise}</div><p>Text ${i}</p>`),
    );
    for (const [i, verdict] of judge(pages).entries())
      expect(templateTexts(pages[i]!, verdict)).toContain('Menu');
  });

  it('gives the same verdicts whatever the key', () => {
    const verdicts = (hashKey: readonly [number, number]): readonly Verdict[] =>
      judge(
        insects.map((page) => parseText(pageSource(page), { url: page.url!, hashKey })),
        { hashKey },
      );
    expect(verdicts([123, 456])).toEqual(verdicts([0, 0]));
  });

  it('has the defaults that its page gives', () => {
    expect(styleTreeDefaults).toMatchObject({ gamma: 0.9, threshold: 0.5, samples: 1, batchPages: 24 });
    expect(createStyleTreeDetector({ batchPages: 7 })).toMatchObject({ method: 'style-tree', batchPages: 7 });
  });
});

it('tells what a batch takes: less of a tree where pages are alike', () => {
  const detector = createStyleTreeDetector();
  const many = Array.from({ length: 40 }, (_, i) => i);
  const bytes = (html: (i: number) => string): number =>
    detector.measureBatch(many.map((i) => page(i, html(i)))).methodBytes;
  const alike = bytes(() => '<p>x</p>'.repeat(60));
  expect(bytes((i) => '<p>x</p>'.repeat(40 + i))).toBeGreaterThan(1.5 * alike);
  expect(detector.measureBatch([page(1, '<p>äbc')]).pageBytes).toBe(7);
});

/** Tokens F1 of the pages of a generated site, by its labels. Keeping everything has 0.68 to 0.84. */
describe('generated sites', () => {
  const floors = { blog: 0.94, semantic: 0.87, layoutTable: 0.97, utility: 0.94, portal: 0.9, plain: 0.95 };

  it.each(themeNames.map((theme, i) => [theme, i] as const))('keeps the content of %s', (theme, i) => {
    const site = createSite({ seed: 21 + i, pages: 24, theme });
    const made = Array.from({ length: site.pages }, (_, order) => site.page(order));
    const pages = made.map(({ html, url }) => parseText(html, { url }));
    const scores = judge(pages).map((verdict, order) => {
      const labels = readGoldLabels(pages[order]!, toLabelRanges(made[order]!.labels));
      return scoreTokens(keptTokens(pages[order]!, verdict), goldTokens(pages[order]!, labels))?.f1;
    });
    expect(mean(scores.filter((score) => score !== undefined))).toBeGreaterThan(floors[theme]);
  });
});

describe('hostile pages', () => {
  const limits = { maxDepth: 1e6 };
  const families: Readonly<Record<string, (size: number, name: number) => string>> = {
    'many children': (size, name) => '<p>x</p>'.repeat(size + name),
    'different texts': (size, name) => Array.from({ length: size }, (_, i) => `<p>${i + name}</p>`).join(''),
    'a deep chain': (size, name) => `${'<div>'.repeat(size)}x${name}`,
    'a chain with a text on every level': (size, name) => `<div>y${name}`.repeat(size),
    'one long text': (size, name) => Array.from({ length: size }, (_, i) => `w${i + name}`).join(' '),
    'one word over and over': (size) => 'word '.repeat(size),
  };

  it.each(Object.entries(families))('takes little time for %s', (_, html) => {
    const pages = [0, 1, 2].map((name) =>
      parseText(html(50_000, name), { url: `https://acme.example/${name}`, limits }),
    );
    expect(cpuMs(() => judge(pages))).toBeLessThan(3_000);
  });
});

const pages = (count: number) =>
  Array.from({ length: count }, (_, i) => parseText('x', { url: `https://acme.example/${i}` }));

it('takes all pages where they are few', () => {
  expect(drawSamples(pages(5), 1, 500)).toEqual([[0, 1, 2, 3, 4]]);
});

it('spreads a sample over the batch', () => {
  expect(drawSamples(pages(10), 1, 4)).toEqual([[0, 2, 5, 7]]);
});

it('puts no page into two samples', () => {
  expect(drawSamples(pages(12), 3, 2)).toEqual([
    [0, 6],
    [2, 8],
    [4, 10],
  ]);
  expect(drawSamples(pages(7), 2, 500)).toEqual([
    [0, 2, 4, 6],
    [1, 3, 5],
  ]);
  expect(drawSamples(pages(2), 5, 500)).toEqual([[0], [1]]);
});

it('takes one capture of a page, and every page that has no name', () => {
  const [first, second] = pages(2);
  expect(drawSamples([first!, second!, first!], 1, 500)).toEqual([[0, 1]]);
  expect(drawSamples([parseText('x'), parseText('x')], 1, 500)).toEqual([[0, 1]]);
  expect(drawSamples([], 2, 500)).toEqual([]);
});
