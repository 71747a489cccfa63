import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const formats = ['text', 'markdown', 'html', 'marked-html'];

it.each([
  ['txt', 'text'],
  ['HTML', 'html'],
  ['mark', 'markdown'],
  ['marked', 'marked-html'],
  ['markdwon', 'markdown'],
  ['htm', 'html'],
  ['pdf', undefined],
  ['', undefined],
])('%j is meant as %j', (word, meant) => {
  expect(nearest(word, formats)).toBe(meant);
});
