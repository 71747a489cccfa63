/** The visible text nodes of a page, by parse5 and by our page model, in one form so that they can be compared. */
import type { Page } from 'dehusk';
import { readNormalText, tagName } from 'dehusk/parts';
import { type DefaultTreeAdapterMap, parse } from 'parse5';

export interface PathText {
  /** Tag names from html to the parent element, joined by `/`. */
  readonly path: string;
  readonly text: string;
}

type Node = DefaultTreeAdapterMap['node'];

/** The page model skips the same. */
const skipped = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'svg', 'iframe', 'textarea', 'select', 'option'],
  ...['noembed', 'noframes'],
]);

/** By parse5, the reference implementation of the standard's tree. */
export function referenceTexts(html: string): readonly PathText[] {
  const texts: PathText[] = [];
  const pending: { node: Node; path: string }[] = [{ node: parse(html), path: '' }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, path } = entry;
    if (node.nodeName === '#text' && 'value' in node) {
      const text = node.value.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
      if (text !== '') texts.push({ path, text });
    } else if ('childNodes' in node && !skipped.has(node.nodeName)) {
      const below = 'tagName' in node ? `${path}/${node.tagName.toLowerCase()}` : path;
      for (let i = node.childNodes.length - 1; i >= 0; i--)
        pending.push({ node: node.childNodes[i]!, path: below });
    }
  }
  return texts;
}

/** The segments of our page. */
export function pageTexts(page: Page): readonly PathText[] {
  const paths: string[] = [];
  for (let node = 0; node < page.nodeCount; node++) {
    const above = page.parent[node] === -1 ? '' : paths[page.parent[node]!]!;
    paths.push(page.tag[node] === 0 ? above : `${above}/${tagName(page, node)}`);
  }
  return Array.from(page.segments, (node) => ({ path: paths[node]!, text: readNormalText(page, node) }));
}

/** Whether the texts alone are equal, wherever they stand. */
export function hasSameText(some: readonly PathText[], others: readonly PathText[]): boolean {
  const joined = (texts: readonly PathText[]): string => texts.map(({ text }) => text).join(' ');
  return joined(some) === joined(others);
}
