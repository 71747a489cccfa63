import { describe, expect, it } from 'vitest';
import { describeDetector } from '../../../../../test/contracts/detector-contract.ts';
import { splitBlocks } from '../../page/blocks.ts';
import { stepSelector } from '../../page/css-path.ts';
import type { Page } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Verdict } from '../detector.ts';
import { decodeLesson, encodeLesson } from '../lesson.ts';
import { createIncrementalDetector } from './incremental.ts';
import { type IncrementalOptions, incrementalDefaults } from './method.ts';

describeDetector('incremental', () => createIncrementalDetector());
describeDetector('incremental', () => createIncrementalDetector({ forgetting: false }));

/** One truth value per block. */
function blockLabels(page: Page, { template }: Verdict): boolean[] {
  const { count, start } = splitBlocks(page);
  return Array.from({ length: count }, (_, block) => template[page.segments[start[block]!]!] === 1);
}

const block = (...segments: string[]): string =>
  `<div>${segments.map((text) => `<p>${text}</p>`).join('')}</div>`;
const page = (number: number, html: string): Page =>
  parseText(html, { url: `https://acme.example/${number}` });

describe('T-W2: a stream with Tb = 3, N = 4', () => {
  const streamPage = (i: number): Page =>
    page(i, block('Home', 'News', 'Sport') + block(`Unique body ${i}`) + block('(c) Acme', `Updated ${i}`));
  const detector = createIncrementalDetector({ firstLifePages: 3, lifeGrowth: 4 });
  const verdicts = Array.from({ length: 8 }, (_, i) => {
    const verdict = detector.observe(streamPage(i + 1));
    return { labels: blockLabels(streamPage(i + 1), verdict), size: detector.segmentCount, verdict };
  });

  it('calls the menu template from the fifth page on, and nothing else', () => {
    for (const { labels } of verdicts.slice(0, 4)) expect(labels).toEqual([false, false, false]);
    for (const { labels } of verdicts.slice(4)) expect(labels).toEqual([true, false, false]);
  });

  it('holds 6, 8, 10 segments, and then always 10', () => {
    expect(verdicts.map(({ size }) => size)).toEqual([6, 8, 10, 10, 10, 10, 10, 10]);
  });

  it('gives the ratio as score, and the pages as evidence', () => {
    const { verdict } = verdicts[7]!;
    const last = streamPage(8);
    const footer = [...last.segments].slice(-2);
    expect(footer.map((node) => verdict.score[node]!.toFixed(2))).toEqual(['0.47', '0.47']);
    expect(footer.map((node) => verdict.seen[node])).toEqual([8, 1]);
    expect(verdict.of).toBe(8);
  });

  it('counts the pages that changed the template', () => {
    expect(verdicts.map(({ verdict }) => verdict.version)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });
});

it('T-W3: a ratio of exactly 0.7 is not template', () => {
  const detector = createIncrementalDetector();
  const labels = Array.from({ length: 5 }, (_, i) => {
    const observed = page(i, block('1234567', `ab${i}`) + block('12345678', `z${i}`));
    return blockLabels(observed, detector.observe(observed));
  });
  expect(labels[4]).toEqual([false, true]);
});

describe('the incremental detector', () => {
  const observeAll = (pages: readonly Page[], options: Partial<IncrementalOptions> = {}): boolean[] => {
    const detector = createIncrementalDetector(options);
    let labels: boolean[] = [];
    for (const observed of pages) labels = blockLabels(observed, detector.observe(observed));
    return labels;
  };

  it('W3: takes five identical texts on one page for one', () => {
    const html = block('Read more', 'Read more', 'Read more', 'Read more', 'Read more');
    expect(observeAll([page(1, html)])).toEqual([false]);
  });

  it('W4: takes five captures of one page for one', () => {
    const again = page(1, block('News of the day'));
    expect(observeAll([again, again, again, again, again])).toEqual([false]);
    const nameless = parseText(block('News of the day'));
    expect(observeAll([nameless, nameless, nameless, nameless, nameless])).toEqual([true]);
  });

  it('W5: knows a text by its tag path, or by more', () => {
    const moving = (i: number): Page =>
      page(
        i,
        `<div>${'<p>x</p>'.repeat(0)}${`<p>${i}</p>`.repeat(i % 2)}<p class="c${i % 2}">Menu of the site</p></div>`,
      );
    const pages = [1, 2, 3, 4, 5, 6].map(moving);
    expect(observeAll(pages)).toEqual([true]);
    expect(observeAll(pages, { pathIdentity: 'tags+class' })).toEqual([false]);
    expect(observeAll(pages, { pathIdentity: 'tags+index' })).toEqual([false]);
  });

  it('W13: starts again with what it had forgotten', () => {
    const menu = (i: number): Page => page(i, block('Menu of the site'));
    const other = (i: number): Page => page(i, block(`Something else ${i}`));
    const away = Array.from({ length: 12 }, (_, i) => other(100 + i));
    const options = { firstLifePages: 3, lifeGrowth: 4 };
    const known = [1, 2, 3, 4, 5].map(menu);
    expect(observeAll([...known, ...away.slice(1), menu(6)], options)).toEqual([true]);
    expect(observeAll([...known, ...away, menu(6)], options)).toEqual([false]);
    expect(observeAll([...known, ...away, menu(6)], { ...options, forgetting: false })).toEqual([true]);
  });

  it('has the defaults that the readings give', () => {
    expect(incrementalDefaults).toMatchObject({
      firstLifePages: 24,
      lifeGrowth: 8,
      templatePages: 5,
      templateRatio: 0.7,
      pathIdentity: 'tags',
    });
  });

  it('takes bytes that lie anywhere in a Node buffer', () => {
    const learned = createIncrementalDetector();
    const followed = createIncrementalDetector();
    const inBuffer = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    for (let i = 0; i < 6; i++) {
      const observed = page(i, block('Home', 'News') + block(`Body ${i}`));
      const lesson = learned.lesson(observed);
      learned.observe(observed, lesson);
      followed.apply(decodeLesson(inBuffer(encodeLesson(lesson, 'asked'))));
    }
    expect(followed.digest()).toBe(learned.digest());
    followed.load(inBuffer(learned.save()));
    expect(followed.digest()).toBe(learned.digest());
    expect(followed.wouldDiffer(inBuffer(learned.trace()))).toBe(false);
  });

  it('counts a page that nobody can name as a new one, wherever its lesson was made', () => {
    const nameless = parseText(block('Home', 'News'), { id: '' });
    const [learned, followed] = [createIncrementalDetector(), createIncrementalDetector()];
    for (let i = 0; i < 5; i++) {
      learned.learn(nameless);
      followed.apply(decodeLesson(encodeLesson(createIncrementalDetector().lesson(nameless), 'all')));
    }
    expect(followed.save()).toEqual(learned.save());
    expect(followed.templateSegments().map(({ seen }) => seen)).toEqual([5, 5]);
  });

  it('takes a state of its own options only', () => {
    const state = createIncrementalDetector().save();
    const others: readonly Partial<IncrementalOptions>[] = [
      ...[{ firstLifePages: 3 }, { lifeGrowth: 2 }, { templatePages: 7 }, { templateRatio: 0.5 }],
      ...[{ pathIdentity: 'tags+class' } as const, { rememberUntil: 3 }, { maxSegments: 500 }],
      ...[{ forgetting: false }, { hashKey: [5, 6] } as const],
    ];
    for (const options of others) {
      const [name] = Object.keys(options);
      expect(() => createIncrementalDetector(options).load(state)).toThrow(`saved with ${name} `);
    }
  });

  it('tells the template in words, by what its paths have in common, also after save and load', () => {
    const menu = (i: number): Page =>
      page(
        i,
        `<body class="page-${i}"><div id=nav class="menu m${i}"><a>Home</a><a>News</a></div><p>Body ${i}</p>`,
      );
    const learned = createIncrementalDetector();
    for (let i = 1; i <= 12; i++) learned.learn(menu(i));
    const told = (detector: typeof learned): string[] =>
      detector
        .templateSegments()
        .map(({ text, path, seen }) => `${text} ${path.map(stepSelector).join(' > ')} ${seen}`);
    const expected = ['Home html > body > div#nav.menu > a 12', 'News html > body > div#nav.menu > a 12'];
    expect(told(learned)).toEqual(expected);
    const loaded = createIncrementalDetector();
    loaded.load(learned.save());
    expect(told(loaded)).toEqual(expected);
  });

  it('says of every page whose verdict would now differ that it would', () => {
    const detector = createIncrementalDetector({ firstLifePages: 3, lifeGrowth: 4 });
    const pages = Array.from({ length: 40 }, (_, i) =>
      page(i, block('Home', 'News') + block(`Body ${i}`) + (i > 10 && i < 20 ? block('For some pages') : '')),
    );
    const judged = pages.map((observed) => ({
      observed,
      verdict: detector.observe(observed),
      trace: detector.trace(),
    }));
    const differs = judged.map(
      ({ observed, verdict }) => detector.judge(observed).template.join() !== verdict.template.join(),
    );
    const told = judged.map(({ trace }) => detector.wouldDiffer(trace));
    expect(told).toEqual(differs);
    expect(differs.filter(Boolean).length).toBeGreaterThan(6);
    expect(differs[30]).toBe(false);
  });
});
