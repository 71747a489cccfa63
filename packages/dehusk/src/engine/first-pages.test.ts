import { describe, expect, it } from 'vitest';
import { FirstPages } from './first-pages.ts';
import { hasContent, printPage, printsDiffer } from './page-print.ts';

const print = (text: string, site?: string): Uint8Array =>
  printPage({ text, templateText: '', metadata: '', textsHash: 0, site });
const ants = Array.from({ length: 60 }, (_, i) => `ant${i % 7} walks${i} home`).join(' ');

describe('pages that are alike', () => {
  it('are of one site, unless sites do not count', () => {
    const pages = new FirstPages();
    expect(pages.add(print(ants, 'a.example'))).toBe(0);
    expect(pages.find(print(ants, 'a.example'))).toBe(0);
    expect(pages.find(print(ants, 'b.example'))).toBeUndefined();
    pages.add(print(ants));
    expect(pages.find(print(ants))).toBe(1);
  });

  it('are the same where they are short: a few words say too little', () => {
    const pages = new FirstPages();
    pages.add(print('Not found. Sorry.'));
    expect(pages.find(print('Not found. Sorry.'))).toBe(0);
    expect(pages.find(print('Not found. Sorry!'))).toBeUndefined();
  });

  it('may differ in a sign', () => {
    const [one, other] = [print(ants), print(`${ants}!`)];
    const pages = new FirstPages();
    pages.add(one);
    expect(pages.find(other)).toBe(0);
    expect(printsDiffer(one, other)).toBe(true);
    expect(printsDiffer(one, print(ants))).toBe(false);
  });

  it('have content', () => {
    expect([hasContent(print('')), hasContent(print('a'))]).toEqual([false, true]);
  });
});

it('the last pages are kept, at 24 bytes each, and older ones are forgotten', () => {
  const pages = new FirstPages(100);
  const prints = Array.from({ length: 250 }, (_, i) => print(`${ants} ${`other${i} `.repeat(90)}${i}`));
  for (const each of prints) pages.add(each);
  const found = prints.map((each) => pages.find(each));
  expect(found.slice(0, 150).every((number) => number === undefined || number >= 150)).toBe(true);
  expect(found.slice(150).every((number) => number !== undefined && number >= 150)).toBe(true);
  expect(pages.sizeBytes).toBe(2 ** 20 + 24 * 2 ** 16);
});
