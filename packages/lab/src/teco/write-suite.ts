/** Writes a folder in TECO's form: pages as files that link to one another, and the list of benchmarks. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'dehusk';
import { benchmarksFile, type ListedBenchmark, readBenchmarks } from './benchmarks-file.ts';
import { fileOf, identityOf, withLocalLinks } from './local-links.ts';

/** Decides the encoding before anything that the page or a server may say: what is written is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Pages of one address are one page: the first. `moved`: where other addresses of links lead, by identity. Returns the
 * files below the folder, in the order of the pages.
 */
export async function writeSuitePages(
  folder: string,
  pages: readonly Page[],
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<readonly string[]> {
  const files = new Map<string, string>();
  for (const { url } of pages) if (!files.has(identityOf(url!))) files.set(identityOf(url!), fileOf(url!));
  const written = new Set<string>();
  for (const page of pages) {
    const file = files.get(identityOf(page.url!))!;
    if (written.has(file)) continue;
    written.add(file);
    const target = join(folder, 'pages', file);
    await mkdir(dirname(target), { recursive: true });
    const source = withLocalLinks(page, (identity) => files.get(moved.get(identity) ?? identity));
    await writeFile(target, BYTE_ORDER_MARK + source.replace(BYTE_ORDER_MARK, ''));
  }
  return [...written].map((file) => `pages/${file}`);
}

/** Adds benchmarks to those that the folder has; one of the same key page takes the place of the old one. */
export async function listBenchmarks(folder: string, added: readonly ListedBenchmark[]): Promise<void> {
  const keyPages = new Set(added.map(({ keyPage }) => keyPage));
  const kept = readBenchmarks(folder).filter(({ keyPage }) => !keyPages.has(keyPage));
  const benchmarks = [...kept, ...added].toSorted((a, b) => (a.keyPage < b.keyPage ? -1 : 1));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, benchmarksFile), `${JSON.stringify({ benchmarks }, undefined, 2)}\n`);
}
