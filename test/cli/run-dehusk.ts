/**
 * Runs the real command, as `npm test` has built it, in a folder of its own. A run has a process of its own where that
 * matters (it gets signals, its standard input stays open, something is loaded before it); all others
 * share one process that is warm already (`warm-command.js`).
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const command: string = fileURLToPath(new URL('../../packages/dehusk/dist/cli.js', import.meta.url));
export const labCommand: string = fileURLToPath(new URL('../../packages/lab/dist/cli.js', import.meta.url));
if (!existsSync(command)) throw new Error(`${command} is not there: run npm run build`);

/** For tests of how the other method works that judges a page when it arrives; the default is tested without a flag. */
export const incremental: readonly string[] = ['--method', 'incremental'];

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves standard input open, like a terminal nobody types on. */
  readonly keepStdinOpen?: boolean;
  /** Called with all that the command has said so far, each time it has said something. */
  readonly onSaid?: (said: Said, killOnce: (signal: NodeJS.Signals) => void) => void;
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

interface RunResult extends Said {
  readonly exitCode: number | null;
}

export interface Workplace {
  readonly folder: string;
  /** Writes a file, and the folders above it. */
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  readBytes(name: string): Buffer;
  /** All files below a folder, sorted, with forward slashes. */
  list(name?: string): string[];
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>;
}

/** What colours the tests' own run must not reach the command; archives of two runs have one date. */
const plainEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  TERM: 'xterm',
  SOURCE_DATE_EPOCH: '1767225600',
};

/** For `dehusk` unless another program is named. */
export function createWorkplace(program: string = command): Workplace {
  const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  return {
    folder,
    write: (name, content) => {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    readBytes: (name) => readFileSync(at(name)),
    list: (name = '.') =>
      readdirSync(at(name), { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) =>
          path.relative(at(name), path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
        )
        .sort(),
    run: (args, options = {}) => {
      const run = needsProcess(options) ? runInProcess : runWarm;
      return run(folder, [program, ...withoutClock(args)], options);
    },
  };
}

function needsProcess({ env = {}, keepStdinOpen, onSaid }: RunOptions): boolean {
  const isPreloaded = Object.keys(env).some((name) => name.startsWith('NODE_'));
  return isPreloaded || keepStdinOpen === true || onSaid !== undefined;
}

let warmProcess: ChildProcess | undefined;
let lastWarmRun: Promise<unknown> = Promise.resolve();

/** One after the other: the runs share a working directory and the standard streams. */
function runWarm(cwd: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const result = lastWarmRun.then(() => askWarm(cwd, args, options));
  lastWarmRun = result.catch(() => undefined);
  return result;
}

async function askWarm(
  cwd: string,
  [program, ...args]: readonly string[],
  { stdin, env = {} }: RunOptions,
): Promise<RunResult> {
  if (warmProcess === undefined || !warmProcess.connected) {
    const settings = { env: plainEnvironment, serialization: 'advanced' } as const;
    warmProcess = fork(new URL('./warm-command.js', import.meta.url), settings);
    // It ends when the tests do; until then it keeps nobody waiting.
    warmProcess.unref();
    warmProcess.channel!.unref();
  }
  warmProcess.channel!.ref();
  warmProcess.send({ program, args, cwd, env, stdin });
  const [answer] = await Promise.race([once(warmProcess, 'message'), once(warmProcess, 'exit')]);
  warmProcess.channel?.unref();
  if (typeof answer !== 'object') throw new Error(`${args.join(' ')} ended its process with ${answer}`);
  return answer;
}

function runInProcess(cwd: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const env = { ...plainEnvironment, ...options.env };
  const child = spawn(process.execPath, args, { cwd, env });
  const said = { stdout: '', stderr: '' };
  const killOnce = (signal: NodeJS.Signals): void => {
    if (!child.killed) child.kill(signal);
  };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      options.onSaid?.(said, killOnce);
    });
  }
  // The command may end without having read all.
  child.stdin.on('error', () => undefined);
  if (options.stdin !== undefined) child.stdin.write(options.stdin);
  if (!options.keepStdinOpen) child.stdin.end();
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exitCode) => resolve({ exitCode, ...said }));
  });
}

/** A run of more than five seconds tells of its progress: here only where a test asks for it, however busy the machine. */
function withoutClock(args: readonly string[]): readonly string[] {
  const [name, ...others] = args;
  const tells = (name === 'clean' || name === 'index') && !others.includes('--progress');
  return tells ? [name, '--progress', 'never', ...others] : args;
}

/** The summary without what differs from run to run. */
export function timeless(stderr: string): string {
  return stderr.replace(/, \d+\.\d s$/m, ', T s');
}

/** One field of every record of JSON Lines. */
export function fieldOf(name: string, jsonl: string): unknown[] {
  const lines = jsonl === '' ? [] : jsonl.replace(/\n$/, '').split('\n');
  return lines.map((line) => (JSON.parse(line) as Record<string, unknown>)[name]);
}
