/**
 * Does the same input always give the same bytes? Runs the real command over a generated crawl, again and again, with
 * one, two and four threads, and compares digests of all that comes out.
 *
 *   dehusk-lab soak determinism [RUNS]     (default 20)
 *
 * Prints a digest for each kind of output. The exit code is 1 if one of them differs in any run. The date of the runs,
 * which archives bear, is fixed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { dehuskCommand } from '../programs.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';

const jobCounts = [1, 2, 4];
/** Each output in both modes; with `--state` among them, because a store draws a key of its own each time. */
const outputs: readonly (readonly [output: string, ...flags: string[]])[] = [
  ['out.jsonl', '--stream', '--blocks', '--state', 'state'],
  ['out.jsonl', '--blocks', '--template', 'separate', '--state', 'state'],
  ['out.jsonl.gz', '--stream'],
  ['out.warc', '--stream'],
  ['out.warc.gz', '--format', 'markdown'],
  ['out/', '--stream', '--keep-dirs'],
  ['out/', '--format', 'html'],
];

export function run([runs = '20']: readonly string[], out: Output): number {
  const base = mkdtempSync(path.join(tmpdir(), 'dehusk-determinism-'));
  try {
    writeCrawl(path.join(base, 'crawl.jsonl'));
    const isSame = outputs.map(([output, ...flags]) => {
      const found = digestsOf(base, Number(runs), [output, ...flags]);
      for (const [digest, moments] of found) {
        const seen = found.size === 1 ? `${moments.length} runs` : `DIFFERENT: ${moments.join('; ')}`;
        out.line(`${digest.slice(0, 16)}  ${output} ${flags.join(' ')}: ${seen}`);
      }
      return found.size === 1;
    });
    return isSame.every(Boolean) ? ExitCode.done : ExitCode.failed;
  } finally {
    rmSync(base, { recursive: true });
  }
}

function writeCrawl(file: string): void {
  const pageBytes = { min: 2_000, max: 8_000 };
  const crawl = createCrawl({ seed: 20, sites: 8, pagesPerSite: [10, 60], redesignShare: 0.3, pageBytes });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  writeFileSync(file, lines.join(''));
}

/** All runs of one kind: the digests of their output, each with the runs that had it. */
function digestsOf(
  base: string,
  runs: number,
  [output, ...flags]: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (let run = 1; run <= runs; run++) {
    for (const jobs of jobCounts) {
      const digest = runOnce(base, ['-o', output!, ...flags, '--jobs', String(jobs)]);
      found.set(digest, [...(found.get(digest) ?? []), `run ${run}, --jobs ${jobs}`]);
    }
  }
  return found;
}

function runOnce(base: string, flags: readonly string[]): string {
  const folder = mkdtempSync(path.join(base, 'run-'));
  const args = [dehuskCommand, 'clean', '../crawl.jsonl', '--quiet', ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  rmSync(path.join(folder, 'state'), { force: true });
  const digest = digestOf(folder);
  rmSync(folder, { recursive: true });
  return digest;
}

/** Of all files below a folder, with their names. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${path.relative(folder, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
