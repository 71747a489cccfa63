import { describe, expect, it } from 'vitest';
import { themeNames } from '../../../../lab/src/synthetic/design.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Page, readText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Outline, SchemaView } from './columns.ts';
import { SegmentFlag } from './facts.ts';
import { outlineOf } from './outline.ts';
import { findPieces } from './pieces.ts';

/** A view in which some places always say the same. */
function viewOf(isFixed: readonly boolean[]): SchemaView {
  const known = Float64Array.from(isFixed, (fixed) => (fixed ? 5 : 0));
  const none = new Float64Array();
  const newness = new Float64Array(known.length);
  return { presence: none, newness, known, regionNewness: none, regionProse: none, regionKnown: none };
}

function piecesOf(outline: Outline, repeated: Float64Array, view: SchemaView): Uint32Array {
  const starts = new Uint32Array(outline.count + 1);
  return starts.subarray(0, findPieces(outline, repeated, view, starts) + 1);
}

/** The pieces of a page as text. Texts in capitals are repeated, and stand in places that always say the same. */
function piecesIn(html: string): string[] {
  const page = parseText(html);
  const texts = Array.from(page.segments, (node) => readText(page, node));
  const isFixed = (text: string): boolean => /^[^a-z]*$/.test(text);
  const outline = outlineOf(page);
  const repeated = Float64Array.from(texts, (text) => (isFixed(text) ? 1 : 0));
  const places = Array.from(outline.places.marks, (_, place) =>
    texts.every((text, i) => outline.place[i] !== place || isFixed(text)),
  );
  const starts = piecesOf(outline, repeated, viewOf(places));
  return Array.from(starts.subarray(0, -1), (start, piece) =>
    texts
      .slice(start, starts[piece + 1])
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

describe('a piece is', () => {
  it.each([
    [
      'a sentence with links in it',
      '<p>Read the <b>notes</b> on the <a href=/d>DOWNLOAD PAGE</a> first</p>',
      ['Read the notes on the DOWNLOAD PAGE first'],
    ],
    [
      'a sentence that ends with a link',
      '<p>For more see the <a href=/faq>FAQ</a></p>',
      ['For more see the FAQ'],
    ],
    [
      'a block of code',
      '<pre>open(<a href=/path>PATH</a> file)\n<a href=/x>CLOSE</a>()</pre>',
      ['open(PATH file) CLOSE()'],
    ],
    [
      'a block of code, however its lines are set',
      '<pre><div>a(b,<br>c)</div><div>D()</div></pre><p>e<pre>f</pre>',
      ['a(b,c)D()', 'e', 'f'],
    ],
    ['a cell', '<table><tr><td><b>COLOUR:</b> red<td>blue</table>', ['COLOUR: red', 'blue']],
    ['what stands before or after a br', 'one <i>two</i><br>three', ['one two', 'three']],
    ['a heading, even if it is all links', '<h2><a href=/a>One </a><a href=/b>two</a></h2>', ['One two']],
    ['a label with its value', '<div><span>PRICE:</span> <span>12</span></div>', ['PRICE:12']],
  ])('%s', (_, html, expected) => {
    expect(piecesIn(html)).toEqual(expected);
  });

  it.each([
    [
      'each link of a list in one line',
      '<div><a href=/>HOME</a> | <a href=/n>News</a> | <a href=/c>CONTACT</a></div>',
      ['HOME |', 'News |', 'CONTACT'],
    ],
    [
      'a link of several words and elements',
      '<div><a href=/>one <b>two</b></a> <a href=/n>three</a></div>',
      ['one two', 'three'],
    ],
    [
      'what is behind a heading and the same on all pages',
      '<h2><span>History</span><span>[<a href=/e>EDIT</a>]</span></h2>',
      ['History', '[EDIT]'],
    ],
    ['a button behind a heading', '<h3>Some words <button>COPY</button></h3>', ['Some words', 'COPY']],
  ])('%s', (_, html, expected) => {
    expect(piecesIn(html)).toEqual(expected);
  });

  it.each([
    ['a link that is new', '<h2>History <a href=/e>Edit</a></h2>'],
    ['a heading that is repeated as well', '<h2>HISTORY <a href=/e>EDIT</a></h2>'],
    ['a sign alone', '<h2>History <a href=#h>#</a></h2>'],
  ])('not apart: %s behind a heading', (_, html) => {
    expect(piecesIn(html)).toHaveLength(1);
  });
});

describe('the pieces of a page', () => {
  const pages: readonly Page[] = themeNames.flatMap((theme, seed) => {
    const site = createSite({ seed, pages: 3, theme });
    return Array.from({ length: 3 }, (_, order) => parseText(site.page(order).html));
  });

  it('hold every segment once, in their order, and begin where lines begin', () => {
    for (const page of [...pages, parseText('')]) {
      const outline = outlineOf(page);
      const nowhere = Array.from(outline.places.marks, () => false);
      const starts = [...piecesOf(outline, new Float64Array(outline.count), viewOf(nowhere))];
      expect(starts.at(-1)).toBe(outline.count);
      expect(starts.every((start, i) => i === 0 || start > starts[i - 1]!)).toBe(true);
      for (let i = 0; i < outline.count; i++)
        if ((outline.flags[i]! & SegmentFlag.lineStart) !== 0) expect(starts).toContain(i);
    }
  });
});
