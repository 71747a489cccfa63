import { expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { drawSamples } from './sample.ts';

const pages = (count: number) =>
  Array.from({ length: count }, (_, i) => parseText('x', { url: `https://acme.example/${i}` }));

it('takes all pages where they are few', () => {
  expect(drawSamples(pages(5), 1, 500)).toEqual([[0, 1, 2, 3, 4]]);
});

it('spreads a sample over the batch', () => {
  expect(drawSamples(pages(10), 1, 4)).toEqual([[0, 2, 5, 7]]);
});

it('puts no page into two samples', () => {
  expect(drawSamples(pages(12), 3, 2)).toEqual([
    [0, 6],
    [2, 8],
    [4, 10],
  ]);
  expect(drawSamples(pages(7), 2, 500)).toEqual([
    [0, 2, 4, 6],
    [1, 3, 5],
  ]);
  expect(drawSamples(pages(2), 5, 500)).toEqual([[0], [1]]);
});

it('takes one capture of a page, and every page that has no name', () => {
  const [first, second] = pages(2);
  expect(drawSamples([first!, second!, first!], 1, 500)).toEqual([[0, 1]]);
  expect(drawSamples([parseText('x'), parseText('x')], 1, 500)).toEqual([[0, 1]]);
  expect(drawSamples([], 2, 500)).toEqual([]);
});
