import type { FullPage, Page } from '../packages/dehusk/src/page/page.ts';

/** What a page was parsed from. The library itself has no way to it: there, only accessors of `page` know it. */
export function pageSource(page: Page): string {
  const { source } = page as FullPage;
  return source.slice(0, source.length);
}
