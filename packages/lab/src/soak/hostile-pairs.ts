/** Pairs of pages that are made to hurt a mapping, by size: about how many nodes each page has. */
import { type Page, parseText } from 'dehusk';
import { createRandom } from './trees.ts';

export interface HostilePair {
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
