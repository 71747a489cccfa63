/** `clean` with a method that needs many pages of a site at once. */
import type { SourcePage } from '../page/raw-page.ts';
import { type CleanBatches, type CleanResult, type FailedPage, sourceOf } from './cleaner.ts';
import { pageFailure } from './engine.ts';
import { failedPage } from './page-cleaner.ts';

/** So many pages are held back, judged site by site, and come out in their order. */
export const cleanBatches: CleanBatches = async function* (pages, cleaner, { batchPages, signal }) {
  const siteKey = await cleaner.siteKey();
  let window: (SourcePage | FailedPage)[] = [];
  const judge = async (): Promise<readonly CleanResult[]> => {
    const held = window;
    window = [];
    const results: CleanResult[] = [];
    const bySite = new Map<string, { readonly place: number; readonly page: SourcePage }[]>();
    for (const [place, item] of held.entries()) {
      if ('error' in item) {
        results[place] = item;
        continue;
      }
      try {
        const site = siteKey(item);
        const ofSite = bySite.get(site) ?? [];
        bySite.set(site, ofSite);
        ofSite.push({ place, page: item });
      } catch (error) {
        results[place] = failedPage(pageFailure(error, item));
      }
    }
    for (const ofSite of bySite.values()) {
      const judged = await cleaner.batch(ofSite.map(({ page }) => page));
      for (const [i, { place }] of ofSite.entries()) results[place] = judged[i]!;
    }
    return results;
  };
  for await (const item of pages) {
    signal?.throwIfAborted();
    const source = sourceOf(item);
    window.push('kind' in source ? failedPage(source) : source);
    if (window.length >= batchPages) yield* await judge();
  }
  yield* await judge();
};
