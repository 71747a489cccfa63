/** What every method of `src/detect` must hold, run for each of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector, Verdict } from '../../packages/dehusk/src/detect/detector.ts';
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

    it.each([false, true])(
      'may be parked at any time and brought back, and nobody notices: with a journal %s',
      (journal) => {
        fc.assert(
          fc.property(histories, (history) => expectUnnoticedParking(create, history, journal)),
          // Shrinking takes minutes; the seed says enough.
          { numRuns: 25, endOnFailure: true },
        );
      },
    );

    it('is small when it knows one page, in memory and parked', () => {
      const detector = create();
      expect(detector.save().length).toBeLessThan(700);
      detector.observe(wordyPage(50));
      expect(detector.save().length).toBeLessThan(1_700);
      expect(detector.sizeBytes).toBeGreaterThan(100);
      expect(detector.sizeBytes).toBeLessThan(8_000);
    });

    it('tells what it takes, its journal too, and no more after it was parked', () => {
      const detector = taught(create);
      detector.startJournal();
      detector.learn(wordyPage(50));
      const withJournal = detector.sizeBytes;
      const journalBytes = detector.takeJournal().length;
      expect(withJournal - detector.sizeBytes).toBe(journalBytes);
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

interface HistoryStep {
  readonly act: 'observe' | 'learn' | 'judge';
  readonly page: Page;
  /** Every third node of a first page is known to be template. */
  readonly known: boolean;
  readonly park: boolean;
  readonly take: boolean;
}

const histories: fc.Arbitrary<HistoryStep[]> = fc.array(
  fc.record({
    act: fc.constantFrom('observe', 'observe', 'observe', 'learn', 'judge'),
    page: fc.constantFrom(...parkedPages, ...parkedPages.slice(0, 40), ...oddPages),
    known: fc.boolean(),
    park: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    take: fc.boolean(),
  }),
  { minLength: 1, maxLength: 90, size: 'max' },
);

/** One detector is parked and brought back where the history says so, the other one never. */
function expectUnnoticedParking(
  create: () => Detector,
  history: readonly HistoryStep[],
  journal: boolean,
): void {
  const steady = create();
  let parked = create();
  if (journal) for (const detector of [steady, parked]) detector.startJournal();
  let saved = parked.save();
  let entries: Uint8Array[] = [];
  const traces: Uint8Array[] = [];
  for (const { act, page, known, park, take } of history) {
    const marks = known
      ? new Uint8Array(page.nodeCount).map((_, node) => (node % 3 === 0 ? 1 : 0))
      : undefined;
    expect(actOn(parked, act, page, marks)).toBe(actOn(steady, act, page, marks));
    expect(parked.version).toBe(steady.version);
    if (act === 'observe') {
      traces.push(steady.trace());
      expectSameBytes(parked.trace(), traces.at(-1)!);
    }
    if (take) {
      entries.push(steady.takeJournal());
      expectSameBytes(parked.takeJournal(), entries.at(-1)!);
    }
    if (!park) continue;
    saved = parked.save();
    entries = [];
    // What is saved is no longer in the journal.
    steady.takeJournal();
    parked = create();
    if (journal) parked.startJournal();
    parked.load(saved);
    expectSameBytes(parked.save(), saved);
  }
  expect(parked.templateSegments()).toEqual(steady.templateSegments());
  expect(traces.map((trace) => parked.wouldDiffer(trace))).toEqual(
    traces.map((trace) => steady.wouldDiffer(trace)),
  );
  if (journal) {
    const followed = create();
    followed.load(saved);
    for (const entry of [...entries, parked.takeJournal()]) followed.replay(entry);
    expectSameBytes(followed.save(), parked.save());
  }
  expectSameBytes(parked.save(), steady.save());
}

/** All that is said of the page, as text: comparing columns with `expect` would take most of the time. */
function actOn(detector: Detector, act: HistoryStep['act'], page: Page, known?: Uint8Array): string {
  if (act === 'learn') detector.learn(page);
  const verdict = act === 'judge' ? detector.judge(page) : act === 'observe' && detector.observe(page, known);
  return verdict ? told(verdict) : '';
}

function told({ template, score, seen, of, version }: Verdict): string {
  return [template, score, seen, of, version].join(' ');
}

function expectSameBytes(bytes: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.compare(bytes, expected)).toBe(0);
}
