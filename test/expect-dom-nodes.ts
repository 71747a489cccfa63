import { expect } from 'vitest';
import type { DomPage } from '../packages/dehusk/src/page/from-dom.ts';
import { readText, TEXT, tagName } from '../packages/dehusk/src/page/page.ts';

/** Every text is that of its DOM texts, every element is its DOM element, and both stand in the parent's element. */
export function expectDomNodes(page: DomPage): void {
  for (let node = 0; node < page.nodeCount; node++) {
    const dom = page.domNodes(node);
    if (page.tag[node] === TEXT) {
      expect(dom.every(({ nodeType }) => nodeType === 3)).toBe(true);
      expect(dom.map(({ nodeValue }) => nodeValue).join('')).toBe(readText(page, node));
    } else expect(dom.map(({ localName }) => localName?.toLowerCase())).toEqual([tagName(page, node)]);
    if (node > 0)
      for (const { parentNode } of dom)
        expect(parentNode === page.domNodes(page.parent[node]!)[0]).toBe(true);
  }
}
