import { clean, parseText } from 'dehusk';
import { expect, test } from 'vitest';
import { createSite } from '../synthetic/synthetic-site.ts';
import { checkMarkdown } from './markdown-check.ts';

test.each([
  ['words that touch', '<h5><span class=a>Cart</span><span class=b>0</span></h5><p>b'],
  ['headings', '<h1>One</h1><h4>Two</h4><p>text<h2>Three</h2>'],
  ['signs', '<p>* a_b_ <b>"c"</b>d [e] `f` | g</p><p>1. h</p><p># i</p><p>&lt;b&gt; &amp;amp;</p>'],
  [
    'lists',
    '<ol start=4><li>a<ul><li>b<li><p>c<p>d</ul><li><pre>e\n\n  f</pre></ol><dl><dt>g<dd>h<dl><dt>i<dd><pre>j</pre></dl></dl>',
  ],
  ['nested ol', '<ul><li>a<ol start=7><li>b</ol></ul>'],
  [
    'tables',
    '<table><caption>t</caption><tr><th>a<th>b<tr><td rowspan=2>c|d<td><ul><li>e<li>f</ul><tr><td><code>g|h</code></table>',
  ],
  ['layout', '<table><tr><td><h2>a</h2><td><table><tr><th>b<th>c<tr><td>d<td>e</table></table>'],
  ['code', '<pre><code class="language-c">a`b``\n```\n* c</code></pre><p>x <code>`y</code> z'],
  ['notes', '<p>a<sup><a id=r href="#n">1</a></sup><aside id=n><a href="#r">1</a> b<p>c</aside>'],
  [
    'notes that are linked back to twice',
    '<p>a<sup><a id=r href="#n">1</a></sup> b<sup><a id=s href="#n">1</a></sup><aside id=n>[1] (<a href="#r">1</a>, <a href="#s">2</a>) c</aside>',
  ],
  [
    'notes that are one link',
    '<p>a <a id=r href="#n"><sup>1</sup></a><ul><li><a id=n href="#r"><sup>1 </sup>Smith, pages 4 to 12, and others</a></ul>',
  ],
  [
    'quotes',
    '<blockquote>a<blockquote>b<hr>c</blockquote><table><tr><th>d<th>e<tr><td>f<td>g</table></blockquote>',
  ],
  [
    'pictures',
    '<a href=/x><img src=/spacer.gif></a><p><a href=/y><img src=/i.png width=1 height=1></a><ul><li><img src=/j.gif height=1>',
  ],
])('Markdown reads back: %s', (_, html) => {
  expect(checkMarkdown(parseText(html, { url: 'https://a.example/' }))).toEqual([]);
});

test('Markdown of generated sites reads back', async () => {
  for (const seed of [3, 8]) {
    const site = createSite({ seed, pages: 12 });
    const pages = Array.from({ length: 12 }, (_, order) => site.page(order));
    for await (const cleaned of clean(pages, { twoPass: true }))
      if (cleaned.error === undefined)
        expect(checkMarkdown(cleaned.page, cleaned.verdict), cleaned.url).toEqual([]);
  }
}, 60_000);

test('what is lost, and what nobody wants, is told', () => {
  const page = parseText('<h1>Alpha</h1><p>beta</p><pre>gamma</pre>');
  const markdown = '-\n\n→\n\n|  |  |\n| --- | --- |\n| beta | [](x) |\n\n# a\n\n### b\n\n---';
  expect(checkMarkdown(page, undefined, markdown)).toEqual([
    'lost 2 words: alpha, gamma',
    'lost 1 words of headings: alpha',
    'lost 1 words of code: gamma',
    'an empty item',
    'a table without head',
    'an empty link',
    'signs only: →',
    'a rule at an end',
    'a heading of level 3 under one of 1',
  ]);
});
