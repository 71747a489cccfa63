/**
 * How much smaller is the table of the incremental method than the pages that a batch method must cache?
 *
 *   dehusk-lab bench storage
 *
 * As Table 1 of Wang et al. (2008), which is printed beside it: the size of the table is its mean over all inserted
 * pages (W17), that of a batch method's cache is the mean size of a batch of 24 pages. The paper sets all methods to
 * a recall of 80 %, which `dehusk-lab paper wang-2008` does; here the constants are the defaults.
 */

import { existsSync } from 'node:fs';
import { parseText } from 'dehusk';
import { createIncrementalDetector, ExitCode, incrementalDefaults } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { batchPages, saving, storageTable, TableWeight } from '../papers/wang-2008/storage.ts';
import { mean } from '../score/statistics.ts';
import { themeNames } from '../synthetic/design.ts';
import { createSite } from '../synthetic/synthetic-site.ts';

interface SizedSite {
  readonly site: string;
  readonly hashed: number;
  readonly text: number;
  readonly batch: number;
}

interface SourcePage {
  readonly url: string;
  readonly html: string;
}

/** As many as the paper has of each site. */
const GENERATED_PAGES = 400;

export function run(_args: readonly string[], out: Output): number {
  reportPaper(out);
  reportSites('generated sites', generatedSites(), out);
  reportSites('corpus', corpusSites(), out);
  return ExitCode.done;
}

function sizeSite(site: string, pages: readonly SourcePage[]): SizedSite {
  const detector = createIncrementalDetector();
  const parsed = pages.map(({ url, html }) => parseText(html, { url }));
  const hashed = parsed.map((page) => {
    detector.learn(page);
    return detector.tableBytes;
  });
  const { firstLifePages, lifeGrowth } = incrementalDefaults;
  return {
    site,
    hashed: mean(hashed),
    text: new TableWeight(parsed).mean(firstLifePages, lifeGrowth),
    batch: batchPages * mean(pages.map(({ html }) => Buffer.byteLength(html))),
  };
}

function* generatedSites(): Generator<SizedSite> {
  for (const [i, theme] of themeNames.entries()) {
    const site = createSite({ seed: 21 + i, pages: GENERATED_PAGES, theme });
    const pages = Array.from({ length: site.pages }, (_, order) => site.page(order));
    yield sizeSite(site.name, pages);
  }
}

function* corpusSites(): Generator<SizedSite> {
  if (!existsSync(corpusFolder)) return;
  for (const site of readCorpus(corpusFolder)) yield sizeSite(site.name, site.pages());
}

const columns = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(30) : cell.padStart(13))).join('');
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

function reportSite({ site, hashed, text, batch }: SizedSite, out: Output): void {
  const savings = [saving(hashed, batch), saving(text, batch)].map(percent);
  out.line(columns([site, ...[hashed, text, batch].map(kilobytes), ...savings]));
}

function reportSites(title: string, sites: Iterable<SizedSite>, out: Output): void {
  out.line(`\n${columns([title, 'hashed KB', 'text KB', 'batch KB', 'saves hashed', 'saves text'])}`);
  const sized: SizedSite[] = [];
  for (const site of sites) {
    reportSite(site, out);
    sized.push(site);
  }
  if (sized.length === 0) return;
  const [hashed, text, batch] = (['hashed', 'text', 'batch'] as const).map((column) =>
    mean(sized.map((site) => site[column])),
  );
  reportSite({ site: 'mean', hashed: hashed!, text: text!, batch: batch! }, out);
}

function reportPaper(out: Output): void {
  out.line(
    `\n${columns(['Wang et al., Table 1', 'ours KB', 'shingle KB', 'SST KB', 'of shingle', 'of SST'])}`,
  );
  const average = (['ours', 'shingle', 'sst'] as const).map((method) =>
    mean(storageTable.map((row) => row[method])),
  );
  const [ours, shingle, sst] = average;
  for (const row of [...storageTable, { site: 'mean', ours: ours!, shingle: shingle!, sst: sst! }]) {
    const savings = [saving(row.ours, row.shingle), saving(row.ours, row.sst)].map(percent);
    const sizes = [row.ours, row.shingle, row.sst].map((size) => size.toFixed(0));
    out.line(columns([row.site, ...sizes, ...savings]));
  }
}
