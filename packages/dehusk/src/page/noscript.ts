/**
 * Pages that are shown by a script, and have their content in a `noscript` for everybody else: forums that run Discourse
 * or Flarum are written so. Readers never see that `noscript`, but they see what is in it. So such a page is parsed once
 * more, with every `noscript` in its body a block like others.
 *
 * Of the 620 single pages and the sites of the corpus, those that are such have 160 times as much text in `noscript` as
 * beside it; in all others it is a fifth at most, and the longest request to turn scripts on has 770 characters.
 */
import type { Page } from './page.ts';

/** Less is a message. */
const MIN_CHARS = 500;

/** Is it worth to look again? `textLength`: of all texts in `noscript` as they were written. */
export function mayHoldContent(textLength: number, page: Page): boolean {
  return textLength >= MIN_CHARS && textLength > shownChars(page);
}

/** Is the content what a page has more, once its `noscript` is open? */
export function holdsContent(opened: Page, page: Page): boolean {
  const shown = shownChars(page);
  const added = shownChars(opened) - shown;
  return added >= MIN_CHARS && added > shown;
}

function shownChars({ segments, chars }: Page): number {
  let sum = 0;
  for (let i = 0; i < segments.length; i++) sum += chars[segments[i]!]!;
  return sum;
}
