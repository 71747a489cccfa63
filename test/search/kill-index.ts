/**
 * Runs of `dehusk index` that are killed, at a random moment or at a half of a transaction, and started again with the
 * same words until they come to their end; then every row of the index must be that of a run that nobody disturbed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';
import { createRandom } from '../fuzz/mutate-page.ts';
import { attemptRun, type Kill, killAtWrite } from '../kill/attempt-run.ts';

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
