/**
 * An archive that is done in parts: lessons, states and content, by 1, 2, 7 and 24 parts, in any order, some of them
 * twice, some killed on their way and run again. States and records must be those of a plain run over all pages in the
 * order of their dates, to the byte.
 *
 *   dehusk-lab soak archive-parts [KILLS [CORPUS]]     (default: 200 kills, generated sites)
 *
 * The exit code is 1 if something was different. The tests run the same with fewer kills.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readState } from 'dehusk/node';
import { ExitCode, loadSavedSite, normalUrl, openSqliteStore } from 'dehusk/parts';
import { type CorpusPage, readCorpus } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { attemptRun, type Kill, killAtWrite } from './killed-process.ts';
import { createRandom, type Random } from './mutate-page.ts';

/** Runs the command in a folder; true if it came to its end. */
export type RunParts = (folder: string, args: readonly string[], kill?: Kill) => Promise<boolean>;

const KEY = '0123456789abcdef';
const partCounts = [1, 2, 7, 24];

export async function run([kills = '200', corpus]: readonly string[], out: Output): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'dehusk-parts-'));
  const pages = corpus === undefined ? generatedPages(12, [3, 60]) : corpusPages(corpus);
  writeArchive(base, pages, 26);
  const startMs = performance.now();
  const expected = await referenceRun(base, attemptRun);
  const plainMs = performance.now() - startMs;
  out.progress(`${pages.length} pages, ${expected.states.length} sites`);
  let killed = 0;
  let different = 0;
  let runs = 0;
  // Each number of parts at least once.
  for (let seed = 0; runs < partCounts.length || killed < Number(kills); seed++) {
    const parts = partCounts[seed % partCounts.length]!;
    const report = await partsRun(base, attemptRun, {
      parts,
      shards: 1 + (seed % 3),
      kills: Math.ceil(Number(kills) / partCounts.length),
      // It learns and judges all pages, and judges them once more: a part does one of the three.
      commandMs: plainMs / 3 / parts,
      seed,
    });
    killed += report.kills;
    runs++;
    if (!isSame(report, expected)) {
      different++;
      out.line(`DIFFERENT in ${parts} parts, seed ${seed}: ${base}`);
    }
    out.progress(`${parts} parts, ${report.twice} twice: ${killed} of ${kills} kills`);
  }
  out.line(`${pages.length} pages of ${expected.states.length} sites in ${runs} runs by parts`);
  out.line(`${killed} kills, ${different} runs different from the plain one`);
  if (different > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

/** What is known of the sites, and what comes out. */
export interface ArchiveResult {
  /** Of each site: name, pages, digest of what was learned, and of the template in words. */
  readonly states: readonly string[];
  readonly records: string;
}

export function isSame(one: ArchiveResult, other: ArchiveResult): boolean {
  return one.records === other.records && one.states.join('\n') === other.states.join('\n');
}

export function generatedPages(
  sites: number,
  pagesPerSite: readonly [min: number, max: number],
): readonly CorpusPage[] {
  const pageBytes = { min: 2_000, max: 6_000 };
  const crawl = createCrawl({ seed: 20, sites, pagesPerSite, redesignShare: 0.3, pageBytes });
  return [...crawl.crawl()].map(({ make }) => make());
}

function corpusPages(folder: string): readonly CorpusPage[] {
  return readCorpus(folder).flatMap((site) => site.pages());
}

interface DatedPage extends CorpusPage {
  readonly date: string;
}

/** `crawl/`: the pages dealt over archives; some come twice. `sorted.warc`: all of them by date and address. */
export function writeArchive(base: string, pages: readonly CorpusPage[], archives: number): void {
  const random = createRandom(5);
  const dated = pages.map((page): DatedPage => {
    const day = 1 + Math.floor(random() * 28);
    return { ...page, date: `2026-02-${String(day).padStart(2, '0')}T12:00:00Z` };
  });
  // The same page once more: unchanged at another time, and in two archives at once.
  const again = dated
    .filter(() => random() < 0.05)
    .map((page) => ({ ...page, date: '2026-03-01T00:00:00Z' }));
  const twice = dated.filter(() => random() < 0.05);
  const all = [...dated, ...again, ...twice];
  const dealt = Array.from({ length: archives }, (): DatedPage[] => []);
  // An archive without a record would be none.
  for (const [i, page] of all.entries())
    dealt[i < archives ? i : Math.floor(random() * archives)]!.push(page);
  mkdirSync(join(base, 'crawl'), { recursive: true });
  for (const [number, some] of dealt.entries()) {
    const bytes = Buffer.concat(
      some.map((page) => (number % 2 === 0 ? gzipSync(warcRecordOf(page)) : warcRecordOf(page))),
    );
    writeFileSync(join(base, `crawl/${number}.warc${number % 2 === 0 ? '.gz' : ''}`), bytes);
  }
  const sorted = [...all].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  writeFileSync(join(base, 'sorted.warc'), Buffer.concat(sorted.map(warcRecordOf)));
}

function sortKey({ date, url }: DatedPage): string {
  return `${date} ${normalUrl(url)}`;
}

export function warcRecordOf({ url, html, date }: Pick<DatedPage, 'url' | 'html' | 'date'>): Buffer {
  const body = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
  const id = createHash('sha1').update(`${date} ${url}`).digest('hex').slice(0, 12);
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${id}>`,
    `WARC-Target-URI: ${url}`,
    `WARC-Date: ${date}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body, Buffer.from('\r\n\r\n')]);
}

/** The plain run on one machine: learns the pages in the order of their dates, then judges the archives. */
export async function referenceRun(base: string, runCommand: RunParts): Promise<ArchiveResult> {
  await openSqliteStore(join(base, 'plain.state'), { hashKey: [0x01234567, 0x89abcdef] })[
    Symbol.asyncDispose
  ]();
  await runCommand(base, ['clean', 'sorted.warc', '--state', 'plain.state', '-o', 'sorted.jsonl', '--quiet']);
  const judge = ['--state', 'plain.state', '--freeze', '-o', 'plain.jsonl', '--quiet'];
  await runCommand(base, ['clean', 'crawl', ...judge]);
  return {
    states: await statesOf(join(base, 'plain.state')),
    records: readFileSync(join(base, 'plain.jsonl'), 'utf8'),
  };
}

export async function statesOf(place: string): Promise<readonly string[]> {
  await using store = await readState(place);
  const found: string[] = [];
  for await (const { site, facts } of store.sites()) {
    const saved = (await loadSavedSite(store, site))!;
    const { pageCount, lastPage, digest, titleParts } = facts;
    const state = createHash('sha256').update(saved.save()).update(JSON.stringify(saved.templateSegments));
    found.push(JSON.stringify({ site, pageCount, lastPage, digest, titleParts, state: state.digest('hex') }));
  }
  return found;
}

export interface PartsOptions {
  readonly parts: number;
  readonly shards: number;
  /** At the most. */
  readonly kills: number;
  /** What the command takes for a part, more or less: it is killed at any moment of that time. */
  readonly commandMs: number;
  readonly seed: number;
}

export interface PartsReport extends ArchiveResult {
  readonly kills: number;
  /** Parts that were run although they were done. */
  readonly twice: number;
  /** SHA-256 of each file of states. */
  readonly stateFiles: readonly string[];
}

/** Learns, folds and cleans by parts; whatever is killed is run again. */
export async function partsRun(
  base: string,
  runCommand: RunParts,
  { parts, shards, kills, commandMs, seed }: PartsOptions,
): Promise<PartsReport> {
  const random = createRandom(seed);
  const name = `run-${parts}-${seed}`;
  const place = (part: string): string => `${name}/${part}`;
  mkdirSync(join(base, name), { recursive: true });
  let killed = 0;
  let twice = 0;
  // As many kills as are allowed, on average, over all commands.
  const killShare = kills / (kills + 2 * parts + shards);
  const toEnd = async (args: readonly string[]): Promise<void> => {
    for (let isDone = false; !isDone; ) {
      const kill = killed < kills && random() < killShare ? drawKill(random, commandMs) : undefined;
      isDone = await runCommand(base, [...args, '--quiet'], kill);
      if (!isDone) killed++;
    }
  };
  const inAnyOrder = async (count: number, act: (number: number) => Promise<void>): Promise<void> => {
    const order = shuffled(count, random);
    for (const number of order) await act(number);
    for (const number of order.filter(() => random() < 1 / count)) {
      twice++;
      await act(number);
    }
  };
  const learn = ['learn', 'crawl', '-o', place('lessons'), '--key', KEY];
  await inAnyOrder(parts, (number) => toEnd([...learn, '--part', `${number}/${parts}`]));
  const fold = ['fold', place('lessons'), '-o', place('states'), '--shards', String(shards)];
  await inAnyOrder(shards, (number) => toEnd([...fold, '--shard', String(number)]));
  const clean = ['clean', 'crawl', '--state', place('states'), '--freeze', '--force'];
  const outputOf = (number: number): string => place(`clean-${number}.jsonl`);
  await inAnyOrder(parts, (number) =>
    toEnd([...clean, '--part', `${number}/${parts}`, '-o', outputOf(number)]),
  );
  const records = Array.from({ length: parts }, (_, i) =>
    readFileSync(join(base, outputOf(i + 1)), 'utf8'),
  ).join('');
  const states = await statesOf(join(base, place('states')));
  const stateFiles = readdirSync(join(base, place('states')))
    .filter((file) => file.endsWith('.states'))
    .sort()
    .map((file) =>
      createHash('sha256')
        .update(readFileSync(join(base, place('states'), file)))
        .digest('hex'),
    );
  rmSync(join(base, name), { recursive: true });
  return { states, records, kills: killed, twice, stateFiles };
}

/** At a moment within the time that the command takes, or at a write. */
function drawKill(random: Random, commandMs: number): Kill {
  if (random() < 0.5) return { afterMs: 100 + random() * commandMs };
  return killAtWrite(random, 6, ['before', 'half', 'after']);
}

function shuffled(count: number, random: Random): readonly number[] {
  const keyed = Array.from({ length: count }, (_, i) => ({ number: i + 1, key: random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ number }) => number);
}
