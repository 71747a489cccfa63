import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseText } from 'dehusk';
import { readLinks, readNormalText } from 'dehusk/parts';
import { afterAll, describe, expect, it } from 'vitest';
import { methods } from '../methods/detect.ts';
import { createResults } from '../results/results.ts';
import { evaluate, noRunFile } from '../run/evaluate.ts';
import type { CorpusSite } from './corpus.ts';
import { openCorpora } from './corpus.ts';
import { readGoldLabels } from './gold.ts';
import { readTeco, withoutMarks } from './teco.ts';

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

describe('taking out the marks', () => {
  it.each([
    ['<p class="notTemplate">x', '<p>x'],
    ["<p id=a class='notTemplate mainContent' lang=en>x", '<p id=a lang=en>x'],
    ['<p class=notTemplate>x', '<p>x'],
    ['<p CLASS = "a notTemplate\n b">x', '<p CLASS = "a b">x'],
    ['<p class="notTemplates">x', '<p class="notTemplates">x'],
    ['<b class="notTemplate"><p>x</b>y', '<b><p>x</b>y'],
  ])('%j', (html, left) => {
    expect(withoutMarks(parseText(html), html)).toBe(left);
  });
});
