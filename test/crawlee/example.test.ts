/** The example for Crawlee as a user runs it, on a generated site of this machine. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../packages/dehusk/src/output/record.ts';
import { toText } from '../../packages/dehusk/src/output/text.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { createSite, type SyntheticSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { serveSite } from '../servers/site-server.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const example = fileOf('../../examples/crawlee/crawl.js');
if (!existsSync(fileOf('../../packages/dehusk/dist/crawlee.js'))) throw new Error('run npm run build');

const PAGES = 24;
const TIMEOUT_MS = 100_000;
const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-crawlee-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Crawl {
  readonly exitCode: number | string | null | undefined;
  readonly records: readonly PageRecord[];
  readonly stderr: string;
}

function crawl(url: string): Promise<Crawl> {
  const preload = ['--import', fileOf('./loopback-only.js')];
  const env = { ...process.env, CRAWLEE_STORAGE_DIR: folder };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...preload, example, url, String(PAGES)],
      { cwd: folder, env, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line !== '');
        const records = lines.map((line) => JSON.parse(line) as PageRecord);
        done({ exitCode: error === null ? 0 : error.code, records, stderr });
      },
    );
  });
}

function linesOf(text = ''): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Lines that stand on each of a few pages. */
function menuLines(site: SyntheticSite): readonly string[] {
  const [first, ...others] = [0, 1, 2, 3].map(
    (order) => new Set(linesOf(toText(parseText(site.page(order).html)))),
  );
  return [...first!].filter((line) => others.every((lines) => lines.has(line)));
}

describe('examples/crawlee', () => {
  it('crawls a site and leaves its menus out from the second page on', async () => {
    const site = createSite({ seed: 5, pages: 60, theme: 'semantic', language: 'english', profile: 'shop' });
    await using server = await serveSite(site);
    const { exitCode, records, stderr } = await crawl(server.url);
    expect([exitCode, stderr]).toEqual([0, '']);
    // Some links of the site lead to no page: what the server says then is no record.
    const paths = Array.from({ length: site.pages }, (_, order) => new URL(site.page(order).url).pathname);
    const found = new Set(server.requests.filter((path) => paths.includes(path)));
    expect(found.size).toBeLessThan(PAGES);
    expect(records.length).toBe(found.size);
    expect(new Set(records.map(({ id }) => id)).size).toBe(found.size);
    expect(records.map(({ metadata }) => metadata.status)).toEqual(records.map(() => 200));
    const menu = menuLines(site);
    expect(menu.length).toBeGreaterThan(20);
    const kept = records
      .slice(1)
      .flatMap(({ text }) => linesOf(text))
      .filter((line) => menu.includes(line));
    // Not none: products of a box at the side are also named in lists of some pages' own.
    expect(kept.length / (menu.length * (found.size - 1))).toBeLessThan(0.05);
  });
});
