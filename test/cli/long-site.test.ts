/** Learning the whole input first: age makes nothing go, size makes the rarest go. */
import { describe, expect, it } from 'vitest';
import { createWorkplace, fieldOf, incremental } from './run-dehusk.ts';

const work = createWorkplace();
/** The last page of section one is followed by a thousand others. */
const SECTION_PAGES = 100;
const PAGES = 1_300;
const sectionEnd = 300;

const inSection = (number: number): boolean => number >= sectionEnd - SECTION_PAGES && number < sectionEnd;
const box = (number: number): string => (inSection(number) ? '<ul><li><a href=/old>Old events</a></ul>' : '');
const page = (number: number): string =>
  `<ul><li><a href=/>Home</a></ul>${box(number)}` +
  `<div><div>Text ${number}</div><div>Note ${number}</div></div>`;

work.write(
  'long.jsonl',
  Array.from(
    { length: PAGES },
    (_, number) => `${JSON.stringify({ url: `https://a.example/${number}`, html: page(number) })}\n`,
  ).join(''),
);

async function textsOf(...flags: readonly string[]): Promise<string[]> {
  const { stdout } = await work.run(['clean', 'long.jsonl', ...flags]);
  return fieldOf('text', stdout) as string[];
}

const contentOf = (number: number): string => `Text ${number}\nNote ${number}`;
const allPages = Array.from({ length: PAGES }, (_, number) => number);
/** Pages that came out otherwise; all pages in a comparison would be unreadable. */
const otherThanContent = (texts: readonly string[]): string[] => {
  expect(texts).toHaveLength(PAGES);
  return texts.filter((text, number) => text !== contentOf(number));
};
const countOf = (part: string, texts: readonly string[]): number =>
  texts.filter((text) => text.includes(part)).length;

describe.concurrent.each([
  // A first page goes by what is on it: one link without a landmark may be content.
  { method: 'adaptive', flags: [], kept: { home: 1, events: 1 } },
  // Of the section, the pages before the fifth; and of the site, likewise.
  { method: 'incremental', flags: incremental, kept: { home: 4, events: 4 } },
])('a section that ends a thousand pages before its site: $method', ({ flags, kept }) => {
  it('has its menu taken away all the same', async () => {
    expect(otherThanContent(await textsOf(...flags))).toEqual([]);
  });

  it('keeps it taken away in a table of a hundred segments: the rarest go first', async () => {
    expect(otherThanContent(await textsOf(...flags, '--set', 'maxSegments=100'))).toEqual([]);
  });

  it('is known late where pages are judged as they come', async () => {
    const texts = await textsOf(...flags, '--stream');
    expect({ home: countOf('Home', texts), events: countOf('Old events', texts) }).toEqual(kept);
  });
});

describe('a table that is too small for all that is repeated', () => {
  // A hundred and twenty menus of ten pages each compete with one of all pages.
  const html = (number: number): string =>
    `<ul><li><a href=/>Home</a></ul><ul><li>Menu ${Math.floor(number / 10)}</ul><div>Text ${number}</div>`;
  const lines = allPages.map((n) => JSON.stringify({ url: `https://b.example/${n}`, html: html(n) }));
  work.write('menus.jsonl', `${lines.join('\n')}\n`);
  const args = ['clean', 'menus.jsonl', '--set', 'maxSegments=100'];

  it('keeps what is on most pages: adaptive', async () => {
    const texts = fieldOf('text', (await work.run(args)).stdout) as string[];
    expect({ pages: texts.length, home: countOf('Home', texts) }).toEqual({ pages: PAGES, home: 0 });
  });

  it('keeps what is on most pages: incremental', async () => {
    const texts = fieldOf('text', (await work.run([...args, ...incremental])).stdout) as string[];
    expect(countOf('Home', texts)).toBe(0);
    expect(countOf('Menu', texts)).toBeGreaterThan(300);
    // The latest of equal count stay.
    expect(texts.at(-1)).toBe(`Text ${PAGES - 1}`);
    expect(texts[0]).toBe('- Menu 0\n\nText 0');
  });
});
