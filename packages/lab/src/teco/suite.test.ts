import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseText } from 'dehusk';
import { readLinks, readNormalText, tagName } from 'dehusk/parts';
import { afterAll, describe, expect, it } from 'vitest';
import type { CorpusSite } from '../corpus/corpus.ts';
import { openCorpora } from '../corpus/corpus.ts';
import { readGoldLabels } from '../corpus/gold.ts';
import { createNodeGold } from '../corpus/node-gold.ts';
import { methods } from '../methods/detect.ts';
import { createResults } from '../results/results.ts';
import { evaluate, noRunFile } from '../run/evaluate.ts';
import { printedBenchmark } from './printed.ts';
import { readTeco } from './suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-teco-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const page = (main: string): string =>
  `<!doctype html><html><body><ul class="menu"><li><a href="../index.html">Home</a><li><a href="news/one.html">News</a></ul>${main}<p>Imprint</p></body></html>`;
const body = (i: string): string => `<p>${`Words of ${i} about bees and honey `.repeat(4)}</p>`;

// A suite as it is downloaded.
write(
  'suite/pages/www.bees.example/en/key.html',
  page(`<div class="box notTemplate"><h1>Bees</h1><div class='mainContent'>${body('key')}</div></div>`),
);
write('suite/pages/www.bees.example/en/news/one.html', page(body('one')));
write('suite/pages/www.bees.example/index.html', page(body('index')));
write('suite/pages/www.bees.example/logo.png', 'no page');
write('suite/pages/ants.example/a?b.html', page(`<div class=notTemplate>${body('ants')}</div>`));
write('suite/pages/unmarked.example/index.html', page('<p>A page that talks of notTemplate</p>'));

const labelsOf = (site: CorpusSite, url: string): string[] => {
  const { html } = site.pages().find((found) => found.url === url)!;
  const parsed = parseText(html, { url });
  const labels = readGoldLabels(parsed, site.readLabels.get(url)!);
  return Array.from(
    parsed.segments,
    (node, i) => `${labels[i]} ${readNormalText(parsed, node).slice(0, 12)}`,
  );
};

describe("a folder in TECO's form", () => {
  const sites = readTeco(join(folder, 'suite'));
  const [ants, bees] = sites;

  it('has a site for each folder with a page that carries the class', () => {
    expect(sites.map(({ name }) => name)).toEqual(['teco-ants.example', 'teco-www.bees.example']);
    expect(bees!.zones).toBeUndefined();
  });

  it('gives the key page last, under an address that nobody has', () => {
    expect(bees!.pages().map(({ url }) => url)).toEqual([
      'https://files.invalid/en/news/one.html',
      'https://files.invalid/index.html',
      'https://files.invalid/en/key.html',
    ]);
    expect(ants!.pages()[0]!.url).toBe('https://files.invalid/a%3Fb.html');
  });

  it('has links between its files', () => {
    const { url, html } = bees!.pages()[2]!;
    expect(readLinks(parseText(html, { url })).map((link) => link.url)).toEqual([
      'https://files.invalid/index.html',
      'https://files.invalid/en/news/one.html',
    ]);
  });

  it('takes text within notTemplate as content, all else as template', () => {
    expect(labelsOf(bees!, 'https://files.invalid/en/key.html')).toEqual([
      ...['0 Home', '0 News', '1 Bees', '1 Words of key', '0 Imprint'],
    ]);
    expect(bees!.readLabels.get('https://files.invalid/en/key.html')).toEqual({
      content: [[2, 3]],
      ignored: [],
      main: [[3, 3]],
    });
    expect(bees!.readLabels.size).toBe(1);
  });

  it('shows methods no trace of the gold', () => {
    const htmls = sites.flatMap((site) => site.pages().map(({ html }) => html));
    expect(htmls.join('')).not.toMatch(/notTemplate|mainContent|class=(""|''|[ >])/);
    expect(htmls.join('')).toContain('<div class="box"><h1>Bees</h1><div>');
  });

  it('is scored on its key pages, and on the read gold only', async () => {
    const chosen = methods.filter(({ name }) => ['none', 'shingle'].includes(name));
    const results = createResults(await evaluate({ sites, methods: chosen, output: noRunFile() }));
    const none = results.methods[0]!;
    expect(none.all.read.sites).toBe(2);
    expect(none.groups.teco!.read.figures).toMatchObject({ recall: 1, leak: 1 });
    expect(none.all.read.figures.mainF1).toBeGreaterThan(0.5);
    // html, head and body, a list and the imprint, in nodes: nothing of it is taken away.
    expect(none.all.read.figures).toMatchObject({ nodeF1: 0, nodeRecall: 0 });
    expect(none.all.strict.figures.nodeF1).toBeUndefined();
    expect(none.all.strict).toMatchObject({ sites: 0, interval: undefined, calibration: undefined });
    expect(none.all.strict.figures.f1).toBeUndefined();
    expect(results.comparison!.differences[0]!.golds.strict).toBeUndefined();
  });
});

describe('the form is taken liberally', () => {
  it('a folder with a key page right in it is one site', () => {
    write('one/index.html', page(`<div class="notTemplate">${body('x')}</div>`));
    write('one/more/two.html', page(body('y')));
    const [site, ...others] = readTeco(`${folder}/./one/`);
    expect([site!.name, site!.pages().length, others.length]).toEqual(['teco-one', 2, 0]);
    expect(site!.pages()[1]!.url).toBe('https://files.invalid/index.html');
  });

  it('sites may stand in the folder itself, as a corpus like any other', () => {
    // However the folder is written.
    for (const path of ['suite/pages', 'suite/./pages/', 'suite/pages/../../suite']) {
      const sites = openCorpora([`${folder}/${path}`]);
      expect(sites.map(({ name }) => name)).toEqual(['teco-ants.example', 'teco-www.bees.example']);
      expect(sites[0]!.pages()[0]!.url).toBe('https://files.invalid/a%3Fb.html');
    }
  });

  it('pages are decoded as their bytes say', () => {
    const latin1 = page('<meta charset="latin1"><div class="notTemplate">caf\u00e9 au lait</div>');
    write('encoded/site/index.html', Buffer.from(latin1, 'latin1'));
    const [site] = readTeco(join(folder, 'encoded'));
    expect(site!.pages()[0]!.html).toContain('<div>caf\u00e9 au lait</div>');
  });

  it('a folder without a key page is none', () => {
    expect(readTeco(join(folder, 'suite/pages/unmarked.example'))).toEqual([]);
  });
});

describe('benchmarks', () => {
  const key = (name: string): string =>
    page(
      `<div class="notTemplate"><img src="${name}.png"><div class="mainContent">${body(name)}</div></div>`,
    );

  it('two on one host are two sites, each with its own folder and what is above both', () => {
    write('two/pages/users.dsic.upv.es/~jsilva/wwv2013/index2.html', key('silva'));
    write('two/pages/users.dsic.upv.es/~jsilva/wwv2013/venue.html', page(body('venue')));
    write('two/pages/users.dsic.upv.es/~dinsa/en/index.html', key('dinsa'));
    write('two/pages/users.dsic.upv.es/~dinsa/en/papers/a.html', page(body('a')));
    write('two/pages/users.dsic.upv.es/index.html', page(body('host')));
    const sites = readTeco(join(folder, 'two'));
    const files = (site: CorpusSite): string[] => site.pages().map(({ url }) => url.slice(22));
    expect(sites.map((site) => [site.name, site.kind, ...files(site)])).toEqual([
      [
        ...['teco-users.dsic.upv.es/~dinsa/en/index.html', 'Personal / Blogs'],
        ...['index.html', '~dinsa/en/papers/a.html', '~dinsa/en/index.html'],
      ],
      [
        ...['teco-users.dsic.upv.es/~jsilva/wwv2013/index2.html', 'Personal / Blogs'],
        ...['index.html', '~jsilva/wwv2013/venue.html', '~jsilva/wwv2013/index2.html'],
      ],
    ]);
    expect(sites.map(({ benchmark }) => printedBenchmark(benchmark!.keyPage)!.id)).toEqual([22, 21]);
  });

  it('have the groups of the file in the folder', () => {
    const keyPage = 'pages/www.wasps.example/index.html';
    write(`wasps/${keyPage}`, key('wasps'));
    const benchmarks = [{ keyPage, group: 'Media / Communication', menu: '.menu', notes: 'Small.' }];
    write('wasps/benchmarks.json', JSON.stringify({ benchmarks }));
    for (const path of ['wasps', 'wasps/pages']) {
      const [site] = readTeco(join(folder, path));
      expect([site!.kind, site!.benchmark]).toEqual([
        'Media / Communication',
        { keyPage: 'www.wasps.example/index.html', url: undefined, menu: '.menu', notes: 'Small.' },
      ]);
    }
  });

  it.each([
    ['no JSON', 'benchmarks.json: '],
    ['{}', 'there is no list "benchmarks"'],
    ['{"benchmarks":[{"group":"Companies / Shops"}]}', 'a benchmark has no "keyPage"'],
    [
      '{"benchmarks":[{"keyPage":"a.html","group":"Shops"}]}',
      'a.html: "group" is none of Companies / Shops,',
    ],
  ])('a file that is none is named: %s', (text, reason) => {
    write('bad/benchmarks.json', text);
    expect(() => readTeco(join(folder, 'bad'))).toThrow(reason);
  });

  it('have gold by node: pictures and boxes too', () => {
    const [site] = readTeco(join(folder, 'wasps'));
    const [{ url, html }] = site!.pages() as [{ url: string; html: string }];
    const parsed = parseText(html, { url });
    const texts = readGoldLabels(parsed, site!.readLabels.get(url)!);
    const labels = createNodeGold(site!)(parsed, texts)!;
    const content = [...labels.keys()].filter((node) => labels[node] === 1);
    expect(content.map((node) => tagName(parsed, node))).toEqual(['div', 'img', 'div', 'p', '#text']);
    expect(site!.nodeMarks!.get(url)!.main).toEqual([[content[2], content[4]]]);
  });
});
