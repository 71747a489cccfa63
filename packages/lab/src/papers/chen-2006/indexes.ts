/** Indexes built with each method over the same pages, and what they answer to the same questions. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DehuskError, type Page, parseText, type Verdict } from 'dehusk';
import type { IndexReader } from 'dehusk/node';
import {
  createIndexEntry,
  guardEmpty,
  type IndexEntry,
  type IndexTotals,
  keepHeadings,
  openIndex,
  openIndexWriter,
  type Ranking,
  WordTable,
} from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { cpuMs } from '../../run/measure.ts';
import { type DetectorName, detectors, isIndexTime, judgePages } from './detection.ts';
import type { Question } from './questions.ts';

/** Hits that are looked at. */
export const FIRST_HITS = 10;
/** Pages that are held back: two sites of the corpus. */
const BATCH_PAGES = 240;

export interface IndexWay {
  readonly name: string;
  readonly method: DetectorName;
  readonly keepTemplate?: boolean;
}

export interface Answer {
  /** 1 / the place of the first right page; 0 if it is not among the first ten. */
  readonly reciprocal: number;
  /** How many of the first ten are right. */
  readonly right: number;
}

export interface AnsweredIndex {
  readonly name: string;
  readonly built: Built;
  readonly sizeBytes: number;
  readonly answers: Readonly<Record<Ranking, readonly Answer[]>>;
}

/** The index is built in a temporary folder, asked, and thrown away. */
export function askIndex(
  way: IndexWay,
  sites: readonly CorpusSite[],
  questions: readonly Question[],
): AnsweredIndex {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-eval-'));
  try {
    const file = join(folder, 'pages.index');
    const built = buildIndex(file, pagesOf(sites), { ...way, batchPages: BATCH_PAGES });
    using index = openIndex(file);
    const ask = (rank: Ranking): readonly Answer[] =>
      questions.map((question) => answer(index, question, rank));
    const answers = { bm25: ask('bm25'), pivoted: ask('pivoted') };
    return { name: way.name, built, sizeBytes: statSync(file).size, answers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* pagesOf(sites: readonly CorpusSite[]): Generator<BuildPage> {
  for (const site of sites) for (const { url, html } of site.pages()) yield { url, html, site: site.name };
}

function answer(index: IndexReader, { text, site, right }: Question, rank: Ranking): Answer {
  const { hits } = index.search(text, { rank, limit: FIRST_HITS, ...(site !== undefined && { site }) });
  const place = hits.findIndex(({ id }) => right.has(id));
  return {
    reciprocal: place === -1 ? 0 : 1 / (place + 1),
    right: hits.filter(({ id }) => right.has(id)).length,
  };
}

// Builds an index as `dehusk index` does, with the CPU time of each step.

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

interface Built extends Readonly<BuildTimes> {
  readonly pages: number;
  readonly totals: IndexTotals;
}

interface BuildOptions {
  readonly method: DetectorName;
  /** Pages held back. */
  readonly batchPages?: number;
  readonly keepTemplate?: boolean;
  /** Told after each window. */
  readonly onWindow?: (pages: number, times: Readonly<BuildTimes>) => void;
}

export function buildIndex(file: string, pages: Iterable<BuildPage>, options: BuildOptions): Built {
  const { method, batchPages = 500, keepTemplate = false, onWindow } = options;
  const setting = { method, methodOptions: {}, guard: true, template: keepTemplate };
  const carried = new Map<string, Uint8Array>();
  using writer = openIndexWriter(file, { setting, hashKey: [0, 0] });
  const times: BuildTimes = { parse: 0, words: 0, detect: 0, write: 0 };
  let count = 0;
  let window: BuildPage[] = [];
  const finishWindow = (): void => {
    const entries: IndexEntry[] = [];
    for (const [site, own] of bySite(window))
      entries.push(...siteEntries({ site, pages: own, method, keepTemplate, carried }, times));
    times.write += timed(() => writer.commit({ entries }));
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
  /** What is carried to the next window, by site. */
  readonly carried: Map<string, Uint8Array>;
}

function siteEntries(own: SitePages, times: BuildTimes): readonly IndexEntry[] {
  const { site, pages, keepTemplate, carried } = own;
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
  const state = carried.get(site);
  if (isIndexTime(detector) && state !== undefined) detector.load(state);
  times.detect += timed(() => {
    verdicts = judgePages(detector, parsed, table);
  });
  times.write += timed(() => {
    const kept = keepHeadings(parsed, verdicts);
    entries = parsed.map((page, i) =>
      createIndexEntry(table, i, { site, keepTemplate, verdict: guardEmpty(page, kept[i]!).verdict }),
    );
    if (isIndexTime(detector)) carried.set(site, detector.save());
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
