/**
 * What do users pay? The real command, start and input included, on files, as a ratio of CPU time to htmlparser2 with
 * an idle handler on the decoded strings of the same pages.
 *
 *   dehusk-lab bench process [MEGABYTES [ROUNDS [PEER]]]     (default: 1000 of corpus pages, 3 rounds)
 *
 * Pages of the corpus, as many of each site, repeated under other hosts, and small generated ones; of one site, of a hundred sites a
 * megabyte, as JSON Lines, gzip, WARC and a folder of files. Each way to run is measured in turns with the reference;
 * medians of the rounds. Exit code 1 when an aim is missed.
 *
 * PEER is a command that reads JSON Lines of pages on standard input, such as a converter; what it costs is told, too.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Output } from '../experiment.ts';
import { dehuskCommand, programBeside } from '../programs.ts';
import { median } from '../score/statistics.ts';
import { createSite } from '../synthetic/synthetic-site.ts';
import { type Aim, corpusPages, cpuMs, idleParse, reportAims } from './measure.ts';

interface PageLine {
  readonly url: string;
  readonly html: string;
}

/** Names of what is read, each with the pages that are in it. */
type InputName = keyof ReturnType<typeof writeInputs>;

/** A way to run the command, and what it may cost; some have no aim of their own. */
interface Way {
  readonly name: string;
  readonly input: InputName;
  readonly flags: readonly string[];
  readonly atMost?: number;
  /** The same with one thread, and what the busiest thread may have of all CPU time of that. */
  readonly alone?: { readonly name: string; readonly busiestAtMost: number };
}

/** All CPU time of two threads, to that of one. */
const TWO_THREADS_AT_MOST = 1.15;

const ways: readonly Way[] = [
  { name: 'stream', input: 'pages.jsonl', flags: ['--stream'], atMost: 0.7 },
  { name: 'stream, gzip', input: 'pages.jsonl.gz', flags: ['--stream'], atMost: 1.05 },
  { name: 'stream, Markdown', input: 'pages.jsonl', flags: ['--stream', '--format', 'markdown'], atMost: 1 },
  {
    name: 'stream, with a state',
    input: 'pages.jsonl',
    flags: ['--stream', '--state', 'STATE'],
    atMost: 0.85,
  },
  {
    name: 'stream, two threads',
    input: 'pages.jsonl',
    flags: ['--stream', '--jobs', '2'],
    atMost: 0.8,
    alone: { name: 'stream', busiestAtMost: 0.6 },
  },
  { name: 'two passes', input: 'pages.jsonl', flags: [], atMost: 0.95 },
  {
    name: 'two passes, two threads',
    input: 'pages.jsonl',
    flags: ['--jobs', '2'],
    atMost: 1.1,
    alone: { name: 'two passes', busiestAtMost: 0.6 },
  },
  { name: 'small pages, stream', input: 'small.jsonl', flags: ['--stream'], atMost: 2 },
  { name: 'WARC, gzip, stream', input: 'pages.warc.gz', flags: ['--stream'], atMost: 1.05 },
  { name: 'folder of files, stream', input: 'folder', flags: ['--stream'] },
  { name: 'one site, stream', input: 'one-site.jsonl', flags: ['--stream'] },
  {
    name: 'one site, two threads',
    input: 'one-site.jsonl',
    flags: ['--stream', '--jobs', '2'],
    alone: { name: 'one site, stream', busiestAtMost: 0.67 },
  },
  { name: 'one site, three threads', input: 'one-site.jsonl', flags: ['--stream', '--jobs', '3'] },
  { name: 'one site, two passes', input: 'one-site.jsonl', flags: [] },
  {
    name: 'one site, 2 passes, 2 threads',
    input: 'one-site.jsonl',
    flags: ['--jobs', '2'],
    alone: { name: 'one site, two passes', busiestAtMost: 0.67 },
  },
  { name: 'a site for each page', input: 'sites.jsonl', flags: ['--stream'] },
];

/** What a command tells of itself; see `report-cost.js`. */
interface Cost {
  readonly cpuMs: number;
  /** Of the thread that has used most. */
  readonly busiestMs: number;
  readonly peakBytes: number;
}

export function run([megabytes = '1000', rounds = '3', peer]: readonly string[], out: Output): number {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-process-'));
  try {
    const inputs = writeInputs(folder, Number(megabytes));
    out.line(
      `${Number(megabytes)} MB of JSON Lines, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
    );
    out.line(`${''.padEnd(26)} ratio (rounds)          busiest thread   peak memory`);
    // What is measured against must be warm from the first round on.
    parseAll({ ...inputs['pages.jsonl'], count: 300 });
    const setting = { folder, rounds: Number(rounds) };
    const measured = new Map<string, Measured>();
    const aims = ways.flatMap((way) => {
      const cost = measureWay(way, { ...setting, pages: inputs[way.input] }, out);
      measured.set(way.name, cost);
      return aimsOf(way, cost, measured);
    });
    if (peer !== undefined) measurePeer(peer, { ...setting, pages: inputs['pages.jsonl'] }, out);
    return reportAims(aims, out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an input holds: some pages, again and again. */
interface Written {
  readonly pages: readonly PageLine[];
  readonly count: number;
}

interface Setting {
  readonly folder: string;
  readonly rounds: number;
  readonly pages: Written;
}

/** Medians: all CPU time, and that of the busiest thread, as ratios to the reference. */
interface Measured {
  readonly ratio: number;
  readonly busiest: number;
}

function measureWay({ name, input, flags }: Way, setting: Setting, out: Output): Measured {
  const { folder, rounds, pages } = setting;
  const costs = Array.from({ length: rounds }, (_, round) => {
    const state = join(folder, `state-${round}`);
    const reference = cpuMs(() => parseAll(pages));
    const cost = runCommand(folder, [
      join(folder, input),
      ...flags.map((flag) => (flag === 'STATE' ? state : flag)),
    ]);
    rmSync(state, { force: true });
    return { ...cost, ratio: cost.cpuMs / reference, busiest: cost.busiestMs / cost.cpuMs };
  });
  const ratios = costs.map(({ ratio }) => ratio);
  const busiest = `${(100 * median(costs.map((cost) => cost.busiest))).toFixed(0)} %`;
  const peak = `${(median(costs.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0)} MB`;
  out.line(`${name.padEnd(26)} ${told(ratios).padEnd(26)} ${busiest.padEnd(13)} ${peak}`);
  return { ratio: median(ratios), busiest: median(costs.map((cost) => cost.ratio * cost.busiest)) };
}

function aimsOf(
  { name, atMost, alone }: Way,
  { ratio, busiest }: Measured,
  measured: ReadonlyMap<string, Measured>,
): readonly Aim[] {
  const own = atMost === undefined ? [] : [{ what: name, measured: ratio, atMost }];
  if (alone === undefined) return own;
  const one = measured.get(alone.name)!.ratio;
  return [
    ...own,
    { what: `${name}, all CPU time to that of one`, measured: ratio / one, atMost: TWO_THREADS_AT_MOST },
    { what: `${name}, the busiest to all of one`, measured: busiest / one, atMost: alone.busiestAtMost },
  ];
}

function told(ratios: readonly number[]): string {
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return `${median(ratios).toFixed(2)} (${spread})`;
}

function runCommand(folder: string, args: readonly string[]): Cost {
  const cost = join(folder, 'cost.json');
  const preload = programBeside(import.meta.url, 'report-cost.js').href;
  const { status } = spawnSync(
    process.execPath,
    [`--import=${preload}`, dehuskCommand, 'clean', ...args, '--quiet', '--progress', 'never'],
    { env: { ...process.env, DEHUSK_COST_FILE: cost }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error(`dehusk clean ended with ${status}`);
  return JSON.parse(readFileSync(cost, 'utf8')) as Cost;
}

/** Any other program: the shell tells what it has used. */
function measurePeer(command: string, { folder, rounds, pages }: Setting, out: Output): void {
  const ratios = Array.from({ length: rounds }, () => {
    const reference = cpuMs(() => parseAll(pages));
    const timed = `TIMEFORMAT='%U %S'; time { ${command} < "$1" > /dev/null 2>&1; }`;
    const { stderr } = spawnSync('bash', ['-c', timed, 'bash', join(folder, 'pages.jsonl')], {
      encoding: 'utf8',
    });
    const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
    return (1000 * (user + system)) / reference;
  });
  out.line(`${'the peer'.padEnd(26)} ${told(ratios)}`);
}

// Inputs

/** Each by its name in the folder, with what it holds. */
function writeInputs(folder: string, megabytes: number) {
  const corpus = corpusPages(Number.POSITIVE_INFINITY);
  const pages = evenly(corpus, megabytes * 1e6);
  const small = smallPages();
  const write = (name: string, some: readonly PageLine[], sizeBytes: number, host?: HostOf): Written => ({
    pages: some,
    count: writePages(join(folder, name), some, sizeBytes, host),
  });
  const all = write('pages.jsonl', pages, megabytes * 1e6);
  gzipFile(folder);
  return {
    'pages.jsonl': all,
    'pages.jsonl.gz': all,
    'small.jsonl': write('small.jsonl', small, megabytes * 5e4),
    'pages.warc.gz': writeArchive(join(folder, 'pages.warc.gz'), pages, megabytes * 3e5),
    folder: writeFolder(join(folder, 'folder'), pages, megabytes * 2e5),
    'one-site.jsonl': write('one-site.jsonl', largestSite(corpus), megabytes * 5e5, () => 'one.example'),
    // Lines of 1.3 KB and some more.
    'sites.jsonl': write('sites.jsonl', small, megabytes * 1.5e5, (_, count) => `s${count}.example`),
  };
}

/**
 * As many pages of each site, so that together they have at least that many bytes: sites differ, and what comes first by
 * name is no fair choice. Pages of a site stand together, as in the files of a crawl that is kept by site.
 */
function evenly(pages: readonly PageLine[], sizeBytes: number): readonly PageLine[] {
  const sites = bySite(pages);
  let written = 0;
  let perSite = 0;
  for (; written < sizeBytes && sites.some((site) => perSite < site.length); perSite++)
    for (const site of sites) written += site[perSite]?.html.length ?? 0;
  return sites.flatMap((site) => site.slice(0, perSite));
}

function bySite(pages: readonly PageLine[]): readonly (readonly PageLine[])[] {
  const sites = new Map<string, PageLine[]>();
  for (const page of pages) {
    const { hostname } = new URL(page.url);
    const site = sites.get(hostname);
    if (site === undefined) sites.set(hostname, [page]);
    else site.push(page);
  }
  return [...sites.values()];
}

/** Pages of about 1.3 KB, with prose of a generated site. */
export function smallPages(seed = 1): readonly PageLine[] {
  const { page } = createSite({ seed, pages: 40 });
  return Array.from({ length: 40 }, (_, i) => {
    const text = page(i)
      .html.replace(/<[^>]*>|\s+/g, ' ')
      .replace(/ +/g, ' ');
    const menu = ['Home', 'News', 'About'].map((word) => `<li><a href="/${word}">${word}</a></li>`).join('');
    const body = `<p>${text.slice(0, 450)}</p><p>${text.slice(450, 900)}</p>`;
    return {
      url: `https://small.example/${i}`,
      html: `<!doctype html><title>Page ${i}</title><nav><ul>${menu}</ul></nav><main>${body}</main><footer>All rights reserved</footer>`,
    };
  });
}

/** The host of a page, the how manieth it is, and how often all pages were there before. */
type HostOf = (host: string, count: number, turn: number) => string;

const otherHosts: HostOf = (host, _, turn) => `r${turn}.${host}`;

/** The pages again and again, each time under other hosts, until there are enough bytes of them. */
function* repeated(pages: readonly PageLine[], hostOf: HostOf): Generator<PageLine> {
  for (let count = 0; ; count++) {
    const { url, html } = pages[count % pages.length]!;
    const turn = Math.floor(count / pages.length);
    const address = new URL(url);
    address.hostname = hostOf(address.hostname, count, turn);
    // A page that comes again would be taken for the same one.
    if (turn > 0) address.searchParams.set('turn', String(turn));
    yield { url: address.href, html };
  }
}

/** Returns how many pages were written. */
function writePages(
  file: string,
  pages: readonly PageLine[],
  sizeBytes: number,
  hostOf: HostOf = otherHosts,
): number {
  const output = openSync(file, 'w');
  let count = 0;
  let written = 0;
  for (const page of repeated(pages, hostOf)) {
    written += writeSync(output, `${JSON.stringify(page)}\n`);
    count++;
    if (written >= sizeBytes) break;
  }
  closeSync(output);
  return count;
}

/** Responses of an archive, each a member of its own, as crawlers write them. */
function writeArchive(file: string, pages: readonly PageLine[], sizeBytes: number): Written {
  const output = openSync(file, 'w');
  let count = 0;
  let written = 0;
  for (const { url, html } of repeated(pages, otherHosts)) {
    const body = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    const head = [
      'WARC/1.0',
      'WARC-Type: response',
      `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
      'WARC-Date: 2026-01-01T00:00:00Z',
      `WARC-Target-URI: ${url}`,
      'Content-Type: application/http; msgtype=response',
      `Content-Length: ${body.length}`,
    ];
    writeSync(output, gzipSync(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body, crlfs])));
    count++;
    written += body.length;
    if (written >= sizeBytes) break;
  }
  closeSync(output);
  return { pages, count };
}

const crlfs = Buffer.from('\r\n\r\n');

function writeFolder(folder: string, pages: readonly PageLine[], sizeBytes: number): Written {
  mkdirSync(folder);
  let count = 0;
  let written = 0;
  for (const { html } of repeated(pages, otherHosts)) {
    writeFileSync(join(folder, `${String(count).padStart(6, '0')}.html`), html);
    count++;
    written += html.length;
    if (written >= sizeBytes) break;
  }
  return { pages, count };
}

/** The pages of the host that has most bytes of them. */
function largestSite(pages: readonly PageLine[]): readonly PageLine[] {
  const bytesOf = (site: readonly PageLine[]): number => site.reduce((sum, { html }) => sum + html.length, 0);
  return bySite(pages).reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
}

/** In members, so that no more than one of them is held. */
function gzipFile(folder: string): void {
  const output = openSync(join(folder, 'pages.jsonl.gz'), 'w');
  const bytes = readFileSync(join(folder, 'pages.jsonl'));
  for (let at = 0; at < bytes.length; at += 1e8) writeSync(output, gzipSync(bytes.subarray(at, at + 1e8)));
  closeSync(output);
}

function parseAll({ pages, count }: Written): void {
  for (let i = 0; i < count; i++) idleParse(pages[i % pages.length]!.html);
}
