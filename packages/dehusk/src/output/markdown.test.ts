import fc from 'fast-check';
import Turndown from 'turndown';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { readText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { toMarkdown } from './markdown.ts';
import { toText } from './text.ts';

const url = 'https://a.example/b/c';

function markdown(html: string): string {
  return toMarkdown(parseText(html, { url }));
}

describe('toMarkdown', () => {
  test.each<[string, string, string]>([
    ['headings', '<h1>A</h1><h3>B <br>c</h3>d', '# A\n\n## B c\n\nd'],
    ['blocks are paragraphs', '<div>a</div><div>b</div>', 'a\n\nb'],
    ['emphasis', '<b>a</b> <em>b</em> <s>c</s> <strong><i>d</i></strong>', '**a** *b* ~~c~~ ***d***'],
    ['white space leaves emphasis', 'x<b> a </b>y', 'x **a** y'],
    ['empty emphasis', 'a<b></b><i> </i>b', 'a b'],
    ['emphasis in itself', '<b>a <b>b</b> c</b>', '**a b c**'],
    ['emphases in a row', '<b>a</b><b>b</b>', '**ab**'],
    ['different emphases in a row', '<b>a</b><i>b</i>', '**a***b*'],
    ['emphasis across blocks', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['link', '<a href="../d?x=1#y">a</a>', '[a](https://a.example/d?x=1#y)'],
    ['link with parentheses and spaces', '<a href="/a (b)">x</a>', '[x](<https://a.example/a%20(b)>)'],
    [
      'link across blocks',
      '<a href=/x><h2>a</h2><p>b</p></a>',
      '## [a](https://a.example/x)\n\n[b](https://a.example/x)',
    ],
    [
      'links side by side',
      '<a href=/x>a</a><a href=/y><b>b</b></a><a href=/z>(</a>',
      '[a](https://a.example/x) [**b**](https://a.example/y)[(](https://a.example/z)',
    ],
    ['a button between words', 'a<button>b</button>c', 'a b c'],
    [
      'boxes with a label and its value',
      '<div><strong>Price</strong><span>12</span><a href=/a>Two</a><span><a href=/b>Three</a></span></div>',
      '**Price** 12 [Two](https://a.example/a) [Three](https://a.example/b)',
    ],
    [
      'a word of two boxes',
      '<b>W</b>ord <p><span class=a>gra</span><i class=b>vity</i>',
      '**W**ord\n\ngra*vity*',
    ],
    [
      'links with a style between them',
      '<a href=/x>글</a><style>a{}</style><a href=/y>중력</a>',
      '[글](https://a.example/x) [중력](https://a.example/y)',
    ],
    ['a style parts words, a script does not', 'a<style>x{}</style>b<script>y</script>c', 'a bc'],
    ['link without text', 'a<a href=/x></a>b', 'ab'],
    ['harmful link', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['link behind an exclamation mark', 'a!<a href=/x>b</a>', 'a\\![b](https://a.example/x)'],
    ['link in bold', '<b><a href=/x>a</a></b>', '**[a](https://a.example/x)**'],
    ['image', '<img src=i.png alt="a [b]">', '![a \\[b\\]](https://a.example/b/i.png)'],
    [
      'image in a link',
      '<a href=/x><img src=/i.png></a>',
      '[![](https://a.example/i.png)](https://a.example/x)',
    ],
    [
      'lazy image',
      '<img src="data:image/gif;base64,AA" data-src="/real.jpg" alt=x>',
      '![x](https://a.example/real.jpg)',
    ],
    [
      'lazy image with a twin',
      '<figure><img src="data:image/gif;base64,AA" class=lazy alt=x><noscript><img alt=x src="/real.jpg?a=1&amp;b=2"></noscript></figure>',
      '![x](https://a.example/real.jpg?a=1&b=2)',
    ],
    [
      'lazy image in boxes, with a twin before them',
      "a <noscript><p><img src='/real.jpg'></noscript><span><picture><img alt=x src=/img/spacer.gif></picture></span>",
      'a ![x](https://a.example/real.jpg)',
    ],
    [
      'one picture in several sizes',
      '<p><img src=/a-425x128.webp><img src=/a-1200x360.webp><img src=/a-768x230.webp> <img src=/b-768x230.webp><p>b<p><img src=/a-425x128.webp>',
      '![](https://a.example/a-1200x360.webp) ![](https://a.example/b-768x230.webp)\n\nb\n\n![](https://a.example/a-425x128.webp)',
    ],
    [
      'one picture again and again',
      '<p><img src=/star.gif><img src=/star.gif> <img src=/star.gif><p>b<p><img src=/star.gif>',
      '![](https://a.example/star.gif)\n\nb\n\n![](https://a.example/star.gif)',
    ],
    ['letters that draw icons', '<p>\uf17c/\uf179 \uf17a</p><p>ⓘ</p>a', 'a'],
    [
      'drawings of the layout',
      'a <img src=/img/disk_icon.png><img src=/left-arrow-off.gif><img src=/closed.png alt="+"> b <img src=/icon.png alt=c>',
      'a b ![c](https://a.example/icon.png)',
    ],
    [
      'code of Doxygen with a bubble',
      '<div class=fragment><div class=line>{</div>\n<div class=line>&#160;<a href=m>Map</a> m;</div>\n<div class=line>}</div>\n<div class=ttc id=m><div class=ttname>Map</div><div class=ttdoc>Maps.</div></div>\n</div><p>A page has more text than a bubble.',
      '```\n{\n Map m;\n}\n```\n\nA page has more text than a bubble.',
    ],
    ['code with the bare name of its language', '<pre class="rust example">a</pre>', '```rust\na\n```'],
    ['a box with such a name', '<div class=go><pre>a</pre></div>', '```\na\n```'],
    [
      'a note with its sign',
      '<table><tr><td rowspan=2><img src=/note.png alt="[Note]"><th>Note<tr><td>Take care.</table>',
      'Note\n\nTake care.',
    ],
    [
      'rows with a picture each',
      '<table><tr><td>a<td><img src=/5.png><tr><td>b<td><img src=/5.png></table>',
      '| a | ![](https://a.example/5.png) |\n| --- | --- |\n| b | ![](https://a.example/5.png) |',
    ],
    ['a picture in the place of one', 'a <img src=/shop-placeholder-300x300.png alt="Placeholder"> b', 'a b'],
    [
      'lines of code in boxes',
      '<div class=fragment><div class=line><a name=l1></a><span class=lineno>    1</span>&#160;<b>int</b> a;</div>\n<div class=line> </div>\n<div class=line><span class=lineno>    3</span>&#160;&#160;&#160;b();</div>\n</div><!-- fragment -->c',
      '```\n int a;\n\n   b();\n```\n\nc',
    ],
    [
      'a list that stands for its item',
      '<ul><li><ul><li>a<li>b</ul><li>c<ul><li>d</ul></ul>',
      '- a\n- b\n- c\n  - d',
    ],
    [
      'links that lead nowhere',
      '<h2 id=x><a href="#x">a</a></h2><a href="#">b</a> <a href="#x">c</a>',
      '## a\n\nb [c](https://a.example/b/c#x)',
    ],
    ['sign that nobody sees', '<h2 id=x>a<a href="#x">&#8203;</a></h2>', '## a'],
    ['a row that is left below a title', '<table><tr><th colspan=3>a<tr><td><th>b<td></table>', 'a\n\nb'],
    [
      'a formula that was cut',
      '<img class=tex src=/f.png alt="\\frac{1}{[...]">',
      '![\\\\frac{1}{\\[...\\]](https://a.example/f.png)',
    ],
    [
      'what is no twin',
      '<p>a<noscript><img src=/count.gif></noscript><p>b <img alt=x> c<noscript><img src=/1.png><img src=/2.png></noscript>',
      'a\n\nb c',
    ],
    [
      'lazy image with a stand-in',
      '<img src=/grey.png data-lazy-src=/real.jpg>',
      '![](https://a.example/real.jpg)',
    ],
    [
      'largest of a set',
      '<img srcset="/s.jpg 320w, /l.jpg 1280w, /m.jpg 640w">',
      '![](https://a.example/l.jpg)',
    ],
    [
      'address with commas in a set',
      '<img srcset="/a,b/1.jpg 1x, /a,b/2.jpg 2x">',
      '![](https://a.example/a,b/2.jpg)',
    ],
    ['picture', '<picture><source srcset="/p.webp"><img alt=p></picture>', '![p](https://a.example/p.webp)'],
    [
      'pixels, spacers and icons',
      'a<img src=/t.gif width=1 height=1><img src=/i/spacer.gif><img src=/i.png width=16 height=16>b',
      'a b',
    ],
    [
      'small picture with words',
      '<img src=/i.png width=16 height=16 alt=New>',
      '![New](https://a.example/i.png)',
    ],
    ['image in the source', 'a<img src="data:image/png;base64,AA">b', 'a b'],
    ['lists', 'x<ul><li>a<li>b<ol start=3><li>c<li>d</ol></ul>', 'x\n\n- a\n- b\n\n  3. c\n  4. d'],
    ['paragraphs in items', '<ol><li><p>a</p><p>b</p><li>c</ol>', '1. a\n\n   b\n2. c'],
    ['quotation', 'a<blockquote><p>b<p>c<ul><li>d</ul></blockquote>e', 'a\n\n> b\n>\n> c\n>\n> - d\n\ne'],
    ['quotation in an item', '<ul><li>a<blockquote>b<br>c</blockquote></ul>', '- a\n\n  > b\\\n  > c'],
    ['a link to the page itself', '<a href="c#">a</a> <a href="d#">b</a>', 'a [b](https://a.example/b/d#)'],
    [
      'code that is a link',
      '<code><a href=x>b</a></code> <code><a href=x>b</a>c</code>',
      '[`b`](https://a.example/b/x) `bc`',
    ],
    [
      'pictures of controls, and such that say they are signs',
      '<p>a<button><span><img alt=Copy src=/c.svg></span></button><img alt="PDF icon" src=/p.png>b<img alt="An icon of 1420" src=/i.jpg>',
      'a b ![An icon of 1420](https://a.example/i.jpg)',
    ],
    [
      'a picture between two words',
      '<b>By</b><img src=/a.png><i>Ana</i>',
      '**By** ![](https://a.example/a.png)*Ana*',
    ],
    ['code span', '<code>a &lt; `b`  c</code> <kbd>*</kbd>', '``a < `b` c`` `*`'],
    ['white space around code', 'a<code> b </code>c<code> </code>d', 'a `b` c d'],
    ['code block and rule in a heading', '<h2>a<pre>b\n c</pre><hr>d</h2>', '## a `b c` d'],
    [
      'link in code',
      '<code>a<a href=x>b</a></code><a href=/y><code>c</code></a>',
      '`ab`[`c`](https://a.example/y)',
    ],
    ['code block', '<pre><code class="x language-js">a\n  b\n</code></pre>', '```js\na\n  b\n```'],
    [
      'code block of spans and lines',
      '<pre><div><b>a</b> <i>b</i></div><div>c</div></pre>',
      '```\na b\nc\n```',
    ],
    ['fence in a code block', '<pre>```\nx</pre>', '````\n```\nx\n````'],
    ['code block in an item', '<ul><li>a<pre>b\n\nc</pre></ul>', '- a\n\n  ```\n  b\n\n  c\n  ```'],
    ['code that was never closed', '<code>a<p>b <p>c', 'a\n\nb\n\nc'],
    ['br', 'a<br>b<br><br>c<br>', 'a\\\nb\n\nc'],
    ['hr', 'a<hr>b', 'a\n\n---\n\nb'],
    [
      'table',
      '<table><tr><th>a<th>b<tr><td>c|d<td><b>e</b><br>f</table>g',
      '| a | b |\n| --- | --- |\n| c\\|d | **e**<br>f |\n\ng',
    ],
    [
      'table without head',
      '<table><tr><td>a<td>b<tr><td colspan=2>c</table>',
      '| a | b |\n| --- | --- |\n| c |  |',
    ],
    [
      'cells over rows',
      '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td>2<td rowspan=3>3<tr><td>4<tr><td>5<td>6</table>',
      '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 1 | 4 | 3 |\n| 5 | 6 | 3 |',
    ],
    [
      'cells over rows and columns',
      '<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>1<td>2<tr><td>3</table>',
      '| a | b | c |\n| --- | --- | --- |\n| 1 |  | 2 |\n| 1 |  | 3 |',
    ],
    [
      'table with caption',
      '<table><caption>x</caption><tr><th>a<th>b</table>',
      'x\n\n| a | b |\n| --- | --- |',
    ],
    ['layout table', '<table><tr><td><ul><li>a</ul><td>b</table>', '- a\n\nb'],
    ['table of one column', '<table><tr><td>a<tr><td>b</table>', 'a\n\nb'],
    ['definitions', '<dl><dt>a<dd>b<dd><p>c<dt>d</dl>', '**a**\n\n- b\n- c\n\n**d**'],
    [
      'terms of which nothing is said',
      '<p>x<dl><dt>a<dt><a href=/b>b</a></dl>y',
      'x\n\n- a\n- [b](https://a.example/b)\n\ny',
    ],
    [
      'terms below terms',
      '<dl><dt>1<dd><dl><dt>1.1<dt>1.2<dd><dl><dt>1.2.1</dl></dl><dt>2</dl>',
      '- 1\n  - 1.1\n  - 1.2\n    - 1.2.1\n- 2',
    ],
    ['terms below nothing', '<dl><dt><dd><dl><dt>a<dt>b</dl></dl>', '- a\n- b'],
    ['definitions below a term', '<dl><dt>1<dd><dl><dt>a<dd>b</dl></dl>', '- 1\n\n  **a**\n\n  - b'],
    [
      'a table of several blocks under a head',
      '<table><tr><th>a<th>b<tr><td><p>c<p>d<td><ul><li>e<li>f</ul></table>',
      '| a | b |\n| --- | --- |\n| c<br>d | e<br>f |',
    ],
    [
      'a title over a table',
      '<table><tr><td colspan=2>t<tr><td>a<td>b<tr><td>c<td>d</table>',
      't\n\n| a | b |\n| --- | --- |\n| c | d |',
    ],
    ['a row without names', '<table><tr><td>a<td>b</table>', 'a\n\nb'],
    [
      'an icon beside a note',
      '<table><tr><td><img src=/n.png width=16 height=16><td>a<tr><td><td>b</table>',
      'a\n\nb',
    ],
    ['a presentation', '<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>', 'a\n\nb\n\nc\n\nd'],
    [
      'language of a box',
      '<div class="highlight-python notranslate"><div class=highlight><pre>x</pre></div></div>',
      '```python\nx\n```',
    ],
    [
      'line numbers',
      '<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>',
      '```\na\nb\n```',
    ],
    [
      'line numbers in lines',
      '<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>',
      '```\na\nb\n```',
    ],
    [
      'a button that copies',
      '<pre><code>a</code><button>Copy</button></pre><button>b</button>',
      '```\na\n```\n\nb',
    ],
    ['raised and lowered', 'x<sup>2</sup> H<sub>2</sub>O', 'x<sup>2</sup> H<sub>2</sub>O'],
    [
      'footnotes',
      '<p>a<sup><a id=r1 href="#n1">1</a></sup> b</p><ol><li id=n1><p>note <a href="#r1">↩</a></p></ol>',
      'a[^1] b\n\n[^1]: note',
    ],
    [
      'footnotes that are numbered, and lead back twice',
      '<p>a<sup><a id=r1 href="#n1">[1]</a></sup> b<sup><a id=r2 href="#n1">[1]</a></sup></p><aside id=n1><span>[</span>1<span>]</span> (<a href="#r1">1</a>,<a href="#r2">2</a>)<p>note (2)</aside>',
      'a[^1] b[^1]\n\n[^1]: note (2)',
    ],
    [
      'footnotes whose text is the link back',
      '<p>a<a id=r1 href="#n1"><sup>1</sup></a></p><ul><li><a id=n1 href="#r1"><sup>1 </sup>Smith, pages 4 to 12, and others</a></ul>',
      'a[^1]\n\n[^1]: [Smith, pages 4 to 12, and others](https://a.example/b/c#r1)',
    ],
    [
      'footnotes whose text is a short link back',
      '<p>a<a id=r1 href="#n1"><sup>1</sup></a><ol><li id=n1><a href="#r1">Other, 42</a></ol>',
      'a[^1]\n\n[^1]: [Other, 42](https://a.example/b/c#r1)',
    ],
    [
      'raised link that is no footnote',
      'a<sup><a href="#n1">1</a></sup><p id=n1>b',
      'a<sup>[1](https://a.example/b/c#n1)</sup>\n\nb',
    ],
    ['details', '<details><summary>a</summary>b</details>', '**a**\n\nb'],
    ['details of a heading', '<details><summary><h2>a</h2></summary>b</details>', '## a\n\nb'],
    [
      'figure',
      '<figure><img src=/i.png alt=a><figcaption>b</figcaption></figure>',
      '![a](https://a.example/i.png)\n\nb',
    ],
    [
      'formula of MathML',
      '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math> b',
      'a $`x_1`$ b',
    ],
    [
      'formula of a block',
      '<math display=block><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
      '```math\nx^2\n```',
    ],
    ['formula of MathJax', 'a <script type="math/tex">y*z</script>', 'a $`y*z`$'],
    ['formula of a picture', 'a <img class=tex alt="$n!$" src=/f.png>', 'a $`n!`$'],
    ['rules at the ends and in a row', '<hr>a<hr><hr>b<hr>', 'a\n\n---\n\nb'],
    ['rule at the end of an item', '<ul><li>a<hr><li>b</ul>', '- a\n- b'],
    ['levels of headings', '<h3>a</h3><h5>b</h5><h3>c</h3><h1>d</h1>', '## a\n\n### b\n\n## c\n\n# d'],
    ['pilcrow', '<h2>a<a href="#a">¶</a></h2><h2><a href="#b">#</a> b</h2>', '## a\n\n## b'],
    [
      'signs of a pager',
      'a<p><a href=/1>«</a> | <a href=/2>»</a></p><ul><li>→</li><li>b</li></ul>',
      'a\n\n- b',
    ],
    ['emphasis between sign and letter', 'a<b>(b)</b>c <b>"d"</b>e', 'a(b)c "d"e'],
    ['hidden', '<title>x</title><script>a</script><select><option>b</select>c', 'c'],
    ['nothing', '', ''],
  ])('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test.each<[string, string]>([
    ['*a* _b_ `c` [d] <e> ~f~ \\g', '\\*a\\* \\_b\\_ \\`c\\` \\[d\\] \\<e> \\~f\\~ \\\\g'],
    ['snake_case a_ _b', 'snake_case a\\_ \\_b'],
    ['&amp;lt; a & b', '\\&lt; a & b'],
    ['# a', '\\# a'],
    ['#a', '#a'],
    ['- a', '\\- a'],
    ['-a', '-a'],
    ['=====', '\\====='],
    ['> a', '\\> a'],
    ['1984. a', '1984\\. a'],
    ['<span>1</span>) a', '1\\) a'],
    ['<b>1</b>. a', '**1**. a'],
    ['+ a', '\\+ a'],
  ])('text reads back: %s', (html, expected) => {
    expect(markdown(`<p>${html.replace(/<(?!\/?(?:span|b)>)/g, '&lt;')}`)).toBe(expected);
  });

  test.each([
    ['absolute', '[a](https://a.example/x) [b](https://a.example/x)'],
    ['relative', '[a](/x) [b](/x)'],
    ['none', 'a b'],
    ['footnotes', '[a][1] [b][1]\n\n[1]: https://a.example/x'],
  ] as const)('links: %s', (linkStyle, expected) => {
    const page = parseText('<a href=/x>a</a> <a href=/x>b</a> <a href=/y></a>', { url });
    expect(toMarkdown(page, undefined, { linkStyle })).toBe(expected);
  });

  test.each([
    ['keep', 'a ![b](https://a.example/i.png)'],
    ['alt', 'a b'],
    ['none', 'a'],
  ] as const)('pictures: %s', (images, expected) => {
    expect(toMarkdown(parseText('a <img src=/i.png alt=b>', { url }), undefined, { images })).toBe(expected);
  });

  test('of a judged page: content, and the pictures that go with it', () => {
    const page = parseText(
      '<div><img src=/logo.png><ul><li>T1</ul></div><div><p>a <b>T2</b><a href=/x><img src=/photo.png></a></div>' +
        '<table><tr><th>T3<th>T4<tr><td>b<td>T5<tr><td>T6</table>',
      { url },
    );
    const template = new Uint8Array(page.nodeCount);
    for (const node of page.segments) if (readText(page, node).startsWith('T')) template[node] = 1;
    const verdict: Verdict = {
      template,
      score: new Float32Array(),
      seen: new Uint32Array(),
      of: 1,
      version: 1,
    };
    expect(toMarkdown(page, verdict)).toBe('a [![](https://a.example/photo.png)](https://a.example/x)\n\nb');
  });

  test.each<[string, string, string]>([
    ['a logo before the menu', '<p><a href=/><img src=/l.png></a></p><p>T1</p><p>a</p>', 'a'],
    ['a badge behind all', '<p>a</p><p>T1</p><p><a href=//b.example/c><img src=/b.png></a></p>', 'a'],
    ['beside the content', '<p>T1</p><p><a href=/><img src=/p.png></a></p><p>a</p>', '[![](/p.png)](/)\n\na'],
    [
      'one that leads to more of it',
      '<p><a href=/large><img src=/l.png></a></p><p>T1</p><p>a</p>',
      '[![](/l.png)](/large)\n\na',
    ],
    ['one that is no link', '<p><img src=/l.png></p><p>T1</p><p>a</p>', '![](/l.png)\n\na'],
  ])('a picture in a block of its own: %s', (_, html, expected) => {
    const page = parseText(html, { url });
    const template = new Uint8Array(page.nodeCount);
    for (const node of page.segments) if (readText(page, node).startsWith('T')) template[node] = 1;
    const verdict = { template, score: new Float32Array(), seen: new Uint32Array(), of: 1, version: 1 };
    expect(toMarkdown(page, verdict, { linkStyle: 'relative' })).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['before', '<p><a>T1</a> | <a>b</a> | <a>c</a>', 'b | c'],
    ['behind', '<p>a <i>&raquo;</i> <b>T1</b>', 'a'],
    ['between', '<p><a>a</a> · <a>T1</a> · <a>c</a>', 'a · c'],
    ['several', '<p><a>T1</a>, <a>T2</a>, <a>c</a>, <a>T3</a>', 'c'],
    ['in another block', '<p>T1<p><u>a</u> <u>|</u><p>T2', 'a |'],
    ['numbers of a list without its first items', '<ol><li>T1<li>b<li>c</ol>', '- b\n- c'],
    ['numbers of a list without its last items', '<ol><li>a<li>b<li>T3</ol>', '1. a\n2. b'],
    ['the number of a list with one item left', '<ol><li>T1<li>b</ol>', 'b'],
  ])('signs beside what is left out: %s', (_, html, expected) => {
    const page = parseText(html, { url });
    const template = new Uint8Array(page.nodeCount);
    for (const node of page.segments) if (readText(page, node).startsWith('T')) template[node] = 1;
    const none = { score: new Float32Array(), seen: new Uint32Array(), of: 1, version: 1 };
    expect(toMarkdown(page, { template, ...none })).toBe(expected);
    expect(toText(page, { template, ...none })).toBe(expected);
  });

  test('without an address of the page, addresses stay as they are', () => {
    expect(toMarkdown(parseText('<a href="/a b">x</a><a href="//c">y</a><a href="data:x">z</a>'))).toBe(
      '[x](/a%20b) [y](//c) z',
    );
  });

  test('2,000 levels', () => {
    expect(markdown(`${'<b><i><a href=x><ul><li><blockquote>'.repeat(330)}x`)).toMatch(/x/);
    expect(markdown(`${'<div>'.repeat(2000)}x`)).toBe('x');
  });

  test('addresses are those that a browser makes', () => {
    const pieces = [
      'a',
      'B1',
      '..',
      '.',
      '/',
      '//',
      '?',
      '#',
      ':',
      '%2E',
      '%2e%2e',
      '%41',
      '=',
      '&',
      ';',
      '@',
      '~',
      '-',
      'http:',
      'é',
      ' ',
    ];
    const address = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
      .map((some) => some.join(''));
    const base = fc.constantFrom(
      url,
      'https://a.example/',
      'http://b.example/c/d/e.html?f=/g#h',
      'https://A.example:8080/i/../j',
    );
    fc.assert(
      fc.property(address, base, (href, from) => {
        const page = parseText(`<a href="${href}">x</a>`, { url: from });
        const expected = URL.canParse(href, from) ? new URL(href, from).href : '';
        const [, written = ''] = /^\[x\]\(<?(.*?)>?\)$/.exec(toMarkdown(page)) ?? [];
        const isWritten = /^https?:/.test(expected) && !/^\s*#?\s*$/.test(href) && expected !== `${from}#`;
        if (isWritten) expect(written).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  describe('against turndown', () => {
    const turndown = new Turndown({
      headingStyle: 'atx',
      hr: '---',
      codeBlockStyle: 'fenced',
      emDelimiter: '*',
    });
    turndown.addRule('break', { filter: 'br', replacement: () => '\\\n' });

    test.each([
      '<h1>One</h1><p>Two <b>three</b> <i>four</i> <code>five</code></p><hr><h2>Six</h2>',
      '<p>A <a href="https://a.example/x">link</a> and <img src="https://a.example/i.png" alt="pic">.</p>',
      '<blockquote><p>One</p><p>Two</p></blockquote><p>Three</p>',
      '<pre><code class="language-js">a\n  b</code></pre><p>c</p>',
      '<p>a<br>b</p><p>1. c</p><p># d</p><p>* e</p>',
      '<p>[a] `b` *c*</p><div>d</div><div>e <span>f</span></div>',
    ])('%s', (html) => {
      const reference = turndown.turndown(html).replace(/^>$/gm, '>').replaceAll('> \n', '>\n');
      expect(markdown(html)).toBe(reference);
    });

    test('has the same words in the same order on any markup', () => {
      const tags = ['p', 'div', 'ul', 'li', 'ol', 'b', 'em', 'h2', 'blockquote', 'span', 'pre', 'a href=/x'];
      const piece = fc.oneof(
        fc.constantFrom(...tags).chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag.split(' ')[0]}>`)),
        fc.constantFrom(' ', '\n', '<br>'),
        fc.nat(99).map((number) => `w${number}w`),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          const html = pieces.join('');
          const words = (text: string): string[] => text.match(/w\d+w/g) ?? [];
          expect(words(markdown(html))).toEqual(words(turndown.turndown(html)));
        }),
        { numRuns: 200 },
      );
    });
  });
});
