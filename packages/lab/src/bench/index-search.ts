/** How long does a search take? On an index of generated pages, with queries made of the words of its pages. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseText } from 'dehusk';
import type { IndexReader } from 'dehusk/node';
import { openIndex, partText, type Ranking } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { buildIndex } from '../papers/chen-2006/indexes.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import type { Aim } from './aims.ts';
import { crawled } from './index-growth.ts';

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
