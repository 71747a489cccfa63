import { expect, it } from 'vitest';
import { count, mapped, size } from './flag-values.ts';

it.each([
  ['5000', 5000],
  ['500k', 512_000],
  ['50M', 52_428_800],
  ['1gb', 1_073_741_824],
  ['7b', 7],
])('%s is a size of %d bytes', (text, bytes) => {
  expect(size('--x')(text)).toBe(bytes);
});

it.each(['', '0', '0k', '-1', '1.5m', '1e3', 'm', '999999999999g', '10 m'])('%j is no size', (text) => {
  expect(() => size('--x')(text)).toThrow('--x takes a number of bytes');
});

it.each(['', '0', '-1', '1.5', '1e3', '0x10', 'ten'])('%j is no count', (text) => {
  expect(() => count('--x')(text)).toThrow('--x takes a whole number above 0');
});

it('collects mapped names, and the last one counts', () => {
  const read = mapped('--field', ['html', 'url']);
  expect(read('html=a', read('url=b', read('html=c=d')))).toEqual({ html: 'a', url: 'b' });
  expect(read('html=c=d')).toEqual({ html: 'c=d' });
});

it.each(['html', '=x', 'html='])('%j maps nothing', (text) => {
  expect(() => mapped('--field', ['html'])(text)).toThrow("--field takes NAME=FIELD with NAME html, not '");
});
