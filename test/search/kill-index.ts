/**
 * Runs of `dehusk index` that are killed, at a random moment or at a half of a transaction, and started again with the
 * same words until they come to their end; then every row of the index must be that of a run that nobody disturbed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { createCrawl } from '../../src/eval/synthetic/synthetic-crawl.ts';
import { createRandom, type Random } from '../fuzz/mutate-page.ts';

// From the project's folder: these are not part of what is compiled.
const command = resolve('dist/cli/main.js');
const preload = pathToFileURL(resolve('test/kill/kill-at.mjs')).href;

export interface IndexRuns {
  readonly folder: string;
  readonly flags: readonly string[];
  /** About how long an undisturbed run takes, its start included. */
  readonly runMs: number;
}

export interface CrawlSize {
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
        `${JSON.stringify({ url, html: html.replace('</body>', `<p>again ${count}</p></body>`) })}\n`,
      );
      count++;
    }
    if (lines.length > 200) flush();
  }
  flush();
  return count;
}

interface Attempt {
  readonly env?: Record<string, string>;
  readonly killAfterMs?: number;
}

/** Runs the command once; true if it came to its end. */
export function attemptIndex(
  { folder, flags }: IndexRuns,
  output: string,
  { env, killAfterMs }: Attempt = {},
): Promise<boolean> {
  const args = ['index', 'crawl.jsonl', '-o', output, '--quiet', ...flags];
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['--import', preload, command, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') done(false);
      else if (code === 0) done(true);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

/** Kills a run up to `kills` times, then lets it end. Returns how often it was killed. */
export async function killedIndex(
  runs: IndexRuns,
  output: string,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<number> {
  const random = createRandom(seed);
  for (let count = 0; count < kills; count++) {
    if (await attemptIndex(runs, output, random() < 0.5 ? killAtCommit(random) : killAtMoment(random, runs)))
      return count;
  }
  if (!(await attemptIndex(runs, output))) throw new Error('killed by somebody else');
  return kills;
}

/** The first few transactions: making the tables, and each window. */
function killAtCommit(random: Random): Attempt {
  const how = random() < 0.5 ? 'before' : 'after';
  return { env: { DEHUSK_KILL_AT: String(1 + Math.floor(random() * 8)), DEHUSK_KILL_HOW: how } };
}

function killAtMoment(random: Random, { runMs }: IndexRuns): Attempt {
  return { killAfterMs: 100 + random() * runMs };
}

/**
 * All rows of all tables, those of FTS5 too, but for the key that each index draws for itself. The states of sites are
 * left out where a method keeps hashes that were made with it.
 */
export function digestIndex(file: string, { states = true }: { readonly states?: boolean } = {}): string {
  const database = new Database(file);
  const hash = createHash('sha256');
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`,
    )
    .all() as { readonly name: string }[];
  for (const { name } of tables) {
    if (name === 'site' && !states) continue;
    hash.update(`${name}\n`);
    for (const row of rowsOf(database, name)) hash.update(row.replace(/"hashKey":\[[^\]]*\]/, ''));
  }
  database.exec("INSERT INTO words (words) VALUES ('integrity-check')");
  database.close();
  return hash.digest('hex');
}

function* rowsOf(database: Database.Database, table: string): Generator<string> {
  const columns = (database.prepare(`PRAGMA table_info(${table})`).all() as { readonly name: string }[])
    .map(({ name }) => `quote("${name}")`)
    .join(` || ',' || `);
  for (const { row } of database.prepare(`SELECT ${columns} AS row FROM ${table}`).iterate() as Iterable<{
    readonly row: string;
  }>)
    yield row;
}
