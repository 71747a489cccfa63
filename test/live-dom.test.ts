import { expect, it } from 'vitest';
import { fromDom } from '../packages/dehusk/src/page/from-dom.ts';
import { parseText } from '../packages/dehusk/src/page/parse.ts';
import { createSite } from '../packages/lab/src/synthetic/synthetic-site.ts';
import { domOf } from './dom-of-parse5.ts';
import { expectDomNodes } from './expect-dom-nodes.ts';
import { pageContents } from './page-contents.ts';

it('gives the same page from a DOM as from its HTML, on generated sites of every kind', () => {
  for (let seed = 30; seed < 50; seed++) {
    const site = createSite({ seed, pages: 30 });
    for (const order of [0, 7, 19]) {
      const { html, url } = site.page(order);
      const page = parseText(html, { url });
      const fromDocument = fromDom(domOf(html), { url });
      expect(page.segments.length).toBeGreaterThan(3);
      expectDomNodes(fromDocument);
      expect(pageContents(fromDocument), `${site.name} page ${order}`).toEqual(pageContents(page));
    }
  }
});
