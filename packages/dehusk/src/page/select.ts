/**
 * CSS selectors on a page, by css-select. It wants objects with an identity of their own (with bare numbers it
 * silently finds nothing), so a page gets small handles, made only when a selector is used.
 */
import { compile, type Options } from 'css-select';
import { DehuskError } from '../errors.ts';
import { type Page, readAttribute, readText, TEXT, tagName } from './page.ts';

interface Handle {
  readonly page: Page;
  readonly node: number;
  /** Kept, because sibling selectors ask for them once per sibling. */
  children?: Handle[];
}

/** The elements of a page that a selector matches, in document order. */
export type PageSelector = (page: Page) => readonly number[];

/** Handles of a page, made once for all selectors. */
const handlesOfPage = new WeakMap<Page, readonly Handle[]>();

/** Throws SELECTOR_BAD for what is no selector. */
export function createSelector(selector: string): PageSelector {
  const matches = compileSelector(selector);
  return (page) => {
    const found: number[] = [];
    for (const handle of handlesOf(page))
      if (adapter.isTag(handle) && matches(handle)) found.push(handle.node);
    return found;
  };
}

/**
 * `:has(~ b)` looks at all siblings behind each element: on a list of n items n² times, and there is no place to count
 * them. `:has(+ b)` does the same here. What is quoted is no part of a selector's form.
 */
function refuseSiblingsInHas(selector: string): void {
  const unquoted = selector.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  for (const has of unquoted.matchAll(/:has\(/gi)) {
    const choices = choicesAt(unquoted, has.index + has[0].length);
    if (!choices.some((choice) => /^\s*[~+]/.test(choice))) continue;
    const reason =
      ':has() may not begin with ~ or +, since it would hold every item of a list against every other';
    throw new DehuskError('SELECTOR_BAD', { selector, reason });
  }
}

/** What stands in the brackets that are open at this place, parted at its commas. */
function choicesAt(selector: string, start: number): readonly string[] {
  const choices = [''];
  let depth = 1;
  for (let at = start; at < selector.length; at++) {
    const char = selector[at]!;
    if (char === '(') depth++;
    if (char === ')' && --depth === 0) break;
    if (char === ',' && depth === 1) choices.push('');
    else choices[choices.length - 1] += char;
  }
  return choices;
}

function compileSelector(selector: string): (handle: Handle) => boolean {
  refuseSiblingsInHas(selector);
  try {
    return compile<Handle, Handle>(selector, { adapter });
  } catch (error) {
    // The parser says what it has found, and at the end that is nothing.
    const reason = (error as Error).message.replace(/ found $/, ' found its end');
    throw new DehuskError('SELECTOR_BAD', { selector, reason }, { cause: error });
  }
}

function handlesOf(page: Page): readonly Handle[] {
  const handles =
    handlesOfPage.get(page) ?? Array.from({ length: page.nodeCount }, (_, node) => ({ page, node }));
  handlesOfPage.set(page, handles);
  return handles;
}

const adapter: NonNullable<Options<Handle, Handle>['adapter']> = {
  isTag: (handle): handle is Handle => handle.page.tag[handle.node] !== TEXT,
  getName: ({ page, node }) => tagName(page, node),
  getAttributeValue: ({ page, node }, name) => readAttribute(page, node, name),
  hasAttrib: ({ page, node }, name) => readAttribute(page, node, name) !== undefined,
  getParent: ({ page, node }) => (node === 0 ? null : handlesOf(page)[page.parent[node]!]!),
  getChildren: childrenOf,
  getSiblings: (handle) => (handle.node === 0 ? [handle] : childrenOf(adapter.getParent(handle)!)),
  getText: ({ page, node }) => {
    let text = '';
    for (let at = node; at < page.subtreeEnd[node]!; at++)
      if (page.tag[at] === TEXT) text += readText(page, at);
    return text;
  },
  removeSubsets: (handles) => [...new Set(handles)],
};

function childrenOf(handle: Handle): Handle[] {
  if (handle.children !== undefined) return handle.children;
  const { page, node } = handle;
  const handles = handlesOf(page);
  handle.children = [];
  for (let child = node + 1; child < page.subtreeEnd[node]!; child = page.subtreeEnd[child]!) {
    handle.children.push(handles[child]!);
  }
  return handle.children;
}
