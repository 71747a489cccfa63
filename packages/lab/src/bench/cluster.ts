/**
 * What does sharing a crawl cost? Workers and the server of their log, beside one `clean --stream --state` over the same
 * archive; and how many workers one server feeds.
 *
 *   dehusk-lab bench cluster [PAGES [ROUNDS]]     (default: 2000 pages of the corpus, 3 rounds)
 *
 * REF is htmlparser2 with an idle handler on the decoded strings of the same pages. CPU time of whole processes, start
 * included; medians of the rounds. Exit code 1 when an aim is missed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from 'dehusk/parts';
import { type RedisServer, startRedis } from '../cluster/redis-server.ts';
import type { Output } from '../experiment.ts';
import { dehuskCommand, programBeside } from '../programs.ts';
import { median } from '../score/statistics.ts';
import { warcRecordOf } from '../soak/archive-parts.ts';
import { type Aim, corpusPages, cpuMs, idleParse, reportAims } from './measure.ts';

const ARCHIVE = 'pages.warc';
/** In hertz: of the times in /proc. */
const TICKS = 100;

interface Shared {
  readonly workerMs: number;
  readonly serverMs: number;
}

export async function run([pages = '2000', rounds = '3']: readonly string[], out: Output): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-cluster-'));
  try {
    const count = Number(pages);
    out.progress('reading the corpus');
    const parseAll = writeArchive(folder, count);
    out.line(`${count} pages, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`);
    const above: Record<'inline' | 'by reference', number[]> = { inline: [], 'by reference': [] };
    for (let round = 0; round < Number(rounds); round++) {
      const told = `round ${round + 1} of ${rounds}`;
      out.progress(`${told}: clean`);
      const reference = cpuMs(parseAll);
      const state = `state-${round}`;
      const clean = await costOf(folder, [
        'clean',
        ARCHIVE,
        '--stream',
        '--state',
        state,
        '-o',
        `${state}.jsonl`,
      ]);
      for (const way of ['inline', 'by reference'] as const) {
        out.progress(`${told}: ${way}`);
        const { workerMs, serverMs } = await share(folder, 1, way === 'inline' ? [] : ['--by-reference']);
        above[way].push((workerMs + serverMs - clean) / reference);
        const parts = [clean, workerMs, serverMs].map((ms) => (ms / reference).toFixed(2));
        out.line(`${way}: clean ${parts[0]} REF, worker ${parts[1]}, server ${parts[2]}`);
      }
    }
    for (const workers of [1, 2, 3]) {
      out.progress(`${workers} workers`);
      const { workerMs, serverMs } = await share(folder, workers, ['--by-reference']);
      const rate = (1000 * count) / workerMs;
      const feeds = workerMs / serverMs;
      out.line(
        `${workers} workers: ${rate.toFixed(0)} pages a CPU second, ${feeds.toFixed(1)} worker cores a server core`,
      );
    }
    out.progress('a worker is killed, and another takes over');
    const takeover = await takeoverIn(folder);
    return reportAims(
      [
        { what: 'above clean, by reference, in REF', measured: median(above['by reference']), atMost: 0.5 },
        { what: 'above clean, pages in the log, in REF', measured: median(above.inline), atMost: 1 },
        { what: 'takeover, in leases', measured: takeover, atMost: 2 },
      ] satisfies Aim[],
      out,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pages of the corpus, again and again under other hosts. Returns what parses them all. */
function writeArchive(folder: string, count: number): () => void {
  const pages = corpusPages(Number.POSITIVE_INFINITY);
  const output = openSync(join(folder, ARCHIVE), 'w');
  for (let i = 0; i < count; i++) {
    const { url, html } = pages[i % pages.length]!;
    const address = new URL(url);
    address.hostname = `r${Math.floor(i / pages.length)}.${address.hostname}`;
    writeSync(output, warcRecordOf({ url: address.href, html, date: '2026-01-01T00:00:00Z' }));
  }
  closeSync(output);
  return () => {
    for (let i = 0; i < count; i++) idleParse(pages[i % pages.length]!.html);
  };
}

function start(folder: string, args: readonly string[], cost: string): ChildProcess {
  const preload = programBeside(import.meta.url, 'report-cost.js').href;
  return spawn(process.execPath, [`--import=${preload}`, dehuskCommand, ...args, '--quiet'], {
    cwd: folder,
    env: { ...process.env, DEHUSK_COST_FILE: join(folder, cost) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

let started = 0;

/** CPU time of a command to its end. */
async function costOf(folder: string, args: readonly string[]): Promise<number> {
  const cost = `cost-${++started}.json`;
  const [code] = (await once(start(folder, args, cost), 'exit')) as [number];
  if (code !== 0 && code !== 3) throw new Error(`dehusk ${args.join(' ')} ended with ${code}`);
  return (JSON.parse(readFileSync(join(folder, cost), 'utf8')) as { cpuMs: number }).cpuMs;
}

/** All pages through a log: what the workers took, and the server for appending, judging and keeping. */
async function share(folder: string, workers: number, flags: readonly string[]): Promise<Shared> {
  const server = await startRedis(folder);
  try {
    const log = ['--log', server.url];
    await costOf(folder, ['enqueue', ARCHIVE, ...log, ...flags, '--max-waiting', '1g']);
    const worker = ['worker', ...log, '--until-empty', '--max-output', '1g'];
    const costs = await Promise.all(Array.from({ length: workers }, () => costOf(folder, worker)));
    return { workerMs: costs.reduce((sum, ms) => sum + ms, 0), serverMs: cpuOf(server) };
  } finally {
    await server.stop();
  }
}

function cpuOf({ process: { pid } }: RedisServer): number {
  // User and system time are fields 14 and 15; the name in brackets may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

const LEASE_S = 3;

/** From the death of a worker to the first page of its partition that another has done, in leases. */
async function takeoverIn(folder: string): Promise<number> {
  const server = await startRedis(folder);
  await using log = await openLog(server.url);
  const position = async (): Promise<number> => (await log.status()).partitions[0]?.position ?? 0;
  const own = ['worker', '--log', server.url, '--lease', String(LEASE_S), '--max-output', '1g'];
  const enqueued = ['enqueue', ARCHIVE, '--log', server.url, '--partitions', '1', '--max-waiting', '1g'];
  const workers: ChildProcess[] = [];
  try {
    await costOf(folder, [...enqueued, '--by-reference']);
    workers.push(start(folder, own, 'first.json'));
    while ((await position()) === 0) await sleep(20);
    workers.push(start(folder, own, 'second.json'));
    while ((await log.status()).workers.length < 2) await sleep(20);
    workers[0]!.kill('SIGKILL');
    const diedMs = performance.now();
    const before = await position();
    while ((await position()) === before) await sleep(20);
    return (performance.now() - diedMs) / (1000 * LEASE_S);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await server.stop();
  }
}
