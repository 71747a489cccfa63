/** What the detector hands out as bytes: traces, lessons, its state. On generated sites, which have all kinds of pages. */
import { describe, expect, it } from 'vitest';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { decodeLesson, encodeLesson, noWords } from '../lesson.ts';
import { createAdaptiveDetector } from './adaptive.ts';
import { SegmentFlag } from './facts.ts';
import { outlineOf } from './outline.ts';

function sitePages(seed: number, count: number): Page[] {
  const theme = themeNames[seed % themeNames.length]!;
  const site = createSite({ seed, pages: count, theme, pageBytes: { min: 3000, max: 9000 } });
  return Array.from({ length: count }, (_, order) => {
    const { html, url } = site.page(order);
    return parseText(html, { url });
  });
}

const sites: readonly (readonly Page[])[] = [
  ...[1, 2, 3].map((seed) => sitePages(seed, 45)),
  // Another design in the middle.
  [...sitePages(4, 25), ...sitePages(5, 20)],
];

const inBuffer = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);

/** So that a journal, which has one for each page, does not outgrow what the pages teach. */
const MOST_LESSON_BYTES = 4096;

it('has lessons of four kilobytes at most, in the median of pages like real ones', () => {
  const detector = createAdaptiveDetector();
  const pages = [7, 8, 9].flatMap((seed) => {
    const theme = themeNames[seed % themeNames.length]!;
    const site = createSite({ seed, pages: 9, theme, pageBytes: { min: 20_000, max: 60_000 } });
    return Array.from({ length: 9 }, (_, order) => parseText(site.page(order).html));
  });
  const sizes = pages.map((page) => detector.lesson(page).facts.length).sort((one, other) => one - other);
  expect(sizes[sizes.length >> 1]).toBeGreaterThan(500);
  expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(MOST_LESSON_BYTES);
});

describe('a trace', () => {
  it.each([true, false])('tells exactly whose verdict would differ: forgetting %s', (forgetting) => {
    let differing = 0;
    let same = 0;
    for (const pages of sites) {
      const detector = createAdaptiveDetector({ forgetting });
      const judged = pages.map((page) => {
        const { template } = detector.observe(page);
        return { page, template, trace: detector.trace() };
      });
      for (const { page, template, trace } of judged) {
        const differs = detector.judge(page).template.join() !== template.join();
        expect(detector.wouldDiffer(trace)).toBe(differs);
        expect(detector.wouldDiffer(inBuffer(trace))).toBe(differs);
        if (differs) differing++;
        else same++;
      }
    }
    expect(differing).toBeGreaterThan(15);
    expect(same).toBeGreaterThan(15);
  });

  it('is of the page that was judged last, and has its facts and a bit a segment', () => {
    const [first, second] = sites[0]!;
    const detector = createAdaptiveDetector();
    const sizeOf = (page: Page): number =>
      2 + detector.lesson(page).facts.length + Math.ceil(page.segments.length / 8);
    expect(detector.trace()).toHaveLength(0);
    expect(detector.wouldDiffer(detector.trace())).toBe(false);
    detector.observe(first!);
    const trace = detector.trace();
    expect(trace).toHaveLength(sizeOf(first!));
    detector.learn(second!);
    expect(detector.trace()).toEqual(trace);
    detector.judge(second!);
    expect(detector.trace()).toHaveLength(sizeOf(second!));
  });
});

describe('a lesson', () => {
  it('has about thirteen bytes a segment, six a link, and some for each place, besides words', () => {
    const detector = createAdaptiveDetector();
    for (const page of sites.flat()) {
      const { length } = detector.lesson(page).facts;
      const { flags, places } = outlineOf(page);
      const links = flags.filter((bits) => (bits & SegmentFlag.linkStart) !== 0).length;
      const ofPlaces = 10 * places.marks.length;
      expect(length).toBeLessThan(13.5 * page.segments.length + 6 * links + ofPlaces + 12);
      expect(length).toBeLessThan(4096);
    }
  });

  it.each([true, false])('makes the same state as its page: forgetting %s', (forgetting) => {
    for (const pages of sites) {
      const known = new Uint8Array(pages[0]!.nodeCount).fill(1, 0, 60);
      const [learned, followed] = [true, true].map(() => createAdaptiveDetector({ forgetting }));
      // Each page again a while later, and the first ones long after.
      const captures = [...pages.flatMap((page, i) => [page, pages[i - 3] ?? page]), ...pages.slice(0, 10)];
      for (const [i, page] of captures.entries()) {
        const lesson = learned!.lesson(page, known);
        if (i % 2 === 0) learned!.observe(page, lesson);
        else learned!.apply(lesson);
        followed!.apply(decodeLesson(inBuffer(encodeLesson(lesson, 'asked'))));
      }
      expect(Buffer.compare(followed!.save(), learned!.save())).toBe(0);
      expect(followed!.templateSegments()).toEqual(learned!.templateSegments());
      expect(learned!.templateSegments().length).toBeGreaterThan(10);
    }
  });

  it('can be applied to a state that was saved and loaded', () => {
    const [learned, followed] = [createAdaptiveDetector(), createAdaptiveDetector()];
    const pages = sites[0]!;
    for (const [i, page] of pages.entries()) {
      const lesson = learned.lesson(page);
      learned.observe(page, lesson);
      if (i === 20) followed.load(inBuffer(learned.save()));
      else if (i > 20) followed.apply(decodeLesson(encodeLesson(lesson, 'asked')));
    }
    for (const page of pages) expect(followed.judge(page)).toEqual(learned.judge(page));
  });

  it('without the words that a state needs is refused', () => {
    const [learned, other] = [createAdaptiveDetector(), createAdaptiveDetector()];
    const [first, second] = sites[0]!;
    for (const detector of [learned, other]) detector.learn(first!);
    const { facts } = learned.lesson(second!);
    expect(() => other.apply({ facts, words: noWords })).toThrow('a lesson lacks words');
  });

  it('that is cut short or longer is refused', () => {
    const bytes = encodeLesson(createAdaptiveDetector().lesson(sites[0]![0]!), 'asked');
    for (let length = 0; length < bytes.length; length += length < 40 ? 1 : 13)
      expect(() => createAdaptiveDetector().apply(decodeLesson(bytes.subarray(0, length)))).toThrow(
        DehuskError,
      );
    expect(() => createAdaptiveDetector().apply(decodeLesson(Uint8Array.of(...bytes, 7)))).toThrow(
      DehuskError,
    );
  });
});

describe('the state', () => {
  const learned = createAdaptiveDetector();
  for (const page of sites[1]!.slice(0, 12)) learned.observe(page);
  const state = learned.save();

  it('notices any changed byte', () => {
    for (let at = 0; at < state.length; at += at < 400 ? 1 : 37) {
      const changed = state.slice();
      changed[at]! ^= 1 << (at % 8);
      expect(() => createAdaptiveDetector().load(changed)).toThrow(DehuskError);
    }
  });

  it('notices being cut short', () => {
    for (let length = 0; length < state.length; length += length < 100 ? 1 : 211)
      expect(() => createAdaptiveDetector().load(state.subarray(0, length))).toThrow(DehuskError);
  });

  it('is not replaced by one that cannot be read', () => {
    const detector = createAdaptiveDetector();
    detector.load(state);
    const damaged = state.slice();
    damaged[state.length - 1]! ^= 1;
    expect(() => detector.load(damaged)).toThrow('damaged');
    expect(detector.save()).toEqual(state);
  });

  it('is of its options and its key', () => {
    for (const [options, message] of [
      [{ memoryPages: 20 }, 'saved with memoryPages 40, not with 20'],
      [{ threshold: 0.6 }, 'saved with threshold 0.5, not with 0.6'],
      [{ hashKey: [4, 5] }, /hashKey another value/],
    ] as const)
      expect(() => createAdaptiveDetector(options).load(state)).toThrow(message);
  });

  it('may lie anywhere in a Node buffer', () => {
    const again = createAdaptiveDetector();
    again.load(inBuffer(state));
    expect(again.save()).toEqual(state);
  });
});

/** A schema of a few places: two tables of sixteen slots. */
const SCHEMA_BYTES = 2 * 16 * 24;

describe('memory', () => {
  /** A menu, and thirty texts of the page's own. */
  const wordyPage = (i: number): Page => {
    const menu = Array.from({ length: 20 }, (_, item) => `<li><a href="/${item}">Section ${item}</a>`);
    const texts = Array.from({ length: 30 }, (_, text) => `<p>Text ${text} of page ${i}, and of no other`);
    return parseText(`<ul>${menu.join('')}</ul><div>${texts.join('')}</div>`, { id: `page ${i}` });
  };

  it('does not grow with the pages', () => {
    const detector = createAdaptiveDetector();
    const sizes = Array.from({ length: 2000 }, (_, i) => {
      detector.observe(wordyPage(i));
      return detector.tableBytes;
    });
    const soon = Math.max(...sizes.slice(0, 100));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1.4 * soon);
    // Texts of 28 pages and the menu are alive; a third more have faded, and two slots of five are free.
    expect(Math.max(...sizes)).toBeLessThan(((28 * 30 + 20) * 14 * 1.34) / 0.6);
    expect(detector.templateSegments()).toHaveLength(20);
    expect(detector.save().length).toBeLessThan(40_000);
  });

  it('without forgetting holds what was repeated, and no text that was on one page', () => {
    const detector = createAdaptiveDetector({ forgetting: false });
    for (let i = 0; i < 2000; i++) detector.learn(wordyPage(i));
    expect(detector.tableBytes).toBeLessThan(((28 * 30 + 20) * 22 * 1.34) / 0.6);
  });

  it('is bounded for a page that is all text, too', () => {
    const detector = createAdaptiveDetector({ maxSegments: 1000 });
    const texts = (i: number): string =>
      Array.from({ length: 5000 }, (_, text) => `<p>${i} ${text}`).join('');
    for (let i = 0; i < 5; i++) {
      detector.observe(parseText(texts(i)));
      expect(detector.tableBytes).toBeLessThanOrEqual(14 * Math.ceil(1000 / 0.6) + SCHEMA_BYTES);
    }
  });
});
