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
    const bySite = new Map<string, SourcePage[]>();
    for (const [i, item] of held.entries()) {
      if ('error' in item) continue;
      try {
        const site = siteKey(item);
        bySite.set(site, [...(bySite.get(site) ?? []), item]);
      } catch (error) {
        held[i] = failedPage(pageFailure(error, item));
      }
    }
    const results = new Map<SourcePage, CleanResult>();
    for (const ofSite of bySite.values()) {
      const judged = await cleaner.batch(ofSite);
      for (const [i, source] of ofSite.entries()) results.set(source, judged[i]!);
    }
    return held.map((item) => ('error' in item ? item : results.get(item)!));
  };
  for await (const item of pages) {
    signal?.throwIfAborted();
    const source = sourceOf(item);
    window.push('kind' in source ? failedPage(source) : source);
    if (window.length >= batchPages) yield* await judge();
  }
  yield* await judge();
};
