/** Generated sites as a folder in TECO's form: the first page of each is its key page, and carries its gold. */
import { parseText } from 'dehusk';
import type { Profile } from '../synthetic/site-plan.ts';
import { createSite, type PageBytes, type SyntheticSite } from '../synthetic/synthetic-site.ts';
import type { ListedBenchmark } from './benchmarks-file.ts';
import type { SuiteCategory } from './groups.ts';
import { fileOf } from './local-links.ts';
import { listBenchmarks, writeSuitePages } from './write-suite.ts';

/** Sites of the generator that belong to a group of the suite; they go round. */
const groups: readonly (readonly [Profile, SuiteCategory])[] = [
  ['shop', 'Companies / Shops'],
  ['community', 'Forums / Social'],
  ['magazine', 'Media / Communication'],
];

interface SyntheticSuiteOptions {
  readonly seed: number;
  readonly sites: number;
  readonly pagesPerSite: number;
  readonly pageBytes?: PageBytes;
}

export interface SuiteSite {
  readonly site: SyntheticSite;
  readonly benchmark: ListedBenchmark;
}

export function createSyntheticSuite({
  seed,
  sites,
  pagesPerSite,
  pageBytes,
}: SyntheticSuiteOptions): readonly SuiteSite[] {
  return Array.from({ length: sites }, (_, number) => {
    const [profile, group] = groups[number % groups.length]!;
    const site = createSite({
      ...{ seed: seed * 1000 + number, pages: pagesPerSite, profile },
      ...(pageBytes && { pageBytes }),
    });
    const { url } = site.page(0);
    return { site, benchmark: { keyPage: `pages/${fileOf(url)}`, group, url, notes: site.name } };
  });
}

export async function writeSyntheticSuite(folder: string, { site, benchmark }: SuiteSite): Promise<void> {
  const pages = Array.from({ length: site.pages }, (_, order) => {
    const { url, html } = order === 0 ? site.markedPage(order) : site.page(order);
    return parseText(html, { url });
  });
  await writeSuitePages(folder, pages);
  await listBenchmarks(folder, [benchmark]);
}
