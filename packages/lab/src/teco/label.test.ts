import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addLabels, withLabels } from './label.ts';
import { readTeco } from './suite.ts';

describe('labels in the source', () => {
  it.each([
    ['<body><p>a<p>b', '/html/body/p[2]', ['notTemplate'], '<body><p>a<p class="notTemplate">b'],
    [
      '<body><div id=x CLASS=\'a "b"\'>x</div>',
      '/html/body/div',
      ['mainContent'],
      '<body><div id=x class="a &quot;b&quot; notTemplate mainContent">x</div>',
    ],
    [
      '<body><img src=a.png>',
      '/html/body/img[1]',
      ['notTemplate'],
      '<body><img class="notTemplate" src=a.png>',
    ],
    [
      '<table><tr><td>x</table>',
      '/html/body/table/tbody/tr/td',
      ['notTemplate'],
      '<table><tr><td class="notTemplate">x</table>',
    ],
  ])('%s', (html, path, classes, labelled) => {
    expect(withLabels(html, [{ path, classes }])).toBe(labelled);
  });

  it.each([
    ['/html/body/p[2]', 'leads to no element'],
    ['/html/body/table/tbody', 'is not written in the page'],
    ['body > p', 'is no path of elements'],
    ['/html/body/p/text()', 'is no path of elements'],
  ])('%s is refused', (path, reason) => {
    const html = '<body><p>x</p><table><tr><td>x</table>';
    expect(() => withLabels(html, [{ path, classes: ['notTemplate'] }])).toThrow(reason);
  });
});

describe('a file of labels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-label-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'pages/a.example/en'), { recursive: true });
  const html = '<!doctype html><body><ul><li>Menu</ul><div><h1>Title</h1><p>Caf\u00e9</p></div><p>Imprint';
  const path = 'pages/a.example/en/index.html';
  writeFileSync(join(folder, path), html);
  const file = join(folder, 'labels.json');
  const add = (labels: unknown): Promise<readonly string[]> => {
    writeFileSync(file, JSON.stringify(labels));
    return addLabels(folder, file);
  };

  it('makes a page a key page, of the group that it says', async () => {
    const nodes = [
      { path: '/html/body/div', classes: ['notTemplate'] },
      { path: '/html/body/div/p', classes: ['mainContent'] },
    ];
    const labels = [{ page: 'https://a.example/en/', group: 'Personal / Blogs', nodes }];
    expect(await add({ labels })).toEqual([path]);
    const [site] = readTeco(folder);
    expect([site!.name, site!.kind]).toEqual(['teco-a.example', 'Personal / Blogs']);
    const [gold] = site!.readLabels.values();
    expect(gold).toEqual({ content: [[1, 2]], ignored: [], main: [[2, 2]] });
    expect(site!.pages()[0]!.html.replace('\ufeff', '')).toBe(html);
  });

  it('takes the place of labels that the page had', async () => {
    await add({ labels: [{ page: path, nodes: [{ path: '/html/body/p', classes: ['notTemplate'] }] }] });
    expect(readFileSync(join(folder, path), 'utf8')).toBe(
      `\ufeff${html.replace('<p>Imprint', '<p class="notTemplate">Imprint')}`,
    );
    expect(readTeco(folder)[0]!.benchmark!.keyPage).toBe('a.example/en/index.html');
  });

  it.each([
    [[], 'there is no list "labels"'],
    [{ labels: [{}] }, 'an entry has no "page"'],
    [{ labels: [{ page: path, nodes: [] }] }, 'has no list "nodes"'],
    [{ labels: [{ page: path, nodes: [{ path: '/html', classes: ['menu'] }] }] }, 'a node needs a "path"'],
    [{ labels: [{ page: path, group: 'x', nodes: [] }] }, '"group" is none of'],
    [{ labels: [{ page: 'b.html', nodes: [{ path: '/html', classes: [] }] }] }, 'there is no b.html in'],
    [
      { labels: [{ page: path, nodes: [{ path: '/html/body/ol', classes: ['notTemplate'] }] }] },
      '/html/body/ol leads to no element',
    ],
  ])('is refused with a reason: %j', async (labels, reason) => {
    const before = readFileSync(join(folder, path));
    await expect(add(labels)).rejects.toThrow(reason);
    expect(readFileSync(join(folder, path))).toEqual(before);
  });
});
