/** Figures 5.3 and 5.4: parts of two pages of CNN-Money, as the thesis prints them, and what each method maps. */
import { type Page, parseText } from 'dehusk';
import { type Mapping, mappings, readNormalText, TEXT } from 'dehusk/parts';
import type { Table } from '../../report/table.ts';
import { bottomUp, consolidated, isCommonSubtree, prufer, topDown } from './pairs.ts';

type Quote = readonly [market: string, last: string, change: string, percent: string];

/** Arrows up and down are left out: the trees of Figure 5.4 have none before the 0.00 that is mapped. */
const quotes: readonly Quote[] = [
  ['Dow', '12,197.88', '-22.71', '-0.19%'],
  ['Nasdaq', '2,730.68', '0.00', '0.00%'],
  ['S&P 500', '1,310.19', '-3.61', '-0.27%'],
  ['Treasuries', '3.45', '0.00', '0.12%'],
  ['U.S. Dollar', '1.41', '0.00', '0.07%'],
];
const otherQuotes = quotes.with(1, ['Nasdaq', '2,730.68', '-12.38', '-0.45%']);

/**
 * `end`: what rows end with. Rows that are equal as a whole would be mapped whole, and the example were none; so those
 * of the other page have one more cell, which the printed parts of the pages do not show.
 */
function pageOf(rows: readonly Quote[], end: string): Page {
  const cell = (text: string): string => `<td>${text.replace('&', '&amp;')}</td>`;
  return parseText(
    `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}${end}</tr>`).join('')}</table>`,
  );
}

const columns = ['', ' last', ' change', ' % change'];

/** The texts of a page by node: what they are, in words. */
function textNames(page: Page, rows: readonly Quote[]): ReadonlyMap<number, string> {
  const texts = [...page.tag.keys()].filter((node) => page.tag[node] === TEXT);
  return new Map(
    texts.map((node, i) => {
      const [row, column] = [Math.floor(i / 4), i % 4];
      return [node, `${rows[row]![0]}${columns[column]}: ${readNormalText(page, node)}`];
    }),
  );
}

export function exampleTable(): Table {
  const [key, other] = [pageOf(quotes, ''), pageOf(otherQuotes, '<td></td>')];
  const [names, otherNames] = [textNames(key, quotes), textNames(other, otherQuotes)];
  const methods = [topDown, bottomUp, prufer, consolidated];
  const found = methods.map(({ mapping }): Mapping => mappings[mapping](key, other));
  return {
    title: 'Figures 5.3 and 5.4: an example of a BU-TD result',
    note: 'The texts of a table of stock indexes on one page, and where each method maps them on another, on which only the change of Nasdaq differs. BU-TD takes the first 0.00 of one for the first 0.00 of the other, across the order of the rows. (Rows of the other page have one more, empty cell here: rows that are equal as a whole are mapped whole.)',
    head: ['text', ...methods.map(({ name }) => name)],
    rows: [
      ...[...names].map(([node, name]) => [
        name,
        ...found.map(({ other: counterparts }) => otherNames.get(counterparts[node]!) ?? '-'),
      ]),
      ['a common subtree', ...found.map((mapping) => (isCommonSubtree(key, other, mapping) ? 'yes' : 'no'))],
    ],
  };
}
