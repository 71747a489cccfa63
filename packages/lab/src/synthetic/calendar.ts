import type { Language } from './language.ts';
import { createRandom } from './random.ts';

const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2006, 0, 2);
const publishingDays = 6500;
const crawlStartMs = Date.UTC(2024, 2, 4);
const pagesPerCrawlDay = 60;

/** When a page, or anything else that has a number, was published. */
export function publishedMs(seed: number, id: number): number {
  return firstDayMs + dayMs * createRandom(seed, 'date', id).below(publishingDays);
}

/** The day of the crawl that brought the page at this place of the order. */
export function crawledMs(order: number): number {
  return crawlStartMs + dayMs * Math.floor(order / pagesPerCrawlDay);
}

export function formatDate(timeMs: number, language: Language): string {
  const day = new Date(timeMs);
  return language.date
    .replace('{day}', String(day.getUTCDate()))
    .replace('{month}', language.months.split('|')[day.getUTCMonth()]!)
    .replace('{year}', String(day.getUTCFullYear()));
}
