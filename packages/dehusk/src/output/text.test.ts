import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { type Page, readText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { toText } from './text.ts';

/** Judges every segment that contains a capital T as template. */
function judge(page: Page): Verdict {
  const template = new Uint8Array(page.nodeCount);
  for (const node of page.segments) if (readText(page, node).includes('T')) template[node] = 1;
  return {
    template,
    score: new Float32Array(page.nodeCount),
    seen: new Uint32Array(page.nodeCount),
    of: 1,
    version: 1,
  };
}

describe('toText', () => {
  test.each<[string, string, string]>([
    ['inline elements join', '<b>a</b>b', 'ab'],
    ['unless there is a space', '<b>a</b> b', 'a b'],
    ['inside or outside', '<b>a </b><i> b</i> c', 'a b c'],
    ['between elements', '<i>a</i>\n<i>b</i><i>c</i>', 'a bc'],
    ['white space collapses', 'a \n\t b', 'a b'],
    ['no-break spaces', 'a&nbsp;&nbsp;b<p>&nbsp;<p>c&#8239;d', 'a b\n\nc d'],
    ['paragraphs', '<p>a</p><p>b</p>\n<p> </p><p>c', 'a\n\nb\n\nc'],
    ['divs', '<div>a</div><div><div>b</div></div>c', 'a\nb\nc'],
    ['headings', 'x<h1>A</h1><h2>B</h2>y', 'x\n\nA\n\nB\n\ny'],
    ['br', 'a<br>b<br/>\nc', 'a\nb\nc'],
    ['two br', 'a<br><br>b<br><br><br>c', 'a\n\nb\n\nc'],
    ['br at the edge of a block', '<div>a<br></div><div><br>b</div>', 'a\n\nb'],
    ['br then block', 'a<br><div>b</div>', 'a\nb'],
    ['bulleted list', 'x<ul><li>a<li>b</ul>y', 'x\n\n- a\n- b\n\ny'],
    ['nested list', '<ul><li>a<ul><li>b<li>c</ul><li>d</ul>', '- a\n  - b\n  - c\n- d'],
    ['numbered list', '<ol start=9><li>a<li>b<p>c<li value=3>d</ol>', '9. a\n10. b\n\n    c\n3. d'],
    ['loose items stay close', '<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul>', '- a\n- b\n\n  c'],
    ['list in list only', '<ul><li><ul><li>a</ul></ul>', '- - a'],
    ['lines of an item', '<ul><li>a<br>b</ul>', '- a\n  b'],
    ['empty items', '<ul><li></li><li>a</li><li> </li></ul>', '- a'],
    ['definition list', '<dl><dt>a<dd>b<dd>c<dt>d</dl>', 'a\n  b\n  c\nd'],
    ['data table', '<table><tr><th>a<th>b<tr><td>c<td><p>d</p></table>e', 'a\tb\nc\td\n\ne'],
    ['empty cells', '<table><tr><td><td>a<td><td>b<td><tr><td><td></table>', '\ta\t\tb'],
    ['layout table', '<table><tr><td><h1>a</h1><td>b<tr><td>c<td>d</table>', 'a\n\nb\nc\nd'],
    ['table in a table', '<table><tr><td>a<td><table><tr><td>b<td>c</table></table>', 'a\n\nb\tc'],
    ['pre', 'a<pre>\n  b\n\n\n c  d\n</pre>e', 'a\n\n  b\n\n\n c  d\n\ne'],
    ['highlighted pre', '<pre><b>if</b> <i>x</i>:\n    <b>y</b>\n  <u>z</u></pre>', 'if x:\n    y\n  z'],
    ['pre in a list', '<ul><li>a<pre>b\n c</pre></ul>', '- a\n\n  b\n   c'],
    ['xmp', '<xmp>a\n <b></xmp>', 'a\n <b>'],
    ['hidden text', 'a<script>b</script><style>c</style><textarea>d</textarea><svg><text>e</svg>', 'a'],
    [
      'form controls part words',
      'Name<input>City<select><option>x</select>Street<img alt=y>End',
      'Name City Street End',
    ],
    ['joiners alone', '<p>a<p>&zwj;<p>&#8203;&shy;<p>&lrm;&rlm; &#x2060;<p>&#xfe0f;<p>b', 'a\n\nb'],
    ['separators alone', '<p>a<p>｜<p>⋮<p>❯ ●<p>・<p>═══<ul><li>○</ul>b', 'a\n\nb'],
    ['but what may be meant', '<p>★★★<p>%<p>†<p>?', '★★★\n\n%\n\n†\n\n?'],
    ['joiners in words', '<p>co&shy;op a&zwj;b', 'co\u00adop a\u200db'],
    ['boxes with a label and its value', '<div><span>Price</span><span>12</span></div>', 'Price 12'],
    ['and with two names', '<div><strong>Author</strong><span>Ada</span></div>', 'Author Ada'],
    ['boxes with classes', '<li><span class=a>red</span><span class=a>green</span>', '- red green'],
    ['but in a text', '<p><span class=a>gra</span><span class=b>vity</span>', 'gravity'],
    ['or without', '<div><span>gra</span><span>vity</span></div>', 'gravity'],
    ['words cut by editors', '<a href=a><span class=c>Le</span><span class=c>arn</span></a>', 'Learn'],
    ['letters that move', '<div><span class=c>W</span><span class=c>e</span></div>', 'We'],
    [
      'and with a style',
      '<h2><b style="display: inline-block">W</b><b style="display:block">e</b></h2>',
      'We',
    ],
    ['a box by its style', 'red<i style="color:red; display : inline-block">green</i>blue', 'red green blue'],
    [
      'a box by its class',
      '<h1>Bread<span class="block small">made of flour</span></h1>',
      'Bread made of flour',
    ],
    ['what lays out boxes by a class', '<p class="m-1 d-flex">red<b>green</b>', 'red green'],
    ['a class that is another one', '<p class="flexible">gra<b class="blocked">vity</b>', 'gravity'],
    ['what lays out boxes', '<p style="display:flex"><b>red</b><b>green</b>', 'red green'],
    ['what is only shown', '<p><b style="display:inline">gra</b>vity', 'gravity'],
    ['labels', '<label>Name</label>Ada<span>Lovelace</span><label>Born</label>', 'Name AdaLovelace Born'],
    ['links in boxes', '<span><a href=a>one</a></span><span><a href=b>two</a></span>', 'one two'],
    ['initials', '<p><b>W</b>ord and <span>M</span><em>ary</em>', 'Word and Mary'],
    ['numbers below', 'H<sub>2</sub>O<sup>x</sup> <span>H</span><span>2</span>', 'H2Ox H2'],
    ['code is as it is', '<code><span class=k>new</span><span class=n>Map</span></code>', 'newMap'],
    ['and so is pre', '<pre><span class=k>new</span><span class=n>Map</span></pre>', 'newMap'],
    ['boxes that touch with signs', '<span class=a>a:</span><span class=b>(b)</span>', 'a:(b)'],
    ['script parts no words', 'a<script></script>b', 'ab'],
    ['style parts words', '<b>글</b><style>a{}</style><b>중력</b>', '글 중력'],
    [
      'quotation, figure',
      'a<blockquote>b</blockquote><figure>c<figcaption>d</figcaption></figure>',
      'a\n\nb\n\nc\nd',
    ],
    ['ruby', '<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>', 'a(b)'],
    ['references', '&lt;b&gt; &amp;amp;', '<b> &amp;'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(toText(parseText(html))).toBe(text);
  });

  test('of a judged page: the content, and the template', () => {
    const page = parseText(
      '<nav><a>T1</a> <a>T2</a></nav><p>a<b>T3</b>b</p><ol><li>T4<li>c</ol><p>d <i>T5</i>',
    );
    const verdict = judge(page);
    expect(toText(page, verdict)).toBe('a b\n\nc\n\nd');
    expect(toText(page, verdict, { part: 'template' })).toBe('T1 T2\n\nT3\n\nT4\n\nT5');
  });

  test('2,000 nested lists', () => {
    const text = toText(parseText('<ul><li>a'.repeat(990)));
    expect(text.split('\n')).toHaveLength(990);
    expect(text.length).toBeLessThan(100_000);
  });

  test('never a trailing space or two blank lines, and every word of the page once, in order', () => {
    const tags = [
      'p',
      'div',
      'ul',
      'li',
      'ol',
      'b',
      'table',
      'tr',
      'td',
      'h2',
      'dl',
      'dd',
      'blockquote',
      'span',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...tags).chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag}>`)),
      fc.constantFrom(' ', '\n', '<br>', '&nbsp;'),
      fc.nat(99).map((number) => `w${number}.`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const page = parseText(pieces.join(''));
        const text = toText(page);
        expect(text).not.toMatch(/[ \t](?:\n|$)|\n\n\n|^\n|\n$/);
        const expected = Array.from(page.segments, (node) => readText(page, node)).join('');
        expect(text.match(/w\d+\./g)).toEqual(expected.match(/w\d+\./g));
      }),
      { numRuns: 300 },
    );
  });
});
