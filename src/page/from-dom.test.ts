import { describe, expect, it } from 'vitest';
import { domOf } from '../../test/dom-of-parse5.ts';
import { pageContents } from '../../test/page-contents.ts';
import { type DomNode, fromDom } from './from-dom.ts';
import { parseText } from './parse.ts';

describe('fromDom', () => {
  const pageHtml = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>T &amp; U</title>
<style>p > a { color: red }</style><script>if (1 < 2) x();</script></head><body class="b a">
<!-- c --><p title="a &quot;b&quot; &amp;lt;">One &amp; <b>two</b> <i>three</i>&nbsp;</p>
<pre>
 x
<i>y</i>
  <i>z</i></pre><noscript><p>no</p></noscript><svg viewBox="0 0 1 1"><title>s</title><path d="M0"></path></svg>
<table><tbody><tr><td>c</td></tr></tbody></table><select><option>o</option></select><textarea>t</textarea>
<x-own data-q="1">own</x-own><template><p>t</p></template><br><img alt="i" src="s"></body></html>`;

  it("equals the parsed HTML, node for node, from parse5's tree", () => {
    const hashKey = [7, 9] as const;
    expect(pageContents(fromDom(domOf(pageHtml), { hashKey }))).toEqual(
      pageContents(parseText(pageHtml, { hashKey })),
    );
  });

  it('takes a DOM of any depth without recursion, up to the limit', () => {
    let text: DomNode = {
      nodeType: 3,
      nodeValue: 'deep',
      firstChild: null,
      nextSibling: null,
      parentNode: null,
    };
    for (let i = 0; i < 3000; i++)
      text = { nodeType: 1, localName: 'div', firstChild: text, nextSibling: null, parentNode: null };
    expect(() => fromDom({ documentElement: text })).toThrow(/deeper than 2048/);
    expect(fromDom({ documentElement: text }, { limits: { maxDepth: 4000 } }).nodeCount).toBe(3001);
  });
});
