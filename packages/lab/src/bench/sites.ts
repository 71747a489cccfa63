/**
 * Does the memory of a run grow with the number of sites? The real command reads generated pages from standard input:
 *
 * - `one-page`: sites of one page each, a million of them. Resident memory is looked at every 100,000 sites: it must be
 *   flat from there on.
 * - `round-robin`: sites of five pages each that come in turns, so that each page of a site comes when the site was
 *   parked long ago. With little memory the records are the same, and the CPU time is at most three times as much.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../experiment.ts';
import { dehuskCommand, programBeside } from '../programs.ts';
import { median } from '../score/statistics.ts';
import { type Aim, type BenchPart, runParts } from './measure.ts';

const MOST_BYTES = 600e6;
const FLAT = 1.1;
const SMALL_MEMORY = '64MB';
const MOST_CPU = 3;
const PAGES_OF_SITE = 5;
/** Memory is looked at this many times while a run lasts. */
const SAMPLES = 40;

const parts: Readonly<Record<string, BenchPart>> = {
  'one-page': ([sites = 1_000_000], out) => benchOnePageSites(sites, out),
  'round-robin': ([sites = 200_000], out) => benchRoundRobin(sites, out),
};

export async function run(args: readonly string[], out: Output): Promise<number> {
  return runParts(parts, args, out);
}

async function benchOnePageSites(sites: number, out: Output): Promise<readonly Aim[]> {
  const { cpuMs, peakBytes, samples } = await cleanFrom(crawl(sites, 1), sites, []);
  for (const { page, rssBytes } of samples.filter((_, i) => i % (SAMPLES / 10) === SAMPLES / 10 - 1))
    out.line(`${page} sites: resident ${megabytes(rssBytes)}`);
  out.line(`${sites} sites of one page: ${(cpuMs / 1000).toFixed(0)} s of CPU, peak ${megabytes(peakBytes)}`);
  const late = samples.slice(Math.ceil(samples.length / 10)).map(({ rssBytes }) => rssBytes);
  const third = Math.floor(late.length / 3);
  const growth = median(late.slice(-third)) / median(late.slice(0, third));
  return [
    {
      what: 'resident memory, last third / first third after a tenth of the sites',
      measured: growth,
      atMost: FLAT,
    },
    { what: 'peak of resident memory, MB', measured: peakBytes / 1e6, atMost: MOST_BYTES / 1e6 },
  ];
}

async function benchRoundRobin(sites: number, out: Output): Promise<readonly Aim[]> {
  const pages = sites * PAGES_OF_SITE;
  const free = await cleanFrom(crawl(sites, PAGES_OF_SITE), pages, ['--memory', '1000GB']);
  const small = await cleanFrom(crawl(sites, PAGES_OF_SITE), pages, ['--memory', SMALL_MEMORY]);
  for (const [name, { cpuMs, peakBytes }] of Object.entries({ 'no limit': free, [SMALL_MEMORY]: small }))
    out.line(`${pages} pages, ${name}: ${(cpuMs / 1000).toFixed(0)} s of CPU, peak ${megabytes(peakBytes)}`);
  return [
    { what: `CPU, ${SMALL_MEMORY} / no limit`, measured: small.cpuMs / free.cpuMs, atMost: MOST_CPU },
    { what: 'runs with other records (0 or 1)', measured: small.digest === free.digest ? 0 : 1, atMost: 0 },
    { what: 'temporary files left', measured: free.filesLeft + small.filesLeft, atMost: 0 },
    { what: 'temporary files left by a killed run', measured: await filesOfKilled(sites), atMost: 0 },
  ];
}

interface Cost {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

interface CleanedRun extends Cost {
  /** Of all records. */
  readonly digest: string;
  readonly samples: readonly { readonly page: number; readonly rssBytes: number }[];
  /** In the folder for temporary files that the run had to itself. */
  readonly filesLeft: number;
}

async function cleanFrom(
  lines: Iterable<string>,
  pages: number,
  flags: readonly string[],
): Promise<CleanedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  try {
    const child = startClean(folder, flags);
    const hash = createHash('sha256');
    child.stdout!.on('data', (bytes: Buffer) => hash.update(bytes));
    const closed = once(child, 'close');
    const samples = await feed(child, lines, Math.max(1, Math.floor(pages / SAMPLES)));
    const [exitCode] = await closed;
    if (exitCode !== 0) throw new Error(`dehusk clean ended with ${exitCode}`);
    const cost = JSON.parse(readFileSync(join(folder, 'cost.json'), 'utf8')) as Cost;
    return { ...cost, digest: hash.digest('hex'), samples, filesLeft: readdirSync(join(folder)).length - 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Killed when the parked sites are on disk; what is left is counted. */
async function filesOfKilled(sites: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  try {
    const child = startClean(folder, ['--memory', '1MB']);
    child.stdout!.resume();
    const closed = once(child, 'close');
    await feed(child, crawl(Math.min(sites, 2_000), 2), 1_000, () => child.kill('SIGKILL'));
    await closed;
    return readdirSync(folder).length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startClean(folder: string, flags: readonly string[]): ChildProcess {
  const preload = programBeside(import.meta.url, 'report-cost.js').href;
  return spawn(
    process.execPath,
    [`--import=${preload}`, dehuskCommand, 'clean', '-', '--quiet', '--progress', 'never', ...flags],
    {
      env: { ...process.env, TMPDIR: folder, DEHUSK_COST_FILE: join(folder, 'cost.json') },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
}

/** Lines in batches, at the pace of the reader; memory is looked at after each `every` of them. */
async function feed(
  child: ChildProcess,
  lines: Iterable<string>,
  every: number,
  atEnd: () => void = () => undefined,
): Promise<CleanedRun['samples']> {
  const stdin = child.stdin!;
  stdin.on('error', () => undefined);
  const samples: { page: number; rssBytes: number }[] = [];
  let batch = '';
  let page = 0;
  for (const line of lines) {
    batch += line;
    page++;
    if (page % every !== 0 && batch.length < 1e6) continue;
    if (!stdin.write(batch) && child.exitCode === null) await once(stdin, 'drain');
    batch = '';
    if (page % every === 0) samples.push({ page, rssBytes: residentBytes(child.pid!) });
  }
  if (batch !== '' && !stdin.write(batch)) await once(stdin, 'drain');
  atEnd();
  stdin.end();
  return samples;
}

/** By the kernel of Linux; elsewhere the peak at the end must do. */
function residentBytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Small pages, each site with a menu and a footer of its own; the sites come in turns. */
function* crawl(sites: number, pagesOfSite: number): Generator<string> {
  for (let page = 0; page < pagesOfSite; page++) {
    for (let site = 0; site < sites; site++) {
      const url = `https://site${site}.example/page${page}`;
      const menu = Array.from(
        { length: 5 },
        (_, i) => `<li><a href="/${i}">Section ${i} of house ${site}</a></li>`,
      );
      const text = `This is what page ${page} of the house number ${site} has to say about itself, and nothing else.`;
      const html =
        `<!doctype html><title>Page ${page}</title><ul>${menu.join('')}</ul><h1>Page ${page}</h1><p>${text}</p>` +
        `<p>It was written on day ${(site * 7 + page) % 365}.</p><div>House ${site}, all rights reserved</div>`;
      yield `${JSON.stringify({ url, html })}\n`;
    }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
