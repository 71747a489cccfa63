/**
 * Does a page cost more, and does the process get larger, the more pages of a site there were before it?
 *
 * Three cleaners have seen 10^3, 10^4 and 10^5 pages when the clock starts; from there on all three get the same
 * pages, in turns, so that neither the machine's moods nor the pages pass for growth. Pages are made outside the
 * clock, and resident memory is looked at on the way.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RawPage } from 'dehusk';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';
import { createSite, type SyntheticSite } from '../synthetic/synthetic-site.ts';
import type { Aim } from './measure.ts';
import { cpuMsOf, createLineWriter, type LineWriter } from './measure.ts';

interface Runner {
  /** Pages that it has seen when the clock starts. */
  readonly pages: number;
  readonly lines: LineWriter;
  /** CPU time of a page, batch by batch. */
  readonly pageMs: number[];
}

interface Sample {
  readonly at: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly tableBytes: number;
}

/** About 13 KB a page: the template of a generated site alone has some 8. */
const PAGE_BYTES = { min: 4_000, max: 12_000 };
const BATCH_PAGES = 50;
const SAMPLE_PAGES = 1_000;
/** Pages on the clock. */
const TIMED_PAGES = 4_000;
/** "Flat": within a tenth. */
const FLAT = 1.1;
const encoder = new TextEncoder();

/** `pages` is a power of ten, from 10^3 on. */
export async function benchGrowth(pages: number, out: Output): Promise<readonly Aim[]> {
  const runners = createRunners(pages);
  const seen = runners.at(-1)!.pages;
  const site = createSite({ seed: 7, pages: seen + TIMED_PAGES, pageBytes: PAGE_BYTES });
  const samples = await bringUp(site, runners);
  reportSamples(samples, out);
  for (let at = seen; at < site.pages; at += BATCH_PAGES) await timeBatch(makeBatch(site, at), runners);
  for (const { lines, ...runner } of runners) {
    const cost = `${(1000 * median(runner.pageMs)).toFixed(0)} µs a page`;
    out.line(`after ${runner.pages} pages: ${cost}; state ${kilobytes(lines.sizeBytes)}`);
  }
  return [
    ...runners.slice(0, -1).map((runner) => costAim(runners.at(-1)!, runner)),
    { what: 'resident memory, last quarter / third', measured: memoryGrowth(samples), atMost: FLAT },
  ];
}

function createRunners(pages: number): readonly Runner[] {
  const runners: Runner[] = [];
  for (let seen = 1_000; seen <= pages; seen *= 10) {
    runners.push({ pages: seen, lines: createLineWriter(), pageMs: [] });
  }
  return runners;
}

/** Each runner joins late enough to have seen its number of pages at the end. */
async function bringUp(site: SyntheticSite, runners: readonly Runner[]): Promise<readonly Sample[]> {
  const collect = exposeGc();
  const oldest = runners.at(-1)!;
  const samples: Sample[] = [];
  for (let at = 0; at < oldest.pages; at += BATCH_PAGES) {
    const batch = makeBatch(site, at);
    for (const { pages, lines } of runners) if (at >= oldest.pages - pages) await writeAll(batch, lines);
    if ((at + BATCH_PAGES) % SAMPLE_PAGES !== 0) continue;
    collect();
    const { rss, heapUsed } = process.memoryUsage();
    const tableBytes = oldest.lines.sizeBytes;
    samples.push({ at: at + BATCH_PAGES, rssBytes: rss, heapBytes: heapUsed, tableBytes });
  }
  return samples;
}

function makeBatch(site: SyntheticSite, at: number): readonly RawPage[] {
  return Array.from({ length: BATCH_PAGES }, (_, i) => {
    const { url, html } = site.page(at + i);
    return { url, bytes: encoder.encode(html), provenance: { file: site.name } };
  });
}

async function writeAll(batch: readonly RawPage[], lines: LineWriter): Promise<void> {
  for (const raw of batch) await lines.write(raw, 'add');
}

/** Each runner begins in turn: the first to see a page may find colder caches than the others. */
async function timeBatch(batch: readonly RawPage[], runners: readonly Runner[]): Promise<void> {
  const turn = runners[0]!.pageMs.length % runners.length;
  for (const { lines, pageMs } of [...runners.slice(turn), ...runners.slice(0, turn)]) {
    pageMs.push((await cpuMsOf(() => writeAll(batch, lines))) / batch.length);
  }
}

function costAim(old: Runner, young: Runner): Aim {
  const measured = median(old.pageMs) / median(young.pageMs);
  return { what: `cost of a page after ${old.pages} / after ${young.pages}`, measured, atMost: FLAT };
}

function reportSamples(samples: readonly Sample[], out: Output): void {
  const shown = samples.filter(({ at }, i) => Number.isInteger(Math.log10(at)) || i % 20 === 19);
  for (const { at, rssBytes, heapBytes, tableBytes } of shown) {
    const memory = `resident ${(rssBytes / 1e6).toFixed(0)} MB, heap ${(heapBytes / 1e6).toFixed(1)} MB`;
    out.line(`${at} pages: ${memory}, state ${kilobytes(tableBytes)}`);
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}

/** Within the second half, the last quarter of the run against the one before. */
function memoryGrowth(samples: readonly Sample[]): number {
  const bytes = samples.map(({ rssBytes }) => rssBytes);
  const quarter = Math.floor(bytes.length / 4);
  return median(bytes.slice(-quarter)) / median(bytes.slice(-2 * quarter, -quarter));
}

/** The flag can be set while running; the function appears in contexts that are made after that. */
function exposeGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
