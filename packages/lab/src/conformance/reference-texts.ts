/** The visible text nodes of a page by parse5, under the same skipping rules as the page model's segments. */
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

export interface PathText {
  /** Tag names from html to the parent element, joined by `/`. */
  readonly path: string;
  readonly text: string;
}

const skipped = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'svg', 'iframe', 'textarea', 'select', 'option'],
  ...['noembed', 'noframes'],
]);

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
