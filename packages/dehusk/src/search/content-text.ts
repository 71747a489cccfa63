/**
 * The texts of a page's segments as one text to store and to show. Blocks stand on lines of their own.
 *
 * The tokeniser finds in it the words of the segments, one after the other, and no others: an index takes a page back
 * by these words, and finds the places of words by counting. So two texts adjoin only where neither has a letter
 * there; else there is a space between them, though the page has none.
 */
import { splitBlocks } from '../page/blocks.ts';
import { NodeFlag, type Page } from '../page/page.ts';
import { normalForm, readText } from '../page/read.ts';
import { tagSet } from '../page/tags.ts';

/** What begins a line, as far as it matters to a reader of a few words. */
const lineTags = tagSet(
  ...([
    'address',
    'article',
    'aside',
    'blockquote',
    'br',
    'caption',
    'center',
    'dd',
    'details',
    'div',
  ] as const),
  ...(['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4'] as const),
  ...(['h5', 'h6', 'header', 'hr', 'legend', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section'] as const),
  ...(['summary', 'table', 'td', 'th', 'tr', 'ul'] as const),
);

const opensWithout = /^[\p{P}\p{S}]/u;
const endsWithout = /[\p{P}\p{S}]$/u;
const opensWithSpace = /^[\t\n\f\r ]/;
const endsWithSpace = /[\t\n\f\r ]$/;

/** Of the segments whose bit in `template` is `part`: 0 for the content. */
export function partText(page: Page, template: Uint8Array, part: 0 | 1): string {
  const { segments } = page;
  const { count, start } = splitBlocks(page, lineTags);
  let text = '';
  let previous = -1;
  let previousText = '';
  for (let block = 0; block < count; block++) {
    let isFirst = true;
    for (let i = start[block]!; i < start[block + 1]!; i++) {
      const node = segments[i]!;
      if (template[node] !== part) continue;
      const raw = readText(page, node);
      const own = normalForm(raw);
      if (own === '') continue;
      if (text !== '') text += isFirst ? '\n' : gapBetween(page, [previous, node], [previousText, raw]);
      text += own;
      isFirst = false;
      previous = node;
      previousText = raw;
    }
  }
  return text;
}

function gapBetween(
  page: Page,
  [before, node]: readonly [number, number],
  [left, right]: readonly [string, string],
): string {
  if (endsWithSpace.test(left) || opensWithSpace.test(right) || isSpaced(page, before, node)) return ' ';
  return endsWithout.test(left) || opensWithout.test(right) ? '' : ' ';
}

/** Does white space stand somewhere between two texts? */
function isSpaced({ flags }: Page, before: number, node: number): boolean {
  for (let between = before + 1; between <= node; between++) {
    if ((flags[between]! & NodeFlag.spaceBefore) !== 0) return true;
  }
  return false;
}
