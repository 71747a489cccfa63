/** A suite whose gold is known because it was generated: every group, row and node score, counted a second way. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractTemplate, type Page, parseText } from 'dehusk';
import { mapEquality, runCommand, withoutIndex } from 'dehusk/parts';
import { type DefaultTreeAdapterTypes, parse as parseTree } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorpusSite, openCorpora } from '../corpus/corpus.ts';
import { GoldLabel, numberedSegments, readGoldLabels } from '../corpus/gold.ts';
import { alarte2014 } from '../papers/alarte-2014/alarte-2014.ts';
import { thesisSetting, toOptions } from '../papers/alarte-2014/search.ts';
import type { PaperReport } from '../papers/paper.ts';
import type { Table } from '../report/table.ts';
import { createSyntheticSuite, type SuiteSite, writeSyntheticSuite } from './synthetic-suite.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

interface Counted {
  nodes: number;
  template: number;
  main: number;
}

interface Within {
  readonly content: boolean;
  readonly main: boolean;
}

/** Elements and texts that are not blank, as parse5 has them; scripts and styles have no text. */
function countNodes(html: string): Counted {
  const counted: Counted = { nodes: 0, template: 0, main: 0 };
  const walk = (nodes: readonly Node[], above: Within): void => {
    for (const node of nodes.filter(isCounted)) {
      const classes = classesOf(node);
      const content = above.content || classes.includes('notTemplate');
      const main = above.main || classes.includes('mainContent');
      counted.nodes++;
      if (!content) counted.template++;
      if (main) counted.main++;
      const isRaw = /^(script|style|noscript)$/.test(node.nodeName);
      if ('childNodes' in node && !isRaw) walk(node.childNodes, { content, main });
    }
  };
  walk(parseTree(html, { scriptingEnabled: false }).childNodes, { content: false, main: false });
  return counted;
}

function isCounted(node: Node): boolean {
  if (node.nodeName === '#text') return /[^\t\n\f\r ]/.test((node as { value: string }).value);
  return 'tagName' in node;
}

function classesOf(node: Node): readonly string[] {
  const value = 'attrs' in node ? node.attrs.find(({ name }) => name === 'class')?.value : undefined;
  return value?.split(' ') ?? [];
}

/** Nodes that two of three pages have, and elements among them if they have such a leaf (A18, A25). */
function templateOf(key: Page, others: readonly Page[]): readonly number[] {
  const counterparts = others.map((page) => mapEquality(key, page, toOptions(thesisSetting)).other);
  const isVoted = (node: number): boolean =>
    counterparts.filter((other) => other[node] !== -1).length >= Math.ceil((2 * others.length) / 3);
  const nodes = [...key.tag.keys()];
  const leaves = nodes.filter((node) => isVoted(node) && key.subtreeEnd[node] === node + 1);
  return nodes.filter(
    (node) => isVoted(node) && leaves.some((leaf) => leaf >= node && leaf < key.subtreeEnd[node]!),
  );
}

describe('a generated suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-suite-'));
  const suite = createSyntheticSuite({
    ...{ seed: 5, sites: 3, pagesPerSite: 9 },
    pageBytes: { min: 3_000, max: 9_000 },
  });
  let sites: readonly CorpusSite[] = [];
  let report: PaperReport;
  beforeAll(async () => {
    for (const own of suite) await writeSyntheticSuite(folder, own);
    sites = openCorpora([folder]);
    report = await alarte2014.reproduce(sites, () => undefined, { search: { settings: 1 } });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const tableOf = (title: string): Table => report.tables.find((table) => table.title.startsWith(title))!;
  const keyPathOf = ({ benchmark }: SuiteSite): string => benchmark.keyPage.replace('pages/', '');
  const siteOf = (own: SuiteSite): CorpusSite =>
    sites.find(({ benchmark }) => benchmark!.keyPage === keyPathOf(own))!;
  const keyHtml = ({ benchmark }: SuiteSite): string =>
    readFileSync(join(folder, benchmark.keyPage), 'utf8').replace('\ufeff', '');

  it('has its sites in their groups', () => {
    expect(suite.map((own) => siteOf(own).kind)).toEqual([
      ...['Companies / Shops', 'Forums / Social', 'Media / Communication'],
    ]);
    const groups = tableOf('Table 5.1: templates of key pages, by group').rows.slice(0, 6);
    expect(groups.map(([group, count]) => [group, count])).toEqual([
      ...[
        ['Companies / Shops', '1'],
        ['Forums / Social', '1'],
        ['Personal / Blogs', '0'],
      ],
      ...[
        ['Media / Communication', '1'],
        ['Institutions / Associations', '0'],
        ['not in the suite', '0'],
      ],
    ]);
  });

  it('has the labels that its texts were written with', () => {
    for (const own of suite) {
      const site = siteOf(own);
      const { url, html } = site.pages().at(-1)!;
      const page = parseText(html, { url });
      const labels = readGoldLabels(page, site.readLabels.get(url)!);
      const read = numberedSegments(page).map((segment) => labels[segment] === GoldLabel.content);
      expect(read).toEqual(own.site.markedPage(0).labels.map((label) => label === 'content'));
      expect(read).toContain(true);
      expect(html).not.toMatch(/notTemplate|mainContent/);
    }
  });

  it('has the nodes of Table 6.2', () => {
    const rows = tableOf('Table 6.2').rows;
    for (const own of suite) {
      const { nodes, template, main } = countNodes(keyHtml(own));
      const row = rows.find(([, path]) => path === keyPathOf(own))!;
      expect(row.slice(2)).toEqual([...[nodes, template, main].map(String), '-', '-', '-']);
      expect(main).toBeGreaterThan(0);
    }
  });

  it('has the node scores of Table 5.1', async () => {
    const rows = tableOf('Table 5.1: templates of key pages, by site').rows;
    for (const own of suite) {
      const site = siteOf(own);
      const pages = new Map(
        site.pages().map(({ url, html }) => [withoutIndex(url), parseText(html, { url })]),
      );
      const key = [...pages.values()].at(-1)!;
      const load = async (url: string): Promise<Page | undefined> => pages.get(withoutIndex(url));
      const { siblings } = await extractTemplate(key, load, { links: { identity: withoutIndex } });
      const said = templateOf(
        key,
        siblings.found.map(({ page }) => page),
      );
      // Gold from the marked page, whose nodes are those of the page without marks.
      const marked = parseText(keyHtml(own));
      const isContent = new Uint8Array(marked.nodeCount);
      for (let node = 1; node < marked.nodeCount; node++) {
        const classes = marked.classLists[marked.classList[node]!]!;
        isContent[node] = classes.includes('notTemplate') ? 1 : isContent[marked.parent[node]!]!;
      }
      const right = said.filter((node) => isContent[node] === 0).length;
      const gold = isContent.filter((flag) => flag === 0).length;
      const [recall, precision] = [right / gold, right / said.length];
      const row = rows.find(([name]) => name === site.name)!;
      expect(row.slice(3, 10)).toEqual([
        ...[key.nodeCount, gold, said.length, right].map(String),
        ...[recall, precision, (2 * recall * precision) / (recall + precision)].map((part) =>
          (100 * part).toFixed(2),
        ),
      ]);
      expect(recall).toBeGreaterThan(0.7);
    }
  });

  it('has the pages of its menus in Table 6.3, and its paths in Table 6.4', () => {
    for (const [, links, ...pages] of tableOf('Table 6.3').rows.map((row) => row.slice(0, 6).map(Number))) {
      expect(links).toBeGreaterThanOrEqual(2);
      expect(pages.reduce((sum, count) => sum + count, 0)).toBe(links);
      // All but what leads to pages that were not generated.
      expect(pages[0]! + pages[1]!).toBeGreaterThan(0);
    }
    const paths = tableOf('Table 6.4').rows.map(([, path]) => path);
    expect(paths.toSorted()).toEqual(suite.map(({ benchmark }) => benchmark.keyPage).toSorted());
    expect(
      tableOf('Table 6.1')
        .rows.map(([, url]) => url)
        .toSorted(),
    ).toEqual(suite.map(({ benchmark }) => benchmark.url).toSorted());
  });

  it('is judged by `dehusk template` without its gold', async () => {
    const [{ benchmark }] = suite as [SuiteSite];
    const output = join(folder, 'template.html');
    const keyPage = join(folder, benchmark.keyPage);
    const args = ['template', keyPage, dirname(keyPage), '--format', 'marked-html', '-o', output, '--quiet'];
    expect(await runCommand(args)).toBe(0);
    expect(readFileSync(output, 'utf8')).not.toMatch(/notTemplate|mainContent/);
  });
});
