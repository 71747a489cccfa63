import { describe, expect, it } from 'vitest';
import { domOf } from '../../../../test/dom-of-parse5.ts';
import { expectDomNodes } from '../../../../test/expect-dom-nodes.ts';
import { pageContents } from '../../../../test/page-contents.ts';
import { type DomNode, fromDom } from './from-dom.ts';
import { parseText } from './parse.ts';

type MadeNode = { -readonly [key in keyof DomNode]: DomNode[key] };

function node(facts: Partial<DomNode> & Pick<DomNode, 'nodeType'>): MadeNode {
  return { firstChild: null, nextSibling: null, parentNode: null, ...facts };
}

function element(localName: string, children: readonly MadeNode[]): MadeNode {
  const made = node({ nodeType: 1, localName, firstChild: children[0] ?? null });
  for (const [i, child] of children.entries()) {
    child.parentNode = made;
    child.nextSibling = children[i + 1] ?? null;
  }
  return made;
}

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

  it('knows the DOM nodes of every node', () => {
    const document = domOf(pageHtml);
    const page = fromDom(document);
    expectDomNodes(page);
    expect(page.domNodes(0)).toEqual([document.documentElement]);
    expect(page.domNodes(page.nodeCount)).toEqual([]);
    const claimed = Array.from({ length: page.nodeCount }, (_, node) => page.domNodes(node)).flat();
    expect(new Set(claimed).size).toBe(claimed.length);
  });

  it('joins texts that stand side by side, as scripts leave them', () => {
    const texts = (...values: string[]): MadeNode[] =>
      values.map((nodeValue) => node({ nodeType: 3, nodeValue }));
    const html = element('html', [
      element('head', [element('script', texts('if (a ', '&& b) c();'))]),
      element('body', [
        element('p', [...texts('a &am', 'p; b', '', ' c'), node({ nodeType: 8 }), ...texts('d')]),
        element('p', [...texts('e'), element('b', texts('f')), ...texts('g ', 'h')]),
        element('pre', texts('', 'i\n', '  j')),
        element('p', texts('')),
        element('xmp', texts('&', 'amp;')),
      ]),
    ]);
    const page = fromDom({ documentElement: html });
    expect([...page.segments].map((text) => page.domNodes(text).map(({ nodeValue }) => nodeValue))).toEqual([
      ['a &am', 'p; b', ' c'],
      ['d'],
      ['e'],
      ['f'],
      ['g ', 'h'],
      ['i\n', '  j'],
      ['&', 'amp;'],
    ]);
    expect(pageContents(page)).toEqual(
      pageContents(
        parseText(
          '<script>if (a && b) c();</script><body><p>a &amp;amp; b c<!-- -->d<p>e<b>f</b>g h</p>' +
            '<pre>i\n  j</pre><p></p><xmp>&amp;</xmp>',
        ),
      ),
    );
  });

  it('takes a DOM of any depth without recursion, up to the limit', () => {
    let text = node({ nodeType: 3, nodeValue: 'deep' });
    for (let i = 0; i < 3000; i++) text = element('div', [text]);
    expect(() => fromDom({ documentElement: text })).toThrow(/deeper than 2048/);
    expect(fromDom({ documentElement: text }, { limits: { maxDepth: 4000 } }).nodeCount).toBe(3001);
  });
});
