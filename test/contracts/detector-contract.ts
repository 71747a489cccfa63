/** What every method of `src/detect` must hold, run for each of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector, Verdict } from '../../packages/dehusk/src/detect/detector.ts';
import { decodeLesson, encodeLesson } from '../../packages/dehusk/src/detect/lesson.ts';
import { DehuskError } from '../../packages/dehusk/src/errors.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { expectVerdictOf, oddPages, sitePage } from './verdict-pages.ts';

/** Pages of one small site, and those that have little to judge. */
const pages: readonly Page[] = [
  ...['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs'].map(sitePage),
  ...oddPages,
];

export function describeDetector(method: string, create: () => Detector): void {
  describe(`${method} as a detector`, () => {
    it('is named after its folder', () => {
      expect(create().method).toBe(method);
    });

    it('gives verdicts as long as the page, in their ranges', () => {
      const detector = create();
      for (const page of pages) {
        expectVerdictOf(page, detector.judge(page));
        expectVerdictOf(page, detector.observe(page));
      }
    });

    it('keeps or removes every segment, and none twice', () => {
      const detector = create();
      for (const page of pages) {
        const { template } = detector.observe(page);
        const kept = page.segments.filter((node) => template[node] === 0);
        const removed = page.segments.filter((node) => template[node] === 1);
        expect([...kept, ...removed].sort((left, right) => left - right)).toEqual([...page.segments]);
      }
    });

    it('judges without learning', () => {
      const detector = taught(create);
      const before = detector.save();
      const first = pages.map((page) => detector.judge(page));
      expect(pages.map((page) => detector.judge(page))).toEqual(first);
      expect(detector.save()).toEqual(before);
    });

    it.each(['observe', 'judge'] as const)('knows when a page would be judged otherwise: %s', (act) => {
      const detector = create();
      const judged = parkedPages.slice(0, 30).map((page) => {
        const { template } = detector[act](page);
        const trace = detector.trace();
        if (act === 'judge') detector.learn(page);
        return { page, template, trace };
      });
      const changed = judged.filter(
        ({ page, template }) => Buffer.compare(detector.judge(page).template, template) !== 0,
      );
      expect(changed.filter(({ trace }) => !detector.wouldDiffer(trace))).toEqual([]);
      if (method !== 'none') expect(changed.length).toBeGreaterThan(0);
    });

    it('goes on after save and load as if nothing had happened', () => {
      const detector = taught(create);
      const loaded = create();
      loaded.load(detector.save());
      expect(loaded.save()).toEqual(detector.save());
      for (const page of pages) expect(loaded.observe(page)).toEqual(detector.observe(page));
      expect(loaded.save()).toEqual(detector.save());
    });

    it('may be parked at any time and brought back, and nobody notices', () => {
      fc.assert(
        fc.property(histories, (history) => expectUnnoticedParking(create, history)),
        // Shrinking takes minutes; the seed says enough.
        { numRuns: 25, endOnFailure: true },
      );
    });

    it.each([
      ['nothing', undefined],
      ['some of it', everyThird],
    ])(
      'learns the same from a page, from observing it, and from its lesson, wherever that was made: %s is known',
      (_, knownOf) => {
        const [learned, observed, taught] = [create(), create(), create()];
        const [trimmed, full] = [create(), create()];
        const [first, ...later] = [...parkedPages, ...oddPages, ...parkedPages.slice(0, 20)];
        // What is known of a page is part of its lesson only.
        if (knownOf === undefined) learned.learn(first!);
        else learned.apply(learned.lesson(first!, knownOf(first!)));
        for (const [i, page] of [first!, ...later].entries()) {
          const known = knownOf?.(page);
          const lesson = create().lesson(page, known);
          if (i > 0) learned.learn(page);
          observed.observe(page, create().lesson(page, known));
          taught.apply(lesson);
          // Who writes it down before knows all words, who does so afterwards those that were asked for.
          full.apply(decodeLesson(encodeLesson(create().lesson(page, known), 'all')));
          trimmed.apply(decodeLesson(encodeLesson(lesson, 'asked')));
        }
        const state = learned.save();
        for (const detector of [observed, taught, trimmed, full]) expectSameBytes(detector.save(), state);
        if (method !== 'none') expect(learned.templateSegments().length).toBeGreaterThan(5);
      },
    );

    it('writes the same lesson, however often it was written and read', () => {
      const [page, again] = [parkedPages[1]!, parkedPages[2]!];
      const detector = create();
      detector.learn(parkedPages[0]!);
      for (const each of [page, again]) {
        const lesson = create().lesson(each);
        const full = encodeLesson(lesson, 'all');
        const read = decodeLesson(full);
        detector.apply(read);
        expectSameBytes(encodeLesson(read, 'all'), full);
        expectSameBytes(read.facts, lesson.facts);
      }
    });

    it('is small when it knows one page, in memory and parked', () => {
      const detector = create();
      expect(detector.save().length).toBeLessThan(700);
      detector.observe(wordyPage(50));
      expect(detector.save().length).toBeLessThan(1_700);
      expect(detector.sizeBytes).toBeGreaterThan(100);
      expect(detector.sizeBytes).toBeLessThan(14_000);
    });

    it('takes no more after it was parked', () => {
      const detector = taught(create);
      detector.observe(wordyPage(50));
      const loaded = create();
      loaded.load(detector.save());
      expect(loaded.sizeBytes).toBeLessThanOrEqual(detector.sizeBytes);
    });

    it('forgets what it knew when it loads', () => {
      const empty = create().save();
      const detector = taught(create);
      detector.load(empty);
      expect(detector.save()).toEqual(empty);
    });

    it('refuses bytes that are no state with an error of the table', () => {
      for (const bytes of [new Uint8Array(0), new TextEncoder().encode('{"method":"no such method"}')]) {
        expect(() => create().load(bytes)).toThrow(DehuskError);
      }
    });
  });
}

function taught(create: () => Detector): Detector {
  const detector = create();
  for (const page of pages) detector.learn(page);
  return detector;
}

/** A page of so many texts, none of which another page has. */
function wordyPage(texts: number): Page {
  const paragraphs = Array.from({ length: texts }, (_, i) => `<p>Text ${i} of this page, and of no other`);
  return parseText(paragraphs.join(''), { id: 'https://insects.example/wordy' });
}

/** Two designs of a site: menus with an active item, texts that some pages share, pages that nobody can name. */
const parkedPages: readonly Page[] = Array.from({ length: 60 }, (_, number) => {
  const design = number < 40 ? 'old' : 'new';
  const items = Array.from({ length: 12 }, (_, i) => {
    const mark = i === number % 12 ? ' class=active' : '';
    return `<li${mark}><a href="/${design}/${i}">${design} item ${i}</a>`;
  });
  const texts = Array.from({ length: (number * 7) % 30 }, (_, i) =>
    i % 5 === 0 ? `<p>Shared words ${(number + i) % 9}` : `<p>Words ${i} of page ${number}`,
  );
  const html = `<ul id=${design}>${items.join('')}</ul><div id=page-${number}>${texts.join('')}</div><p>© ${design}`;
  return parseText(html, { id: number % 10 === 9 ? '' : `https://insects.example/${number}` });
});

/** Marks for the nodes of a page, as another method might have found them. */
function everyThird({ nodeCount }: Page): Uint8Array {
  return new Uint8Array(nodeCount).map((_, node) => (node % 3 === 0 ? 1 : 0));
}

interface HistoryStep {
  readonly act: 'observe' | 'learn' | 'judge';
  readonly page: Page;
  /** Every third node of a first page is known to be template. */
  readonly known: boolean;
  readonly park: boolean;
}

const histories: fc.Arbitrary<HistoryStep[]> = fc.array(
  fc.record({
    act: fc.constantFrom('observe', 'observe', 'observe', 'learn', 'judge'),
    page: fc.constantFrom(...parkedPages, ...parkedPages.slice(0, 40), ...oddPages),
    known: fc.boolean(),
    park: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  }),
  { minLength: 1, maxLength: 90, size: 'max' },
);

/** One detector is parked and brought back where the history says so, the other one never. */
function expectUnnoticedParking(create: () => Detector, history: readonly HistoryStep[]): void {
  const steady = create();
  let parked = create();
  let saved = parked.save();
  let journal: Uint8Array[] = [];
  const traces: Uint8Array[] = [];
  for (const step of history) {
    const [told, entry] = actOn(parked, step);
    const [expected, sameEntry] = actOn(steady, step);
    expect(told).toBe(expected);
    expectSameBytes(entry, sameEntry);
    expect(parked.version).toBe(steady.version);
    if (step.act !== 'judge') journal.push(entry);
    if (step.act === 'observe') {
      traces.push(steady.trace());
      expectSameBytes(parked.trace(), traces.at(-1)!);
    }
    if (!step.park) continue;
    saved = parked.save();
    journal = [];
    parked = create();
    parked.load(saved);
    expectSameBytes(parked.save(), saved);
  }
  expect(parked.templateSegments()).toEqual(steady.templateSegments());
  expect(traces.map((trace) => parked.wouldDiffer(trace))).toEqual(
    traces.map((trace) => steady.wouldDiffer(trace)),
  );
  const followed = create();
  followed.load(saved);
  for (const entry of journal) followed.apply(decodeLesson(entry));
  expectSameBytes(followed.save(), parked.save());
  expectSameBytes(parked.save(), steady.save());
}

/**
 * All that is said of the page, as text: comparing columns with `expect` would take most of the time. And the lesson,
 * written down after it was applied.
 */
function actOn(detector: Detector, { act, page, known }: HistoryStep): [string, Uint8Array] {
  if (act === 'judge') return [told(detector.judge(page)), new Uint8Array()];
  const lesson = detector.lesson(page, known ? everyThird(page) : undefined);
  if (act === 'learn') detector.apply(lesson);
  const verdict = act === 'observe' ? told(detector.observe(page, lesson)) : '';
  return [verdict, encodeLesson(lesson, 'asked')];
}

function told({ template, score, seen, of, version }: Verdict): string {
  return [template, score, seen, of, version].join(' ');
}

function expectSameBytes(bytes: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.compare(bytes, expected)).toBe(0);
}
