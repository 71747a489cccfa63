/** What every method that judges many pages at once must hold, run for each of them. */
import { describe, expect, it } from 'vitest';
import type { BatchDetector } from '../../packages/dehusk/src/detect/detector.ts';
import { type Page, readNormalText } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { pageSource } from '../page-source.ts';
import { expectVerdictOf, oddPages, sitePage } from './verdict-pages.ts';

const names = ['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs', 'gnats', 'lice'];
const site: readonly Page[] = names.map(sitePage);
const pages: readonly Page[] = [...site, ...oddPages];

export function describeBatchDetector(method: string, create: () => BatchDetector): void {
  describe(`${method} as a batch detector`, () => {
    it('is named after its folder', () => {
      expect(create().method).toBe(method);
    });

    it('gives each page a verdict as long as the page, in its ranges', () => {
      const verdicts = create().judgeBatch(pages);
      expect(verdicts).toHaveLength(pages.length);
      for (const [i, page] of pages.entries()) expectVerdictOf(page, verdicts[i]!);
    });

    it('finds what the pages of a site share, and leaves what they do not', () => {
      const { template } = create().judgeBatch(site)[0]!;
      const texts = (bit: number): readonly string[] =>
        [...site[0]!.segments]
          .filter((node) => template[node] === bit)
          .map((node) => readNormalText(site[0]!, node));
      expect(texts(1)).toContain('All insects');
      expect(texts(0)).toContain('Here is what we know of ants.');
    });

    it('judges nothing where there is nothing', () => {
      expect(create().judgeBatch([])).toEqual([]);
    });

    it('takes no content away on the strength of one page, or of copies of it', () => {
      const copies = [1, 2, 3, 4, 5, 6].map(() => sitePage('ants'));
      for (const batch of [copies.slice(0, 1), copies]) {
        const verdicts = create().judgeBatch(batch);
        for (const { template } of verdicts) expect(template.some((bit) => bit === 1)).toBe(false);
      }
    });

    it('says the same of the same pages', () => {
      expect(create().judgeBatch(pages)).toEqual(create().judgeBatch(pages));
      const again = site.map((page) => parseText(pageSource(page), { url: page.url! }));
      expect(create().judgeBatch(again)).toEqual(create().judgeBatch(site));
    });
  });
}
