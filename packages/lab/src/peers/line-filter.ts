/**
 * The filter that many teams write by hand after a crawl: pages as text, and a line that stands on at least 30 % of
 * the site's pages is dropped wherever it stands.
 */
import { type Page, toText } from 'dehusk/parts';
import type { EvalMethod } from '../methods/eval-method.ts';

const TEMPLATE_SHARE = 0.3;
/** One page is 30 % of three: a line must come back before it can be template. */
const MIN_PAGES = 2;

export const lineFilter: EvalMethod = {
  name: 'line-filter',
  holdsSite: true,
  run: (pages) => {
    const texts = pages.map(linesOf);
    const pageCounts = new Map<string, number>();
    for (const lines of texts)
      for (const line of new Set(lines)) pageCounts.set(line, (pageCounts.get(line) ?? 0) + 1);
    const enough = Math.max(MIN_PAGES, TEMPLATE_SHARE * pages.length);
    const isKept = (line: string): boolean => pageCounts.get(line)! < enough;
    return { texts: texts.map((lines) => ({ text: lines.filter(isKept).join('\n') })) };
  },
};

function linesOf(page: Page): readonly string[] {
  return toText(page)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
