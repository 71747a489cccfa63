/** Builds an index as `dehusk index` does, with the CPU time of each step. */
import {
  createIndexEntry,
  DehuskError,
  guardEmpty,
  type IndexEntry,
  type IndexTotals,
  type IndexWriter,
  keepHeadings,
  openIndexWriter,
  type Page,
  parseText,
  type Verdict,
  WordTable,
} from 'dehusk/parts';
import { cpuMs } from '../../run/cpu-ms.ts';
import { type DetectorName, detectors, isIndexTime, judgePages } from './detectors.ts';

export interface BuildPage {
  readonly url: string;
  readonly html: string;
  readonly site: string;
}

/** CPU milliseconds. */
export interface BuildTimes {
  parse: number;
  words: number;
  detect: number;
  write: number;
}

export interface Built extends Readonly<BuildTimes> {
  readonly pages: number;
  readonly totals: IndexTotals;
}

export interface BuildOptions {
  readonly method: DetectorName;
  /** Pages held back. */
  readonly batchPages?: number;
  readonly keepTemplate?: boolean;
  /** Told after each window. */
  readonly onWindow?: (pages: number, times: Readonly<BuildTimes>) => void;
}

export function buildIndex(file: string, pages: Iterable<BuildPage>, options: BuildOptions): Built {
  const { method, batchPages = 500, keepTemplate = false, onWindow } = options;
  const setting = { method, methodOptions: {}, template: keepTemplate };
  using writer = openIndexWriter(file, { setting, hashKey: [0, 0] });
  const times: BuildTimes = { parse: 0, words: 0, detect: 0, write: 0 };
  let count = 0;
  let window: BuildPage[] = [];
  const finishWindow = (): void => {
    const entries: IndexEntry[] = [];
    const sites = new Map<string, Uint8Array>();
    for (const [site, own] of bySite(window))
      entries.push(...siteEntries({ site, pages: own, method, keepTemplate, writer, sites }, times));
    times.write += timed(() => writer.commit({ entries, sites }));
    count += window.length;
    window = [];
    onWindow?.(count, times);
  };
  for (const page of pages) {
    window.push(page);
    if (window.length === batchPages) finishWindow();
  }
  finishWindow();
  return { ...times, pages: count, totals: writer.totals };
}

interface SitePages {
  readonly site: string;
  readonly pages: readonly BuildPage[];
  readonly method: DetectorName;
  readonly keepTemplate: boolean;
  readonly writer: IndexWriter;
  /** What is carried to the next window. */
  readonly sites: Map<string, Uint8Array>;
}

function siteEntries(own: SitePages, times: BuildTimes): readonly IndexEntry[] {
  const { site, pages, keepTemplate, writer, sites } = own;
  const parsed: Page[] = [];
  const table = new WordTable();
  let verdicts: readonly Verdict[] = [];
  let entries: readonly IndexEntry[] = [];
  times.parse += timed(() => {
    for (const page of pages) parsed.push(...parsePage(page));
  });
  times.words += timed(() => {
    for (const page of parsed) table.addPage(page);
  });
  const detector = detectors[own.method]();
  const state = writer.siteState(site);
  if (isIndexTime(detector) && state !== undefined) detector.load(state);
  times.detect += timed(() => {
    verdicts = judgePages(detector, parsed, table);
  });
  times.write += timed(() => {
    const kept = keepHeadings(parsed, verdicts);
    entries = parsed.map((page, i) =>
      createIndexEntry(table, i, { site, keepTemplate, verdict: guardEmpty(page, kept[i]!).verdict }),
    );
    if (isIndexTime(detector)) sites.set(site, detector.save());
  });
  return entries;
}

/** The address is the identity, so that hits can be told by it. A page that cannot be parsed is not indexed. */
function parsePage({ url, html }: BuildPage): readonly Page[] {
  try {
    return [parseText(html, { url, id: url })];
  } catch (error) {
    if (error instanceof DehuskError) return [];
    throw error;
  }
}

function timed(run: () => void): number {
  const start = cpuMs();
  run();
  return cpuMs() - start;
}

function bySite(pages: readonly BuildPage[]): ReadonlyMap<string, readonly BuildPage[]> {
  const sites = new Map<string, BuildPage[]>();
  for (const page of pages) {
    const known = sites.get(page.site);
    if (known === undefined) sites.set(page.site, [page]);
    else known.push(page);
  }
  return sites;
}
