/**
 * What do users pay? The real command, start and input included, on files, as a ratio of CPU time to htmlparser2 with
 * an idle handler on the decoded strings of the same pages.
 *
 *   dehusk-lab bench process [MEGABYTES [ROUNDS]]     (default: 1000 of corpus pages, 3 rounds)
 *
 * Pages of ../shared/corpus, repeated under other hosts, and small generated ones. Each way to run is measured in
 * turns with the reference; medians of the rounds. Exit code 1 when an aim is missed.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
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

/** A way to run the command, and what it may cost. */
interface Way {
  readonly name: string;
  readonly input: 'pages.jsonl' | 'pages.jsonl.gz' | 'small.jsonl';
  readonly flags: readonly string[];
  readonly atMost: number;
}

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
  { name: 'stream, two threads', input: 'pages.jsonl', flags: ['--stream', '--jobs', '2'], atMost: 0.8 },
  { name: 'two passes', input: 'pages.jsonl', flags: [], atMost: 0.95 },
  { name: 'two passes, two threads', input: 'pages.jsonl', flags: ['--jobs', '2'], atMost: 1.1 },
  { name: 'small pages, stream', input: 'small.jsonl', flags: ['--stream'], atMost: 2 },
];

interface Cost {
  readonly cpuMs: number;
}

export function run([megabytes = '1000', rounds = '3']: readonly string[], out: Output): number {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-process-'));
  try {
    const pages = corpusPages(Number.POSITIVE_INFINITY);
    const small = smallPages();
    const written = {
      'pages.jsonl': writePages(join(folder, 'pages.jsonl'), pages, Number(megabytes) * 1e6),
      'small.jsonl': writePages(join(folder, 'small.jsonl'), small, Number(megabytes) * 5e4),
    };
    gzipFile(folder);
    out.line(
      `${Number(megabytes)} MB of JSON Lines, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
    );
    const aims = ways.map((way): Aim => {
      const isSmall = way.input === 'small.jsonl';
      const lines = written[isSmall ? 'small.jsonl' : 'pages.jsonl'];
      return measureWay(
        way,
        { folder, rounds: Number(rounds), parseAll: () => parseAll(isSmall ? small : pages, lines) },
        out,
      );
    });
    return reportAims(aims, out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Setting {
  readonly folder: string;
  readonly rounds: number;
  readonly parseAll: () => void;
}

function measureWay(
  { name, input, flags, atMost }: Way,
  { folder, rounds, parseAll }: Setting,
  out: Output,
): Aim {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const state = join(folder, `state-${round}`);
    const reference = cpuMs(parseAll);
    const cost = runCommand(folder, [
      join(folder, input),
      ...flags.map((flag) => (flag === 'STATE' ? state : flag)),
    ]);
    ratios.push(cost.cpuMs / reference);
    rmSync(state, { force: true });
  }
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  out.line(`${name.padEnd(26)} ratio ${ratio.toFixed(2)} (${spread})`);
  return { what: name, measured: ratio, atMost };
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

/** Pages of about 1.3 KB, with prose of a generated site. */
function smallPages(): readonly PageLine[] {
  const { page } = createSite({ seed: 1, pages: 40 });
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

/** The pages again and again, each time under other hosts, until the file is large enough. Returns how many. */
function writePages(file: string, pages: readonly PageLine[], sizeBytes: number): number {
  const output = openSync(file, 'w');
  let count = 0;
  for (let written = 0; written < sizeBytes; count++) {
    const { url, html } = pages[count % pages.length]!;
    const address = new URL(url);
    address.hostname = `r${Math.floor(count / pages.length)}.${address.hostname}`;
    written += writeSync(output, `${JSON.stringify({ url: address.href, html })}\n`);
  }
  closeSync(output);
  return count;
}

/** In members, so that no more than one of them is held. */
function gzipFile(folder: string): void {
  const output = openSync(join(folder, 'pages.jsonl.gz'), 'w');
  const bytes = readFileSync(join(folder, 'pages.jsonl'));
  for (let at = 0; at < bytes.length; at += 1e8) writeSync(output, gzipSync(bytes.subarray(at, at + 1e8)));
  closeSync(output);
}

function parseAll(pages: readonly PageLine[], count: number): void {
  for (let i = 0; i < count; i++) idleParse(pages[i % pages.length]!.html);
}
