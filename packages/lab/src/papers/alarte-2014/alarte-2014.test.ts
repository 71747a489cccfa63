import { extractTemplate } from 'dehusk';
import { withoutIndex } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import type { Table } from '../../report/table.ts';
import { scoreElements } from '../../score/tree-scores.ts';
import { alarte2014 } from './alarte-2014.ts';
import { allVotes, keyCounts, scoreAt, scoreSites, thesisVotes } from './experiment.ts';
import { linkSite, openKeyPages } from './key-pages.ts';
import { halve, thesisSetting, toOptions } from './search.ts';

const PAGES = 6;

/** Pages that all have a menu to one another and a heading in common; the text of each is its own. */
function siteOf(name: string, kind: string, isLinked = true): CorpusSite {
  const urls = Array.from({ length: PAGES }, (_, i) => `https://${name}.org/${i}.html`);
  const menu = urls.map((url, i) => `<li><a href="${isLinked ? url : '#'}">Part ${i}</a></li>`).join('');
  const pages = urls.map((url, i) => ({
    url,
    html: `<ul>${menu}</ul><main><h1>Welcome</h1><p>Words of page ${i}</p></main><div>Imprint</div>`,
  }));
  return {
    name,
    kind,
    language: 'en',
    zones: { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] },
    readLabels: new Map(),
    pages: () => pages,
  };
}

describe('the tables of Alarte, on small sites', async () => {
  const sites = [
    ...['shop-a', 'shop-b', 'shop-c'].map((name) => siteOf(name, 'shop')),
    siteOf('manual', 'documentation'),
    siteOf('island', 'blog', false),
  ];
  const told: string[] = [];
  const { tables, reading } = await alarte2014.reproduce(sites, (line) => told.push(line));
  const tableOf = (title: string): Table => tables.find((table) => table.title.startsWith(title))!;

  it('are all there, each row as long as its head', () => {
    expect(tables.map(({ title }) => title.split(':')[0])).toEqual([
      ...['Table 5.1', 'Table 5.1', 'Table 5.2', 'Table 5.2', 'Table 5.2', 'Table 5.2'],
      ...['Table 5.3', 'Table 5.3', 'Section 5.2.1', 'Section 5.2.1', 'Section 5.2.3'],
    ]);
    for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
  });

  it('have the scores of the sites, by hand', () => {
    // Template is a list of six items with a link each, and a division: 1 + 6 + 6 + 1 elements. The heading is
    // content by gold and on every page, so it is retrieved too, and with it the element around it.
    const [row] = tableOf('Table 5.1: templates of key pages, by site').rows;
    const [recall, precision] = [1, 14 / 16];
    const f1 = (2 * recall * precision) / (recall + precision);
    expect(row).toEqual([
      ...['shop-a', 'Companies / Shops', '5', '29', '14', '16', '14'],
      ...[recall, precision, f1].map((value) => (100 * value).toFixed(2)),
    ]);
  });

  it('have the thesis’s beside them', () => {
    const groups = tableOf('Table 5.1: templates of key pages, by group').rows;
    expect(groups[0]!.slice(-4)).toEqual(['14', '96.08', '94.97', '95.00']);
    expect(groups.at(-2)).toEqual([
      'all five groups',
      '3',
      '100.00',
      '87.50',
      '93.33',
      '40',
      '93.53',
      '96.16',
      '94.34',
    ]);
    expect(tableOf('Table 5.2: n and t, sites of the five groups').rows[1]![3]).toBe('93.33 (92.35)');
  });

  it('say which sites have nothing to compare', () => {
    expect(reading[0]).toContain('20 key pages of 4 sites');
    expect(reading[0]).toContain('in the sample on island.');
    expect(reading.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
    expect(told.slice(0, 5).map((line) => line.split(',')[0])).toEqual(
      sites.map(({ name }, i) => `${i + 1} of 5 sites: ${name}`),
    );
  });
});

it('says so where no page is linked', async () => {
  const { tables, reading } = await alarte2014.reproduce([siteOf('island', 'blog', false)], () => undefined);
  expect(tables).toEqual([]);
  expect(reading).toEqual(['No key page of these sites links to another page of its sample.']);
});

describe('an experiment', async () => {
  const site = siteOf('shop', 'shop');
  const linked = await linkSite(site, 3);

  it('with the thesis’s values is what the library extracts, for every n and t', async () => {
    const pages = openKeyPages(site, 3);
    for (const key of linked.keys) {
      const counts = keyCounts(key, toOptions(thesisSetting));
      for (const [cell, { n, t }] of allVotes.entries()) {
        const template = await extractTemplate(key.page, async (url) => pages.at(url), {
          pages: n,
          votes: t,
          links: { identity: withoutIndex },
        });
        const { precision, recall } = scoreElements(key.page, key.gold, template.verdict)!;
        expect(counts[cell]!.right / counts[cell]!.said, `${n}, ${t}`).toBe(precision);
        expect(counts[cell]!.right / counts[cell]!.gold, `${n}, ${t}`).toBe(recall);
      }
    }
  });

  it('finds nothing where no pair is within the budget', () => {
    const [key] = linked.keys;
    for (const { said } of keyCounts(key!, { maxSteps: 1 })) expect(said).toBe(0);
  });

  it('depends on the setting', () => {
    const f1 = (threshold: number): number => scoreAt(scoreSites([linked], { threshold }), thesisVotes).f1;
    expect(f1(0.6)).toBeGreaterThan(f1(0.95));
  });

  it('knows what each n takes', () => {
    const [{ costs, siblings }] = linked.keys as [(typeof linked.keys)[number]];
    expect(costs.map(({ loads }) => loads)).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
    expect(siblings.map((pages) => pages.length)).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
  });
});

it('halves sites by turns within their groups', async () => {
  const kinds = [
    ['d', 'shop'],
    ['c', 'blog'],
    ['b', 'shop'],
    ['a', 'wiki'],
    ['e', 'shop'],
  ] as const;
  const sites = await Promise.all(kinds.map(([name, kind]) => linkSite(siteOf(name, kind), 1)));
  const { searched, other } = halve(sites);
  expect(searched.map(({ site }) => site)).toEqual(['b', 'e', 'a']);
  expect(other.map(({ site }) => site)).toEqual(['d', 'c']);
});
