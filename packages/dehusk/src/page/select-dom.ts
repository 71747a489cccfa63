/**
 * CSS selectors on a page of a live document. The document itself matches them: a browser does it faster than any code
 * of ours, and knows `:focus` or `:is()` as its own version does. What counts is the document as it stands when the page
 * is judged, which need not be as it stood when the page was taken from it.
 */
import { DehuskError } from '../errors.ts';
import type { DomPage } from './from-dom.ts';
import { type Page, TEXT } from './page.ts';
import type { PageSelector } from './select.ts';

/**
 * Throws SELECTOR_BAD for what is no selector: at once where there is a document to ask, and otherwise (in the worker
 * of an extension) for the first page.
 */
export function createDomSelector(selector: string): PageSelector {
  const { document } = globalThis as { readonly document?: { querySelector?(selector: string): unknown } };
  match(selector, () => document?.querySelector?.(selector));
  return (page) => match(selector, () => matchingElements(page, selector));
}

function matchingElements(page: Page, selector: string): readonly number[] {
  const found: number[] = [];
  for (let node = 0; node < page.nodeCount; node++)
    if (page.tag[node] !== TEXT && elementOf(page, node).matches!(selector)) found.push(node);
  return found;
}

function elementOf(page: Page, node: number): ReturnType<DomPage['domNodes']>[number] {
  const element = (page as Partial<DomPage>).domNodes?.(node)[0];
  if (element?.matches === undefined) throw new Error('the page is of no document that knows selectors');
  return element;
}

function match<Result>(selector: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new DehuskError('SELECTOR_BAD', { selector, reason: (error as Error).message }, { cause: error });
  }
}
