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

function compileSelector(selector: string): (handle: Handle) => boolean {
  try {
    return compile<Handle, Handle>(selector, { adapter });
  } catch (error) {
    throw new DehuskError('SELECTOR_BAD', { selector, reason: (error as Error).message }, { cause: error });
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
