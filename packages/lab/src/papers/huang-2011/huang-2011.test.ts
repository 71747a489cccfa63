import { describe, expect, it } from 'vitest';
import type { Table } from '../../report/table.ts';
import { huang2011 } from './huang-2011.ts';

/** A site of short pages that share a menu, and differ in what is below it. */
function siteOf(name: string, articles: readonly string[]) {
  const pages = articles.map((article, i) => ({
    url: `https://example.org/${i}`,
    html: `<ul><li>Home<li>News</ul><p>${article}</p>`,
  }));
  return { name, kind: 'shop', language: 'en', zones: undefined, readLabels: new Map(), pages: () => pages };
}

const sites = [siteOf('one', ['a', 'b <b>c</b>', 'd']), siteOf('two', ['a', 'a']), siteOf('lonely', ['a'])];

describe('the figures of Huang, on small sites', async () => {
  const told: string[] = [];
  const { tables, reading } = await huang2011.reproduce(sites, (line) => told.push(line));
  const tableOf = (title: string): Table => tables.find((table) => table.title.startsWith(title))!;
  const rowOf = (title: string, name: string): readonly string[] =>
    tableOf(title).rows.find(([first]) => first === name)!;

  it('are all there, each row as long as its head', () => {
    expect(tables.map(({ title }) => title.replace(/:.*| in short/, ''))).toEqual([
      ...['Figure 5.1', 'Figure 5.2', 'Figures 5.5 to 5.9', 'Figures 5.5 to 5.9', 'Figures 5.5 to 5.9'],
      ...['Figures 5.10a and 5.11a', 'Figures 5.10b and 5.11b', 'Figures 5.12 to 5.15'],
      ...['Figure 5.12', 'Figure 5.13', 'Figure 5.14', 'Figure 5.15'],
    ]);
    for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
  });

  it('have the thesis’s sets beside the sites that have pairs', () => {
    const names = tableOf('Figure 5.1').rows.map(([name]) => name);
    expect(names).toHaveLength(10 + 1 + 2 + 1);
    expect(names.slice(-4)).toEqual(['thesis: mean of the sets', 'one', 'two', 'mean of the sites']);
    expect(told).toHaveLength(3);
  });

  it('have what the mappings find, of equal pages all', () => {
    expect(rowOf('Figure 5.1', 'two').slice(1)).toEqual(Array(9).fill('1.000'));
    // H27: bottom-up misses the paragraph whose text has changed, one of nine template nodes.
    const [f, precision, recall] = [16 / 17, 1, 8 / 9].map((value) => value.toFixed(3));
    expect(rowOf('Figure 5.2', 'one').slice(1)).toEqual(
      [f, '1.000', '1.000'].concat([precision!, '1.000', '1.000'], [recall!, '1.000', '1.000']),
    );
  });

  it('count pairs and nodes', () => {
    // html, head, body, ul, two li with text, p: 9 nodes and the text of the article.
    expect(rowOf('Figures 5.5 to 5.9: running time, by test set', 'two').slice(1, 3)).toEqual(['1', '20']);
    expect(rowOf('Figures 5.5 to 5.9: running time, by test set', 'one')[1]).toBe('3');
  });

  it('are told in sentences with their numbers', () => {
    expect(reading[0]).toContain('2 sites, 4 pairs');
    expect(reading.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('says so where there is no pair', async () => {
  const report = await huang2011.reproduce([siteOf('lonely', ['a'])], () => undefined);
  expect(report).toEqual({ tables: [], reading: ['No site has two pages to compare.'] });
});
