/**
 * Runs of `dehusk index` that are killed, at a random moment or at a half of a transaction, and started again with the
 * same words until they come to their end; then every row of the index must be that of a run that nobody disturbed.
 *
 *   dehusk-lab soak kill-index [PAGES [KILLS]]     (default: 20,000 pages, 50 kills)
 *
 * The exit code is 1 if an index differs. The tests run the same with fewer pages.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from 'dehusk/parts';
import Database from 'libsql';
import type { Output } from '../experiment.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { attemptRun, type Kill, killAtWrite } from './killed-process.ts';
import { createRandom } from './mutate-page.ts';

export async function run([pages = '20000', wanted = '50']: readonly string[], out: Output): Promise<number> {
  const kills = Number(wanted);
  const sites = Math.max(1, Math.round(Number(pages) / 500));
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-kill-index-'));
  const count = writeIndexCrawl(folder, { sites, pagesPerSite: Math.round(Number(pages) / sites) });
  out.progress(`${count} pages of ${sites} sites, a tenth of them twice: ${folder}`);

  const startMs = performance.now();
  const runs = { folder, flags: [], runMs: 0 };
  if (!(await attemptIndex(runs, 'whole.index'))) throw new Error('the undisturbed run was killed');
  const runMs = performance.now() - startMs;
  const sizeBytes = statSync(join(folder, 'whole.index')).size;
  out.line(`undisturbed: ${(runMs / 1000).toFixed(1)} s, ${(sizeBytes / 1e6).toFixed(1)} MB`);
  const expected = digestIndex(join(folder, 'whole.index'));

  // A run that is killed early and often comes to no end; each gets an eighth of the way on average.
  let killed = 0;
  let different = 0;
  for (let seed = 1; killed < kills; seed++) {
    const left = { kills: kills - killed, seed };
    killed += await killedIndex({ ...runs, runMs: runMs / 4 }, 'killed.index', left);
    const isSame = digestIndex(join(folder, 'killed.index')) === expected;
    if (!isSame) different++;
    out.progress(`${killed} of ${kills} kills, seed ${seed}: ${isSame ? 'same' : 'DIFFERENT'}`);
    rmSync(join(folder, 'killed.index'));
  }
  out.line(`${killed} kills, ${different} indexes different`);
  if (different > 0) return ExitCode.failed;
  rmSync(folder, { recursive: true });
  return ExitCode.done;
}

interface IndexRuns {
  readonly folder: string;
  readonly flags: readonly string[];
  /** About how long an undisturbed run takes, its start included. */
  readonly runMs: number;
}

interface CrawlSize {
  readonly sites: number;
  readonly pagesPerSite: number;
  readonly pageBytes?: { readonly min: number; readonly max: number };
}

/** `crawl.jsonl`: some pages twice, so that they are replaced. Returns how many lines it has. */
export function writeIndexCrawl(folder: string, { sites, pagesPerSite, pageBytes }: CrawlSize): number {
  const crawl = createCrawl({ seed: 78, sites, pagesPerSite, ...(pageBytes && { pageBytes }) });
  const file = join(folder, 'crawl.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '');
  let lines: string[] = [];
  let count = 0;
  const flush = (): void => {
    writeFileSync(file, lines.join(''), { flag: 'a' });
    lines = [];
  };
  for (const { make } of crawl.crawl()) {
    const { url, html } = make();
    lines.push(`${JSON.stringify({ url, html })}\n`);
    count++;
    // A page in ten comes again, with other words.
    if (count % 10 === 3) {
      lines.push(
        `${JSON.stringify({ url, html: html.replace('</h1>', `</h1><p>It was written again, number ${count}, by those who know more of it.</p>`) })}\n`,
      );
      count++;
    }
    if (lines.length > 200) flush();
  }
  flush();
  return count;
}

/** Runs the command once; true if it came to its end. */
export function attemptIndex({ folder, flags }: IndexRuns, output: string, kill?: Kill): Promise<boolean> {
  return attemptRun(folder, ['index', 'crawl.jsonl', '-o', output, '--quiet', ...flags], kill);
}

/** Kills a run up to `kills` times, then lets it end. Returns how often it was killed. */
export async function killedIndex(
  runs: IndexRuns,
  output: string,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<number> {
  const random = createRandom(seed);
  for (let count = 0; count < kills; count++) {
    // The first few transactions make the tables, and end each window.
    const kill: Kill =
      random() < 0.5 ? killAtWrite(random, 8, ['before', 'after']) : { afterMs: 100 + random() * runs.runMs };
    if (await attemptIndex(runs, output, kill)) return count;
  }
  if (!(await attemptIndex(runs, output))) throw new Error('killed by somebody else');
  return kills;
}

/**
 * All rows of all tables, those of FTS5 too, but for the key that each index draws for itself, and how often was
 * committed. The states of sites have hashes that were made with the key: `states` is for indexes that began as copies
 * of one.
 */
export function digestIndex(file: string, { states = false }: { readonly states?: boolean } = {}): string {
  const database = new Database(file);
  const hash = createHash('sha256');
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`,
    )
    .all() as { readonly name: string }[];
  for (const { name } of tables) {
    // What all rows come to depends on how often was committed.
    if (name === 'store' || (!states && (name === 'snapshot' || name === 'journal'))) continue;
    hash.update(`${name}\n`);
    for (const row of rowsOf(database, name)) hash.update(name === 'site' && !states ? unkeyed(row) : row);
  }
  database.exec("INSERT INTO words (words) VALUES ('integrity-check')");
  database.close();
  return hash.digest('hex');
}

/** Digests are keyed, too. */
const keyedColumns: readonly string[] = ['digest', 'snapshot'];

function unkeyed(row: string): string {
  return row.replace(/"digest":(?:"[^"]*"|\[[^\]]*\]|\d+)/, '');
}

function* rowsOf(database: Database.Database, table: string): Generator<string> {
  const columns = (database.prepare(`PRAGMA table_info(${table})`).all() as { readonly name: string }[])
    .filter(({ name }) => !keyedColumns.includes(name))
    .map(({ name }) => `quote("${name}")`)
    .join(` || ',' || `);
  for (const { row } of database.prepare(`SELECT ${columns} AS row FROM ${table}`).iterate() as Iterable<{
    readonly row: string;
  }>)
    yield row.replace(/"hashKey":\[[^\]]*\]|"commits":\d+/g, '');
}
