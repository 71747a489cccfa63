/**
 * Texts without their numbers, so that counters and dates make no change. A number is a run of digits of any script,
 * with the signs that group digits inside: `1,234`, `1.234,5`, `12 345` with a no-break space. Names of months are no
 * numbers.
 */

import { TextScan } from '../../page/hash.ts';
import { type Page, readNormalText, TEXT } from '../../page/page.ts';

const number = /\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*/gu;

export function withoutNumbers(text: string): string {
  return text.replace(number, '0');
}

/** The page with hashes of texts that are the same where texts differ in numbers only. */
export function numberBlind(page: Page): Page {
  const textHashHigh = page.textHashHigh.slice();
  const textHashLow = page.textHashLow.slice();
  // Any key does, as long as it is the same for both pages; this one the pages' authors do not know either.
  const scan = new TextScan([page.pathHashHigh[0]!, page.pathHashLow[0]!]);
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] !== TEXT) continue;
    const text = readNormalText(page, node);
    const blind = withoutNumbers(text);
    if (blind === text && !text.includes('0')) continue;
    scan.scan(blind, 0, blind.length, false);
    textHashHigh[node] = scan.hashHigh;
    textHashLow[node] = scan.hashLow;
  }
  return { ...page, textHashHigh, textHashLow };
}
