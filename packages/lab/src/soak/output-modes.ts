/**
 * Every way in which the command writes files, over the same small crawl: for tests that disturb it. A run that was
 * disturbed is started again with the same words, and what lies in its folder at the end must be what an undisturbed
 * run leaves there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { choice, ExitCode, type HashKey, loadSavedSite, openSqliteStore } from 'dehusk/parts';
import { parquetReadObjects } from 'hyparquet';
import { dehuskCommand } from '../programs.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { digestIndex } from './kill-index.ts';

export interface OutputMode {
  readonly name: string;
  readonly args: readonly string[];
  /** Standard output goes into a file: a new one at each start. */
  readonly toStdout?: boolean;
  /** What is read lies in the folder too, and may fail. */
  readonly hasInput?: boolean;
  /** Where the run makes its state, it draws a key for it, and nobody else has the same hashes. */
  readonly makesState?: boolean;
}

const clean = (...args: readonly string[]): readonly string[] => ['clean', '../../crawl.jsonl', ...args];
const state = ['--state', 'run.state', '--commit-every', '6'];

export const outputModes: readonly OutputMode[] = [
  { name: 'jsonl', args: clean('-o', 'out.jsonl') },
  { name: 'stream', args: clean('--stream', ...state, '-o', 'out.jsonl') },
  { name: 'new-state', args: clean('--stream', ...state, '-o', 'out.jsonl'), makesState: true },
  { name: 'two-pass', args: clean(...state, '-o', 'out.jsonl') },
  { name: 'jobs', args: clean('--stream', '--jobs', '2', ...state, '-o', 'out.jsonl') },
  {
    name: 'reprocess-list',
    args: clean('--stream', ...state, '-o', 'out.jsonl.gz', '--reprocess-list', 'list.txt'),
  },
  { name: 'template', args: clean('--template', 'separate', ...state, '-o', 'out.jsonl') },
  { name: 'text-folder', args: clean('--stream', ...state, '-o', 'out/') },
  { name: 'markdown-folder', args: clean('--format', 'markdown', '--keep-dirs', ...state, '-o', 'out/') },
  { name: 'new-folder', args: clean('-o', 'out/') },
  { name: 'warc', args: clean('--stream', ...state, '-o', 'out.warc.gz') },
  { name: 'parquet', args: clean('--stream', ...state, '--part-size', '4000', '-o', 'out.parquet/') },
  {
    name: 'known-pages',
    args: clean(
      '--stream',
      ...state,
      '--duplicates',
      'mark',
      '--links-out',
      'links.jsonl',
      '-o',
      'out.jsonl',
    ),
  },
  { name: 'stdout', args: clean(), toStdout: true },
  { name: 'stdout-state', args: clean('--stream', ...state), toStdout: true },
  { name: 'parking', args: clean('--stream', '--memory', '1KB', ...state, '-o', 'out.jsonl') },
  {
    name: 'input',
    args: ['clean', 'crawl.jsonl', '--stream', ...state, '-o', 'out.jsonl'],
    hasInput: true,
  },
  { name: 'index', args: ['index', '../../crawl.jsonl', '-o', 'pages.index', '--batch-pages', '6'] },
];

export function modesNamed(names: readonly string[]): readonly OutputMode[] {
  if (names.length === 0) return outputModes;
  const known = choice(
    'MODE',
    outputModes.map(({ name }) => name),
  );
  return names.map((name) => outputModes.find((mode) => mode.name === known(name))!);
}

/** Two sites that take turns: with pages for two commits, and for the calls of each. */
export function writeSmallCrawl(base: string): void {
  const crawl = createCrawl({ seed: 41, sites: 2, pagesPerSite: 5, pageBytes: { min: 1_000, max: 2_000 } });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  writeFileSync(path.join(base, 'crawl.jsonl'), lines.join(''));
}

/** Of the states that are made before the run: what is saved can be compared where the key is the same. */
const HASH_KEY: HashKey = [7, 77];

/** A folder for a run, two levels below the crawl, with what must be there before. */
export async function makeRunFolder(base: string, name: string, mode: OutputMode): Promise<string> {
  const folder = path.join(base, name, 'work');
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.join(folder, TEMPORARY));
  if (mode.hasInput) copyFileSync(path.join(base, 'crawl.jsonl'), path.join(folder, 'crawl.jsonl'));
  if (mode.args.includes('--state') && !mode.makesState)
    await openSqliteStore(path.join(folder, 'run.state'), { hashKey: HASH_KEY })[Symbol.asyncDispose]();
  return folder;
}

/** The temporary files of the run lie in its folder too, so that they can be disturbed. */
const TEMPORARY = 'temporary';

export interface RunEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly isHung: boolean;
}

/** No run of these takes a tenth of it. */
const HUNG_MS = 120_000;

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Called when the folder is as the process will find it. */
  readonly onReady?: () => void;
}

/** Runs the command in a folder, in a process of its own. */
export type StartMode = (folder: string, mode: OutputMode, options?: StartOptions) => Promise<RunEnd>;

export function wordsOf({ args }: OutputMode): readonly string[] {
  return [...args, '--log-format', 'json'];
}

export function environmentOf(folder: string): Readonly<Record<string, string>> {
  return { SOURCE_DATE_EPOCH: '1700000000', TMPDIR: path.join(folder, TEMPORARY) };
}

export function startMode(folder: string, mode: OutputMode, options: StartOptions = {}): Promise<RunEnd> {
  const words = [dehuskCommand, ...wordsOf(mode)];
  const stdout = mode.toStdout ? openSync(nextStdout(folder), 'wx') : undefined;
  options.onReady?.();
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, ...environmentOf(folder), ...options.env },
      stdio: ['ignore', stdout ?? 'ignore', 'pipe'],
    });
    if (stdout !== undefined) closeSync(stdout);
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    let isHung = false;
    const timer = setTimeout(() => {
      isHung = true;
      child.kill('SIGKILL');
    }, HUNG_MS);
    child.on('error', reject).on('close', (code, signal) => {
      clearTimeout(timer);
      done({ code, signal, stderr, isHung });
    });
  });
}

const stdoutName = /^stdout-\d+$/;

/** What SQLite keeps beside a file: it is read when the file is opened. */
const besideDatabase = /\.(state|index)-(journal|wal|shm|lock)$/;

/** The file for standard output of the next start. */
export function nextStdout(folder: string): string {
  const before = readdirSync(folder).filter((name) => stdoutName.test(name)).length;
  return path.join(folder, `stdout-${before + 1}`);
}

/** Without a state no run is known again: one that finds a whole output of these words leaves it alone, and says so. */
export function leavesAlone({ code, stderr }: RunEnd, { args }: OutputMode): boolean {
  return code === ExitCode.usage && !args.includes('--state') && stderr.includes('"USAGE_OUTPUT_EXISTS"');
}

/** Everything that must be the same at the end: names of files, what is in them, what states know. */
export async function remainsOf(folder: string, mode: OutputMode): Promise<string> {
  const parts: string[] = [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) {
    if (name.startsWith(TEMPORARY) || stdoutName.test(name) || besideDatabase.test(name)) continue;
    if (partName.test(name)) continue;
    parts.push(`${name}: ${await contentOf(path.join(folder, name), mode)}`);
  }
  if (mode.toStdout) parts.push(stdoutContent(folder, mode));
  return parts.join('\n');
}

async function contentOf(file: string, { makesState }: OutputMode): Promise<string> {
  if (file.endsWith('.state')) return stateDigests(file, makesState === true);
  if (file.endsWith('.index')) return digestIndex(file);
  if (file.endsWith('.parquet')) return rowsOfParts(file);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return '(folder)';
    throw error;
  }
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  // Each archive tells when it was begun.
  return text.replace(/^(WARC-Type: warcinfo\r\n(?:WARC-(?!Date).*\r\n)*WARC-Date: ).*/m, '$1…');
}

const partName = /part-\d{5}\.parquet$/;

/**
 * The rows of all parts. Where a part ends depends on how long the name of the input is, which changes: that parts come
 * out the same to the byte is tried beside their writer.
 */
async function rowsOfParts(folder: string): Promise<string> {
  const parts = readdirSync(folder)
    .filter((name) => partName.test(name))
    .sort();
  const rows: string[] = [];
  for (const [i, name] of parts.entries()) {
    if (Number(name.slice(5, 10)) !== i) rows.push(`${name} is not part ${i}`);
    const { buffer, byteOffset, length } = readFileSync(path.join(folder, name));
    const file = buffer.slice(byteOffset, byteOffset + length);
    for (const row of await parquetReadObjects({ file }))
      rows.push(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));
  }
  return rows.join('\n');
}

/**
 * Without a state, each start writes everything again, and the last one counts. With one, a run goes on with the pages
 * behind its last commit: some may come twice, none may be missing, and a line that was cut off is no page.
 */
function stdoutContent(folder: string, { args }: OutputMode): string {
  const starts = readdirSync(folder).filter((name) => stdoutName.test(name)).length;
  const texts = Array.from({ length: starts }, (_, i) =>
    readFileSync(path.join(folder, `stdout-${i + 1}`), 'utf8'),
  );
  if (!args.includes('--state')) return texts.at(-1)!;
  const lines = texts.flatMap((text) => text.split('\n').slice(0, -1));
  return [...new Set(lines)].sort().join('\n');
}

async function stateDigests(file: string, makesState: boolean): Promise<string> {
  await using store = openSqliteStore(file);
  const digests: string[] = [];
  for await (const { site } of store.sites()) {
    const saved = (await loadSavedSite(store, site))!;
    const { facts, segmentCount, pagesLearned, templateSegments } = saved;
    const hashes = makesState ? '' : createHash('sha256').update(saved.save()).digest('hex');
    // The chain over its pages is made with the key, too.
    const known = makesState ? { ...facts, digest: '' } : facts;
    digests.push(
      JSON.stringify({ site, facts: known, segmentCount, pagesLearned, templateSegments, hashes }),
    );
  }
  return digests.join('\n');
}

/** What of two texts is different, in a line. */
export function differenceOf(expected: string, found: string): string {
  const wanted = expected.split('\n');
  const got = found.split('\n');
  const at = wanted.findIndex((line, i) => line !== got[i]);
  const shown = (line: string | undefined): string =>
    line === undefined ? 'nothing' : `'${line.slice(0, 100)}'`;
  if (at < 0) return `${got.length - wanted.length} lines too many: ${shown(got[wanted.length])}`;
  return `line ${at + 1} of ${wanted.length} (found ${got.length}) is ${shown(got[at])}, not ${shown(wanted[at])}`;
}
