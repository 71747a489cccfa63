import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/program.ts';
import { fileOf, relativePath } from './local-links.ts';
import { readTeco } from './suite.ts';

describe('the files of pages', () => {
  it.each([
    ['https://a.example/', 'a.example/index.html'],
    ['https://a.example/en/about', 'a.example/en/about.html'],
    ['https://a.example/en/about.html', 'a.example/en/about.html'],
    ['http://a.example:8080/b.php?id=1&x=/y', 'a.example+8080/b.php@id=1&x=_y.html'],
    ['https://a.example/a//b/%2e%2e/c%20d', 'a.example/a/_/c%20d.html'],
  ])('%s', (url, file) => {
    expect(fileOf(url)).toBe(file);
  });

  it('have names that can be written', () => {
    const file = fileOf(`https://a.example/${'x'.repeat(300)}.html`);
    expect(file).toMatch(/^a\.example\/x{100}~\w+\.html$/);
  });

  it.each([
    ['a/b.html', 'a/c.html', 'c.html'],
    ['a/b/c.html', 'a/d.html', '../d.html'],
    ['a/b.html', 'a/c/d?e f.html', 'c/d%3Fe%20f.html'],
    ['a/b.html', 'a/c:d.html', './c:d.html'],
  ])('link to one another: %s to %s', (from, to, link) => {
    expect(relativePath(from, to)).toBe(link);
  });
});

const pages: Readonly<Record<string, string>> = {
  '/': `<base href="/x/"><a href="../en/about">About</a><a href='/old?a=1&amp;b=2'>Old</a>
    <a href="https://elsewhere.invalid/">Out</a><a href=/secret>Secret</a><img src="logo.png">`,
  '/en/about': '<a href=#top>Top</a><a href="./">En</a><a href="/#part">Home</a><a href="/gone">Gone</a>',
  '/en/': '<a href=deep>Deep</a><p>En',
  '/en/deep': '<a href=deeper>Deeper</a>',
  '/en/deeper': 'Too deep',
  '/robots.txt': 'User-agent: *\nDisallow: /secret',
};

describe('dehusk-lab mirror', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-mirror-'));
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/old')) return response.writeHead(302, { location: '/en/about' }).end();
    const type = { 'content-type': url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8' };
    return response.writeHead(pages[url] === undefined ? 404 : 200, type).end(pages[url]);
  });
  let host = '';
  let exitCode = 0;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const flags = ['--allow-private', '--delay', '1', '--quiet', '--group', 'Personal / Blogs'];
    exitCode = await run(['mirror', `http://${host}/`, '-o', folder, ...flags]);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(folder, { recursive: true });
  });
  const read = (path: string): string =>
    readFileSync(join(folder, 'pages', host.replace(':', '+'), path), 'utf8').replace('\ufeff', '');

  it('fetches two levels of links, politely, and says what it could not have', () => {
    expect(asked).toEqual(['/robots.txt', '/', '/en/about', '/old?a=1&b=2', '/en/about', '/en/', '/gone']);
    expect(exitCode).toBe(3);
  });

  it('makes links between pages at hand local, and all others absolute', () => {
    expect(read('index.html')).toBe(
      `<base href=""><a href="en/about.html">About</a><a href='en/about.html'>Old</a>
    <a href="https://elsewhere.invalid/">Out</a><a href=http://${host}/secret>Secret</a><img src="http://${host}/x/logo.png">`,
    );
    expect(read('en/about.html')).toBe(
      `<a href=#top>Top</a><a href="index.html">En</a><a href="../index.html#part">Home</a><a href="http://${host}/gone">Gone</a>`,
    );
  });

  it('lists the benchmark, which has no gold yet', () => {
    const { benchmarks } = JSON.parse(readFileSync(join(folder, 'benchmarks.json'), 'utf8'));
    const keyPage = `pages/${host.replace(':', '+')}/index.html`;
    expect(benchmarks).toEqual([{ keyPage, group: 'Personal / Blogs', url: `http://${host}/` }]);
    expect(readTeco(folder)).toEqual([]);
  });
});
