/** Pages, and pairs of pages, that are made to hurt, each by size: for tests at full size, and for benchmarks of growth. */
import { type Page, parseText } from 'dehusk';
import { createRandom } from './trees.ts';

/** A kind of page that a parser's worst habits would make quadratic, deep or huge. */
export interface HostileFamily {
  readonly name: string;
  /** A page whose length grows in proportion to `size`. */
  html(size: number): string;
}

const repeat =
  (unit: string) =>
  (size: number): string =>
    unit.repeat(size);
const numbered =
  (unit: (i: number) => string) =>
  (size: number): string =>
    Array.from({ length: size }, (_, i) => unit(i)).join('');
const after =
  (prefix: string, rest: (size: number) => string) =>
  (size: number): string =>
    prefix + rest(size);

export const hostileFamilies: readonly HostileFamily[] = [
  { name: 'siblings', html: repeat('<p>x') },
  { name: 'void siblings', html: repeat('<br>') },
  { name: 'attributes of one element', html: (size) => `<p ${numbered((i) => `a${i % 50_000}=1 `)(size)}>x` },
  { name: 'one class over and over', html: repeat('<i class="same">x</i>') },
  { name: 'different classes', html: numbered((i) => `<i class="c${i}">x</i>`) },
  { name: 'end tags of a covered element', html: after(`<x><div>${'<span>'.repeat(1500)}`, repeat('</x>')) },
  { name: 'end tags of nothing', html: after('<span>'.repeat(1500), repeat('</nothing>')) },
  {
    name: 'blocks below an open paragraph',
    html: after(`<p><button>${'<span>'.repeat(1500)}`, repeat('<div></div>')),
  },
  { name: 'list items under many spans', html: after(`<ul><li>${'<span>'.repeat(1500)}`, repeat('<b><li>')) },
  { name: 'text cut by ignored tags', html: repeat('a</nope>') },
  { name: 'text leaving a table', html: after('<table>', repeat('a<tr>b</nope>c')) },
  { name: 'tables in tables', html: repeat('<table><tr><td></table></table>') },
  { name: 'anchors in anchors', html: repeat('<a href=#><div></div>') },
  { name: 'bold across blocks', html: repeat('<b><p>x</b></p>') },
  { name: 'fonts kept open', html: numbered((i) => `<p><font size=${i % 4}>x</p>`) },
  { name: 'headings', html: repeat('<h1><h2>') },
  { name: 'comments', html: repeat('<!-- -->') },
  { name: 'unfinished comments', html: repeat('<!-') },
  { name: 'less-than signs', html: repeat('<') },
  { name: 'ampersands', html: repeat('&') },
  { name: 'character references', html: repeat('&amp;') },
  { name: 'scripts', html: repeat('<script>x</script>') },
  { name: 'script openings', html: after('<script>', repeat('<script')) },
  { name: 'templates', html: repeat('<template>') },
  { name: 'options', html: after('<select>', repeat('<option>x')) },
  { name: 'foreign elements', html: after('<svg>', repeat('<g></g></x>')) },
  { name: 'white space in pre', html: after('<pre>', repeat('<i>x</i> ')) },
  { name: 'one long text', html: repeat('word ') },
  { name: 'NULs', html: repeat('\0a') },
  { name: 'invented tags', html: numbered((i) => `<x-${i % 50_000}></x-${i % 50_000}>`) },
];

/** Two pages that are made to hurt a mapping; the size is about how many nodes each has. */
interface HostilePair {
  readonly name: string;
  pages(size: number): readonly [Page, Page];
}

const list = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join('');

/** Two pages of one kind from different streams of numbers. */
function both(html: (size: number, random: (limit: number) => number) => string): HostilePair['pages'] {
  return (size) => [parseText(html(size, createRandom(1))), parseText(html(size, createRandom(2)))];
}

export const hostilePairs: readonly HostilePair[] = [
  {
    name: 'one parent, children of one label, all different',
    pages: (size) => [
      parseText(list(size / 2, (i) => `<p>a${i}</p>`)),
      parseText(list(size / 2, (i) => `<p>b${i}</p>`)),
    ],
  },
  {
    name: 'children of one label with texts of a small alphabet',
    pages: both((size, random) => list(size / 2, () => `<p>${random(50)}</p>`)),
  },
  {
    name: 'texts of a small alphabet',
    pages: both((size, random) => list(size / 2, () => `<br>${random(9)}`)),
  },
  {
    name: 'rows of three cells',
    pages: both(
      (size, random) =>
        `<table>${list(size / 7, () => `<tr><td>${random(30)}<td>${random(30)}<td>${random(30)}`)}</table>`,
    ),
  },
  {
    name: 'rows of different lengths',
    pages: both((size, random) => list(size / 6, () => `<p>${'<b>x</b>'.repeat(random(6))}</p>`)),
  },
  {
    name: 'all labels equal, by path',
    pages: both((size, random) => {
      let html = '';
      for (let i = 0, depth = 0; i < size; i++) {
        if (depth > 0 && (depth > 200 || random(2) === 0)) {
          html += '</div>';
          depth--;
        } else {
          html += '<div>';
          depth++;
        }
      }
      return html;
    }),
  },
  {
    name: 'chains',
    pages: both((size, random) =>
      list(size / 1000, () => '<div>'.repeat(900 + random(99)) + '</div>'.repeat(999)),
    ),
  },
  {
    name: 'wide above wide',
    pages: both((size, random) => {
      const side = Math.floor(Math.sqrt(size / 2));
      return list(side, () => `<ul>${list(side, () => `<li>${random(5)}`)}</ul>`);
    }),
  },
  {
    name: 'children of one tag, each with an attribute of its own',
    pages: (size) => [
      parseText(list(size / 10, (i) => `<p data-a${i}></p>`)),
      parseText(list(size / 10, (i) => `<p data-b${i}></p>`)),
    ],
  },
  {
    name: 'reversed',
    pages: (size) => [
      parseText(list(size / 2, (i) => `<p>${i}</p>`)),
      parseText(list(size / 2, (i) => `<p>${size - i}</p>`)),
    ],
  },
];
