import { parseText } from 'dehusk';
import { expect, it } from 'vitest';
import { lineText, pageLines } from './lines.ts';
import { tokensOf } from './tokens.ts';

function linesOf(html: string): readonly string[] {
  const page = parseText(html);
  return pageLines(page).map((line) => tokensOf(lineText(page, line)).join(' '));
}

it.each<[string, string, readonly string[]]>([
  ['inline elements go on', '<p>Read the <a>notes</a> <b>first</b></p>', ['read the notes first']],
  ['paragraphs, headings', '<h1>Bees</h1><p>make<p>honey', ['bees', 'make', 'honey']],
  ['both sides of a block', '<div>a<div>b</div>c</div>', ['a', 'b', 'c']],
  ['br', 'a b<br>c<br><br>d', ['a b', 'c', 'd']],
  ['items and cells', '<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>', ['a', 'b', 'c', 'd']],
  ['a block inside of a link', 'a <a>b <div>c</div> d</a>', ['a b', 'c', 'd']],
  ['glued texts are one word, controls part words', '<b>ho</b>ney<input>bee', ['honey bee']],
  ['what nobody sees ends no line', 'a <script>b</script><template><p>c</p></template>d', ['a d']],
  ['code is one line', '<pre>if a:\n  b</pre>', ['if a b']],
  ['nothing', '<p> </p>', []],
])('%s', (_, html, expected) => {
  expect(linesOf(html)).toEqual(expected);
});

it('has every segment in one line, in their order', () => {
  const page = parseText('<p>a <b>b</b> c</p><nav><a>d</a> <a>e</a></nav><p>f');
  expect(pageLines(page).map(({ from, to }) => [from, to])).toEqual([
    [0, 3],
    [3, 5],
    [5, 6],
  ]);
});
