import { expect, it } from 'vitest';
import { parseText } from '../page/parse.ts';
import { readNormalText } from '../page/read.ts';
import { keepHeadings } from './keep-headings.ts';

const keptOf = (htmls: readonly string[]): string[][] => {
  const pages = htmls.map((html, i) => parseText(html, { id: `page ${i}` }));
  const verdicts = pages.map(({ nodeCount }) => ({ template: new Uint8Array(nodeCount).fill(1) }));
  return keepHeadings(pages, verdicts).map(({ template }, i) =>
    Array.from(pages[i]!.segments)
      .filter((node) => template[node] === 0)
      .map((node) => readNormalText(pages[i]!, node)),
  );
};
const page = (number: number): string =>
  `<h1>My <b>site</b></h1><h2>Fiat ${number} <i>Sedan</i></h2><h3>only ${number}</h3><p>text ${number}`;

it('keeps headings that are not on five pages', () => {
  expect(keptOf([1, 2, 3, 4, 5].map(page))).toEqual(
    [1, 2, 3, 4, 5].map((number) => [`Fiat ${number}`, 'Sedan']),
  );
});

it('does so only where there are enough pages to tell', () => {
  expect(keptOf([1, 2, 3, 4].map(page))).toEqual([[], [], [], []]);
});

it('takes captures of one page for one, and leaves what is content as it is', () => {
  const pages = [1, 1, 2, 3, 4].map((number) => parseText(page(number), { id: `page ${number}` }));
  const verdicts = pages.map(({ nodeCount }, i) => ({
    template: new Uint8Array(nodeCount).fill(i === 4 ? 0 : 1),
  }));
  const kept = keepHeadings(pages, verdicts);
  expect(kept[0]!.template.filter((bit) => bit === 0)).toHaveLength(4);
  expect(kept[1]!.template).toEqual(kept[0]!.template);
  expect(kept[4]).toBe(verdicts[4]);
});
