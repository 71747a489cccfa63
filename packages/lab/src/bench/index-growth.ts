/**
 * Does a page cost the same in a large index as in a small one, relative to parsing it, and does memory stay where it is?
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../experiment.ts';
import { type BuildPage, type BuildTimes, buildIndex } from '../papers/chen-2006/indexes.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import type { Aim } from './aims.ts';

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

export function* crawled(crawl: ReturnType<typeof createCrawl>): Generator<BuildPage> {
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
