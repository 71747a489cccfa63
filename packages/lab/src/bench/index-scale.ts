/** An index of many generated pages: how long does a search take, and what does a page cost as the index grows? */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseText } from 'dehusk';
import type { IndexReader } from 'dehusk/node';
import { openIndex, partText, type Ranking } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { type BuildPage, type BuildTimes, buildIndex } from '../papers/chen-2006/indexes.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import type { Aim } from './measure.ts';

const MOST_MS = 50;
const PAGES_PER_SITE = 500;
const QUERIES = 600;

export function benchSearch(pages: number, out: Output): readonly Aim[] {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  const file = join(folder, 'pages.index');
  const startMs = performance.now();
  const crawl = createCrawl({
    seed: 62,
    sites: Math.max(1, Math.round(pages / PAGES_PER_SITE)),
    pagesPerSite: PAGES_PER_SITE,
  });
  const { parse, words, detect, write } = buildIndex(file, crawled(crawl), { method: 'index-time' });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  const size = (statSync(file).size / 1e6).toFixed(0);
  const ratios = [words, detect, write].map((ms) => (ms / parse).toFixed(2));
  out.line(
    `${crawl.pages} generated pages in ${seconds} s, ${size} MB; CPU to parsing: words ${ratios[0]}, detect ${ratios[1]}, write ${ratios[2]}`,
  );
  const queries = makeQueries(crawl);
  using index = openIndex(file);
  const aims = (['bm25', 'pivoted'] as const).flatMap((rank) => timeQueries(index, { queries, rank }, out));
  rmSync(folder, { recursive: true });
  return aims;
}

type Crawl = ReturnType<typeof createCrawl>;

/** Words of running text, so common ones are common: alone, several, side by side, beginnings, alternatives. */
function makeQueries({ sites }: Crawl): readonly string[] {
  const queries: string[] = [];
  for (let i = 0; queries.length < QUERIES; i++) {
    const site = sites[i % sites.length]!;
    const page = parseText(site.page((i * 7919) % site.pages).html);
    const words = partText(page, new Uint8Array(page.nodeCount), 0)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean);
    const [a, b, c] = [
      words[(i * 31) % words.length]!,
      words[(i * 31 + 1) % words.length]!,
      words[(i * 97) % words.length]!,
    ];
    queries.push(a, `${a} ${c}`, `"${a} ${b}"`, `${c.slice(0, 3)}*`, `${a} OR ${c}`, `${a} -${c}`);
  }
  return queries;
}

interface RankedQueries {
  readonly queries: readonly string[];
  readonly rank: Ranking;
}

function timeQueries(index: IndexReader, { queries, rank }: RankedQueries, out: Output): readonly Aim[] {
  const times: number[] = [];
  let hits = 0;
  for (const query of queries) {
    const startMs = performance.now();
    hits += index.search(query, { rank }).total;
    times.push(performance.now() - startMs);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  out.line(
    `${rank}: ${queries.length} queries, ${(hits / queries.length).toFixed(0)} pages match on average; ms: ` +
      `median ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, slowest ${at(1).toFixed(1)}`,
  );
  // Pivoted tf-idf is there to compare with; it promises nothing.
  return rank === 'bm25' ? [{ what: 'p95 of search in ms', measured: at(0.95), atMost: MOST_MS }] : [];
}

// Does a page cost the same in a large index as in a small one, relative to parsing it, and does memory stay where it is?

const SITES = 10;
/** Small pages: what grows with their number shows the more. */
const pageBytes = { min: 3_000, max: 9_000 };
const MOST_DETECT = 1.25;
/** FTS5 merges postings over and over: writing grows with the logarithm of the pages. */
const MOST_WRITE = 1.5;
const MOST_MEMORY = 1.25;

interface Mark {
  readonly pages: number;
  readonly times: Readonly<BuildTimes>;
  readonly memoryMb: number;
}

export function benchGrowth(pages: number, out: Output): readonly Aim[] {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  const crawl = createCrawl({ seed: 63, sites: SITES, pagesPerSite: Math.round(pages / SITES), pageBytes });
  const marks: Mark[] = [];
  buildIndex(join(folder, 'grown.index'), crawled(crawl), {
    method: 'index-time',
    onWindow: (count, times) =>
      marks.push({ pages: count, times: { ...times }, memoryMb: process.memoryUsage().rss / 1e6 }),
  });
  rmSync(folder, { recursive: true });
  const quarters = [0, 1, 2, 3].map((i) => quarterOf(marks, i));
  for (const { pages: from, detect, write, memoryMb } of quarters)
    out.line(
      `from page ${from}: CPU to parsing: detect ${detect.toFixed(3)}, write ${write.toFixed(3)}; ${memoryMb.toFixed(0)} MB at most`,
    );
  return [
    {
      what: 'detection per page, last quarter / second quarter',
      measured: quarters[3]!.detect / quarters[1]!.detect,
      atMost: MOST_DETECT,
    },
    {
      what: 'writing per page, last quarter / second quarter',
      measured: quarters[3]!.write / quarters[1]!.write,
      atMost: MOST_WRITE,
    },
    {
      what: 'resident memory, last quarter / second quarter',
      measured: quarters[3]!.memoryMb / quarters[1]!.memoryMb,
      atMost: MOST_MEMORY,
    },
  ];
}

function* crawled(crawl: ReturnType<typeof createCrawl>): Generator<BuildPage> {
  for (const { site, make } of crawl.crawl()) {
    const { url, html } = make();
    yield { url, html, site: site.name };
  }
}

interface Quarter {
  readonly pages: number;
  readonly detect: number;
  readonly write: number;
  readonly memoryMb: number;
}

function quarterOf(marks: readonly Mark[], quarter: number): Quarter {
  const at = (border: number): number => Math.floor((marks.length - 1) * (border / 4));
  const [from, to] = [marks[at(quarter)]!, marks[at(quarter + 1)]!];
  const spent = (name: keyof BuildTimes): number => to.times[name] - from.times[name];
  const memoryMb = Math.max(
    ...marks.slice(at(quarter) + 1, at(quarter + 1) + 1).map((mark) => mark.memoryMb),
  );
  return {
    pages: from.pages,
    detect: spent('detect') / spent('parse'),
    write: spent('write') / spent('parse'),
    memoryMb,
  };
}
