/**
 * Lines by their letters alone: a counter, a sign that nobody sees, a split word or a tag inside do not make it another
 * line.
 */

import { tagSet } from '../../page/names.ts';
import { type Page, scanText } from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import { wideHash } from './places.ts';

/** What the standard displays as a block, a list item or a part of a table; and `br`. */
// biome-ignore format: a list of words
export const lineBorders: Uint8Array = tagSet(
  'address', 'article', 'aside', 'blockquote', 'body', 'br', 'caption', 'center', 'dd', 'details', 'dialog', 'dir',
  'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'header', 'hgroup', 'hr', 'html', 'legend', 'li', 'listing', 'main', 'menu', 'nav', 'ol', 'p', 'plaintext', 'pre',
  'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'xmp',
);

/** A shorter line may be the same on many pages but for its number, and be content on all of them. */
export const LEAST_LETTERS = 20;
/** Longer ones are prose, and take most of the time. */
export const MOST_CHARS = 300;

/** Of the segments of a line; 0 for a short one, and for one of a paragraph's length. */
export function hashLetters(page: Page, from: number, to: number): number {
  let chars = 0;
  for (let i = from; i < to; i++) chars += page.chars[page.segments[i]!]!;
  if (chars < LEAST_LETTERS || chars > MOST_CHARS) return 0;
  let block = page.parent[page.segments[from]!]!;
  while (block > 0 && lineBorders[page.tag[block]!] === 0) block = page.parent[block]!;
  const high = pathStepHigh(page.pathHashHigh[block]!, page.hashKey[0]);
  letterScan.begin(high, pathStepLow(page.pathHashLow[block]!, page.hashKey[1], high));
  for (let i = from; i < to; i++) scanText(page, page.segments[i]!, letterScan);
  return letterScan.count < LEAST_LETTERS ? 0 : letterScan.take();
}

/** The hash of the letters of some texts, one after the other. */
class LetterScan {
  count = 0;
  #high = 0;
  #low = 0;

  begin(high: number, low: number): void {
    this.count = 0;
    this.#high = high | 0;
    this.#low = low | 0;
  }

  take(): number {
    return wideHash(this.#high ^ (this.#high >>> 16), this.#low >>> 0);
  }

  read(text: string, start: number, end: number, stopAtReference: boolean): boolean {
    let high = this.#high;
    let low = this.#low;
    let count = 0;
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      const letter = unit < 0x80 ? asciiLetters[unit]! : letterOf(unit);
      if (letter === 0) {
        if (unit === 0x26 && stopAtReference) return false;
        continue;
      }
      count++;
      high = (Math.imul(high, 31) + letter) | 0;
      low = Math.imul(low ^ letter, 0x9e3779b1);
      low ^= low >>> 15;
    }
    this.#high = high;
    this.#low = low;
    this.count += count;
    return true;
  }
}

const letterScan = new LetterScan();

/** Letters of ASCII in lower case; 0 for what is none. */
const asciiLetters: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower : 0;
});

/** A letter beyond ASCII; 0 for what is none, as far as code units tell. */
function letterOf(unit: number): number {
  const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3040);
  return isSign || unit >= 0xfe00 ? 0 : unit;
}
