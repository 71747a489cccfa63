/**
 * What a method that judges pages as they arrive costs when a site grows: a generated site, looked at after 50 pages,
 * 100, 200 and so on. Time is that of the pages since the last look, relative to parsing the same pages.
 */
import { type Cleaner, createCleaner, type Page, parseText } from 'dehusk';
import { streamMethods } from '../methods/detect.ts';
import { median } from '../score/statistics.ts';
import { createSite, type SyntheticSite } from '../synthetic/synthetic-site.ts';
import { cpuMs } from './measure.ts';

interface GrowthPoint {
  /** That had been judged. */
  readonly pages: number;
  readonly ofParsing: number;
  readonly stateBytes: number;
}

export interface Growth {
  readonly methods: readonly { readonly method: string; readonly points: readonly GrowthPoint[] }[];
  /** The sources of all pages so far: what a method that holds the site back has to hold at least. */
  readonly sources: readonly { readonly pages: number; readonly bytes: number }[];
}

export interface GrowthOptions {
  /** Of the methods that are measured; others than those that judge pages as they arrive are left out. */
  readonly methods: readonly string[];
  /** 1,600 unless told: 50, doubled five times. */
  readonly pages?: number;
  readonly onPages?: (done: number, pages: number) => void;
}

const FIRST_PAGES = 50;
const SEED = 4242;
/** Enough for the compiler to be done with what is measured. */
const WARM_UP_PAGES = 200;
/** The first stretches take some milliseconds, and garbage is collected in the middle of one or another. */
const SAMPLES = 5;
const pageBytes = { min: 8_000, max: 40_000 };

/** Undefined if there is nothing to measure. */
export async function measureGrowth(options: GrowthOptions): Promise<Growth | undefined> {
  const { methods, pages = 1_600, onPages } = options;
  const wanted = streamMethods.filter((name) => methods.includes(name));
  if (wanted.length === 0) return undefined;
  await warmUp(wanted, Math.min(pages, WARM_UP_PAGES));
  const site = createSite({ seed: SEED, pages, pageBytes });
  const runs = wanted.map((method) => ({
    method,
    cleaners: createCleaners(method),
    points: [] as GrowthPoint[],
  }));
  const sources: { pages: number; bytes: number }[] = [];
  for (let from = 0, to = FIRST_PAGES; to <= pages; from = to, to *= 2) {
    const { parsed, parseMs, bytes } = parsePages(site, from, to);
    for (const { cleaners, points } of runs) {
      const ofParsing = (await observeMs(cleaners, parsed)) / parseMs;
      points.push({ pages: to, ofParsing, stateBytes: cleaners[0]!.sizeBytes });
    }
    sources.push({ pages: to, bytes: bytes + (sources.at(-1)?.bytes ?? 0) });
    onPages?.(to, pages);
  }
  return { methods: runs.map(({ method, points }) => ({ method, points })), sources };
}

function createCleaners(method: string): readonly Cleaner[] {
  return Array.from({ length: SAMPLES }, () => createCleaner({ method, hashKey: [0, 0] }));
}

async function warmUp(methods: readonly string[], pages: number): Promise<void> {
  const site = createSite({ seed: SEED + 1, pages, pageBytes });
  const { parsed } = parsePages(site, 0, pages);
  for (const method of methods) await observeMs(createCleaners(method), parsed);
}

function parsePages(
  site: SyntheticSite,
  from: number,
  to: number,
): { readonly parsed: readonly Page[]; readonly parseMs: number; readonly bytes: number } {
  const made = Array.from({ length: to - from }, (_, i) => site.page(from + i));
  const start = cpuMs();
  const parsed = made.map(({ url, html }) => parseText(html, { url }));
  const parseMs = cpuMs() - start;
  return { parsed, parseMs, bytes: made.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) };
}

/** The median of cleaners that have all seen the same. */
async function observeMs(cleaners: readonly Cleaner[], pages: readonly Page[]): Promise<number> {
  const samples: number[] = [];
  for (const cleaner of cleaners) {
    const start = cpuMs();
    for (const page of pages) await cleaner.add(page);
    samples.push(cpuMs() - start);
  }
  return median(samples);
}
