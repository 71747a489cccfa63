/** What every method of `src/detect` must hold, run for each of them. */
import { describe, expect, it } from 'vitest';
import type { Detector } from '../../packages/dehusk/src/detect/detector.ts';
import { DehuskError } from '../../packages/dehusk/src/errors.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
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
