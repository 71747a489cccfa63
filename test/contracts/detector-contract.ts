/** What every method of `src/detect` must hold, run for each of them. */
import { describe, expect, it } from 'vitest';
import type { Detector, Verdict } from '../../src/detect/detector.ts';
import { DehuskError } from '../../src/errors.ts';
import type { Page } from '../../src/page/page.ts';
import { parseText } from '../../src/page/parse.ts';

/** Pages of one small site, and those that have little to judge: no text, one text, text nobody sees. */
const pages: readonly Page[] = [
  ...['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs'].map(sitePage),
  parseText(''),
  parseText('x'),
  parseText('<select><option>hidden</select><svg><text>hidden</text></svg>'),
];

function sitePage(title: string): Page {
  return parseText(
    `<title>${title}</title><nav><a href="/">Home</a> <a href="/all">All insects</a></nav>` +
      `<main><h1>All about ${title}</h1><p>Here is what we know of ${title}.</p></main><footer>© Insects</footer>`,
    { url: `https://insects.example/${title}` },
  );
}

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

    it('goes on after save and load as if nothing had happened', () => {
      const detector = taught(create);
      const loaded = create();
      loaded.load(detector.save());
      expect(loaded.save()).toEqual(detector.save());
      for (const page of pages) expect(loaded.observe(page)).toEqual(detector.observe(page));
      expect(loaded.save()).toEqual(detector.save());
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

function expectVerdictOf(page: Page, { template, score, seen, of, version }: Verdict): void {
  expect([template.length, score.length, seen.length]).toEqual(Array(3).fill(page.nodeCount));
  expect(template.every((bit) => bit === 0 || bit === 1)).toBe(true);
  expect(score.every((value) => value >= 0 && value <= 1)).toBe(true);
  expect(seen.every((count) => count <= of)).toBe(true);
  expect(of).toBeGreaterThanOrEqual(0);
  expect(version).toBeGreaterThanOrEqual(0);
}
