import { describe, expect, it } from 'vitest';
import type { Table } from '../../report/table.ts';
import { huang2011 } from './huang-2011.ts';
import { meanOverPairs, testSets, thesisMethods } from './printed.ts';

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
  const { tables, sentences } = await huang2011.reproduce(sites, (line) => told.push(line));
  const tableOf = (title: string): Table => tables.find((table) => table.title.startsWith(title))!;
  const rowOf = (title: string, name: string): readonly string[] =>
    tableOf(title).rows.find(([first]) => first === name)!;

  it('are all there, each row as long as its head', () => {
    expect(tables.map(({ title }) => title.replace(/:.*| in short/, ''))).toEqual([
      ...['Figure 5.1', 'Figure 5.2', 'Figure 5.1 by how much two pages share', 'Against the exact optimum'],
      ...['Figures 5.3 and 5.4', 'Figures 5.5 to 5.9', 'Figures 5.5 to 5.9', 'Figures 5.10 and 5.11'],
      'Figures 5.5 to 5.9',
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

  it('tell pairs apart by how much they share', () => {
    const rows = tableOf('Figure 5.1 by how much').rows;
    // a and d share nine of ten nodes twice; with b and its element it is 18 of 22; equal pages share all.
    expect(rows.map(([, pairs]) => pairs)).toEqual(['2', '2', '0', '0', '0', '4', '4', '840']);
    expect(rows.at(-1)!.slice(2, 5)).toEqual(['0.950', '0.983', '0.987']);
  });

  it('have the example that shows BU-TD map across the order', () => {
    const rowOfText = (text: string): readonly string[] => rowOf('Figures 5.3 and 5.4', text);
    const [right, treasuries] = ['Nasdaq last: 2,730.68', 'Treasuries change: 0.00'];
    expect(rowOfText(right)).toEqual([right, right, right, right, right]);
    expect(rowOfText('Nasdaq change: 0.00').slice(1)).toEqual(['-', treasuries, '-', '-']);
    expect(rowOfText('a common subtree').slice(1)).toEqual(['yes', 'no', 'yes', 'yes']);
  });

  it('count pairs and nodes', () => {
    // html, head, body, ul, two li with text, p: 9 nodes and the text of the article.
    expect(rowOf('Figures 5.5 to 5.9: running time, by test set', 'two').slice(1, 3)).toEqual(['1', '20']);
    expect(rowOf('Figures 5.5 to 5.9: running time, by test set', 'one')[1]).toBe('3');
  });

  it('are told in sentences with their numbers', () => {
    expect(sentences[0]).toContain('pairs of pages that share 80 %');
    expect(sentences[1]).toContain('2 sites, 4 pairs');
    expect(sentences.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('says so where there is no pair', async () => {
  const report = await huang2011.reproduce([siteOf('lonely', ['a'])], () => undefined);
  expect(report).toEqual({ tables: [], sentences: ['No site has two pages to compare.'] });
});

describe('the test sets of Huang', () => {
  it('have all pairs of 14, 16, 7, 11 and 15 pages (H28)', () => {
    const pagesOf = (pairs: number): number => (1 + Math.sqrt(1 + 8 * pairs)) / 2;
    expect(testSets.map(({ pairs }) => pagesOf(pairs))).toEqual([14, 16, 14, 16, 7, 14, 11, 15, 11, 14]);
    expect(testSets.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(840);
  });

  it('have an F that lies where the mean precision and recall put it', () => {
    // F is a mean of pairs, so it may lie a little below that of the means, not above the larger of the two.
    for (const { name, f, precision, recall } of testSets) {
      for (const [i, method] of thesisMethods.entries()) {
        const [p, r] = [precision[i]!, recall[i]!];
        expect(f[i]!, `${name} ${method}`).toBeLessThan(Math.max(p, r) + 0.0006);
        expect(Math.abs(f[i]! - (2 * p * r) / (p + r)), `${name} ${method}`).toBeLessThan(0.005);
      }
    }
  });

  it('have CPS-TD before PS-TD but for one, and F of both above 0.98 over all pairs', () => {
    const behind = testSets.filter(({ f: [, ps, cps] }) => ps > cps);
    expect(behind.map(({ name }) => name)).toEqual(['BBC-Entertainment']);
    const means = thesisMethods.map((_, i) => meanOverPairs(({ f }) => f[i]!).toFixed(3));
    expect(means).toEqual(['0.950', '0.983', '0.987']);
    expect(meanOverPairs(({ penalised }) => penalised).toFixed(3)).toBe('0.004');
  });
});
