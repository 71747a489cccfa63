/** Pages that would make clustering quadratic: each batch is judged soon, and its time grows with its size only. */
import { describe, expect, it } from 'vitest';
import { createIndexTimeDetector } from '../../packages/dehusk/src/detect/index-time/index-time.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { cpuMs } from '../cpu-ms.ts';

const BUDGET_MS = 1_000;

const repeated = (count: number, unit: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => unit(i)).join('');

/** What a page is made of, by its number and size. */
const families: Readonly<Record<string, (size: number, page: number) => string>> = {
  'blocks side by side': (size) => repeated(size, () => '<div>x</div>'),
  'blocks side by side that all differ': (size, page) => repeated(size, (i) => `<div>x${i}y${page}</div>`),
  'blocks of as many styles': (size) => repeated(size, (i) => `<div class=c${i}>x</div>`),
  'pairs of blocks in blocks': (size) =>
    repeated(size / 4, (i) => `<div><div><ul>x</ul>y${i}</div><div>z</div></div>`),
  'blocks at the bottom of many': (size) => '<div>'.repeat(1_900) + repeated(size, () => '<ul>x</ul>'),
  'many chains of blocks in blocks': (size) =>
    repeated(size / 60, () => `${'<div>x<div></div>'.repeat(60)}${'</div>'.repeat(60)}`),
  'words in ever other orders': (size, page) =>
    repeated(
      size / 50,
      (i) => `<div>${repeated(50, (word) => `w${(word * (7 + 2 * page) + i) % 50} `)}</div>`,
    ),
  'one word over and over': (size) => `<div>${'x '.repeat(size)}</div>`,
  'one block of many words': (size, page) =>
    `<div>${repeated(size, (i) => `w${(i * (page + 1)) % size} `)}</div>`,
};

describe('a batch of hostile pages', () => {
  it.each(Object.entries(families))('of the family "%s" is judged soon', (_, html) => {
    const pages: readonly Page[] = Array.from({ length: 2 }, (_, i) => parseText(html(25_000, i)));
    const detector = createIndexTimeDetector({ templatePages: 2 });
    expect(cpuMs(() => expect(detector.judgeBatch(pages)).toHaveLength(2))).toBeLessThan(BUDGET_MS);
  });
});
