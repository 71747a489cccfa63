/**
 * What changes by itself and is no news: counters, clocks, and what rotates. Nobody can know the purpose of a part; these
 * are the signs that are taken for it.
 *
 * - numbers: all its texts stand in the other version too, but for numbers and words of time (in the language of the
 *   page). A price is news.
 * - advertising: the part, or what it stands in, is called so by its author, or it is a frame of another site.
 * - restless: something else has stood at this place at each of the last visits.
 */
import { type Page, readAttribute, TEXT, tagName } from '../../page/page.ts';

export type Unsteady = 'numbers' | 'advertising' | 'restless';

/** As in the rest of dehusk: digits of any script, with what groups them. */
const number = /\p{Nd}+(?:[.,:/'’\u00a0\u202f-]\p{Nd}+)*/gu;
const price = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|AUD|CAD|Fr\.|Kč|zł|kr)\b/u;

/** A text without its numbers and times: two texts that differ in nothing else become the same. */
export type NumberMask = (text: string) => string;

export function createNumberMask(language: string | undefined): NumberMask {
  const words = timeWords(language);
  return (text) => {
    if (price.test(text)) return text;
    return text
      .toLowerCase()
      .replace(number, '0')
      .replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => (words.has(word) ? '0' : word))
      .replace(/0(?:[\s,.:/–-]*0)*/g, '0');
  };
}

/** Names of months and days, and the words of "three minutes ago", as the browser writes them. */
function timeWords(language: string | undefined): ReadonlySet<string> {
  const words = new Set<string>();
  for (const locale of new Set(['en', language ?? 'en'])) {
    let texts: readonly string[];
    try {
      texts = timeTexts(locale);
    } catch {
      // No language is called so.
      continue;
    }
    for (const text of texts)
      for (const [word] of text.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*/gu)) words.add(word);
  }
  return words;
}

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

function timeTexts(locale: string): readonly string[] {
  // The year began on a Monday.
  const names = Array.from(
    { length: 12 },
    (_, i) => [new Date(Date.UTC(2024, i, 1)), new Date(Date.UTC(2024, 0, 1 + i))] as const,
  ).flatMap(([month, day]) =>
    (['long', 'short'] as const).flatMap((width) => [
      new Intl.DateTimeFormat(locale, { month: width, day: 'numeric', timeZone: 'UTC' }).format(month),
      new Intl.DateTimeFormat(locale, { month: width, timeZone: 'UTC' }).format(month),
      new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(day),
    ]),
  );
  const hours = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const spoken = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return [
    ...names,
    hours.format(new Date(0)),
    hours.format(new Date(43_200_000)),
    ...units.flatMap((unit) => [1, 2, 5, 11].map((count) => ago.format(-count, unit))),
    spoken.format(0, 'second'),
    spoken.format(0, 'day'),
    spoken.format(-1, 'day'),
  ];
}

const advertisingName = /^(?:ad|ads|adv|advert\w*|adsbygoogle|adslot|sponsor\w*|dfp|gpt|taboola|outbrain)$/i;

/** By the names that its author gave to the element or to one around it. */
export function isAdvertising(page: Page, node: number): boolean {
  for (let at = page.tag[node] === TEXT ? page.parent[node]! : node; at > 0; at = page.parent[at]!) {
    const names = ['id', 'class', 'aria-label'].map((name) => readAttribute(page, at, name) ?? '').join(' ');
    if (names.split(/[\s_-]+|(?<=[a-z])(?=[A-Z])/).some((name) => advertisingName.test(name))) return true;
    if (/\bsponsored\b/i.test(readAttribute(page, at, 'rel') ?? '')) return true;
    if (tagName(page, at) === 'iframe' && isOfOtherSite(page, readAttribute(page, at, 'src'))) return true;
  }
  return false;
}

function isOfOtherSite(page: Page, address: string | undefined): boolean {
  if (address === undefined || page.url === undefined || !URL.canParse(address, page.url)) return false;
  return new URL(address, page.url).host !== new URL(page.url).host;
}
