/**
 * Changes of formatting: where a phrase was made bold, or a `span` put around it, the same words stand in the same
 * place in other nodes. Where a `div` was put around them they may have moved: such a place is looked at again when
 * it is known what has.
 */
import { type Page, readNormalText, TEXT, tagName } from '../../page/page.ts';
import type { Gap } from './gaps.ts';
import { phraseTags } from './inline-tags.ts';
import { withoutNumbers } from './numbers.ts';
import type { Sides } from './page-diff.ts';
import { type ShownNodes, thingAddress } from './shown-nodes.ts';

export interface FormattingOptions {
  readonly shown: Sides<ShownNodes>;
  readonly ignored: Sides<Uint8Array>;
  readonly ignoreNumbers: boolean;
  /** Whether other elements than inline ones may stand around the words. */
  readonly anyElement: boolean;
}

export function isFormatting(pages: Sides<Page>, gap: Gap, options: FormattingOptions): boolean {
  if (gap.old.length === 0 || gap.new.length === 0) return false;
  const { shown, ignored, ignoreNumbers, anyElement } = options;
  const before = wordsOf(pages.old, gap.old, { shown: shown.old, ignored: ignored.old, anyElement });
  if (before === undefined || before === '') return false;
  const after = wordsOf(pages.new, gap.new, { shown: shown.new, ignored: ignored.new, anyElement });
  if (after === undefined) return false;
  return before === after || (ignoreNumbers && withoutNumbers(before) === withoutNumbers(after));
}

interface Reading {
  readonly shown: ShownNodes;
  readonly ignored: Uint8Array;
  readonly anyElement: boolean;
}

/** What the subtrees say and show, white space aside; undefined if they have elements that they may not have. */
function wordsOf(page: Page, roots: readonly number[], reading: Reading): string | undefined {
  const { shown, ignored, anyElement } = reading;
  let words = '';
  for (const root of roots) {
    for (let node = root; node < page.subtreeEnd[root]!; node++) {
      if (ignored[node] === 1) continue;
      if (page.tag[node] === TEXT) {
        if (shown.chars[node]! > 0) words += readNormalText(page, node).replaceAll(' ', '');
        continue;
      }
      const isThing = shown.thing[node] === 1;
      if (!anyElement && phraseTags[page.tag[node]!] === 0 && !isThing) return undefined;
      if (isThing) words += `\0${tagName(page, node)}\0${thingAddress(page, node)}\0`;
    }
  }
  return words;
}
