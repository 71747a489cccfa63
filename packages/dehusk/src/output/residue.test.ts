import { describe, expect, test } from 'vitest';
import type { HashKey } from '../page/hash.ts';
import { readText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { residueTexts } from './residue.ts';

/** What is left over of a page of which all texts with a capital T are left out. */
function residueOf(html: string, hashKey?: HashKey): readonly string[] {
  const page = parseText(html, hashKey && { hashKey });
  const omitted = new Uint8Array(page.nodeCount);
  for (const node of page.segments) if (readText(page, node).includes('T')) omitted[node] = 1;
  return residueTexts(page, omitted).map((node) => readText(page, node));
}

describe('left over', () => {
  test.each<[string, string, readonly string[]]>([
    ['a link of a heading to itself', '<h2>a<a href="#a">#</a></h2>', ['#']],
    ['a pilcrow wherever it stands', '<p>a<a href="#a"> ¶ </a></p>', [' ¶ ']],
    ['by a reference', '<h2>a<a href="#a">&para;</a></h2>', ['¶']],
    ['no link within the page', '<h2>a<a href="/b">#</a></h2>', []],
    ['numbers of lines', '<pre><span class="lineno">12 </span>a</pre>', ['12 ']],
    ['a sign before what is left out', '<p><b>a</b> | <b>T</b></p>', [' | ']],
    ['a sign behind it', '<p><b>T</b> &middot; <b>a</b></p>', [' · ']],
    ['between two words', '<p><b>a</b> | <b>T</b> <b>b</b></p>', []],
    ['one of two signs', '<p><b>a</b><i>|</i><b>T</b><i>/</i><b>b</b></p>', ['/']],
    ['signs at the end', '<p><b>a</b><i>|</i><b>T</b><i>/</i></p>', ['|', '/']],
    ['nothing left out beside it', '<p><b>a</b><i>|</i></p><p>T</p>', []],
    ['a label of nothing', '<div><p>See also:</p><p>T</p></div>', ['See also:']],
    ['a label of something', '<div><p>See also:</p><p>T</p><p>a</p></div>', []],
    ['the last text of a page', '<p>T</p><p>Label:</p>', []],
  ])('%s', (_, html, expected) => {
    expect(residueOf(html)).toEqual(expected);
  });
});

test('what signs are does not depend on the key of their hashes, nor on pages before', () => {
  const signs = ['|', '#', '¶', '·', '»', 'ab', '1', '-', '\u200b', 'é', '中'];
  const page = signs.map((sign) => `<p><b>T</b><i>${sign}</i></p>`).join('');
  const expected = residueOf(page);
  expect(expected).toEqual(['|', '·', '»', '-']);
  for (let key = 0; key < 200; key++) expect(residueOf(page, [key % 3, key])).toEqual(expected);
});
