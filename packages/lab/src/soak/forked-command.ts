/**
 * Starts of the command that cost a fifth: a process that has loaded it forks for each. What runs is the same from its
 * first line to its exit code, in a process of its own; the tests start it as people do.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { dehuskCommand, programBeside } from '../programs.ts';
import { forkEnvironment } from './fault-shim.ts';
import {
  environmentOf,
  makeRunFolder,
  nextStdout,
  type OutputMode,
  outputModes,
  type RunEnd,
  type StartMode,
  startMode,
  wordsOf,
} from './output-modes.ts';

export interface ForkedCommand {
  readonly start: StartMode;
  close(): void;
}

/** `base` has a crawl. Runs one at a time; the next waits. */
export async function openForkedCommand(base: string): Promise<ForkedCommand> {
  const warmUps: object[] = [];
  const warm = path.join(base, `warm-${process.hrtime.bigint()}`);
  for (const mode of outputModes.filter((mode) => !mode.toStdout && !hasThreads(mode))) {
    const folder = await makeRunFolder(base, path.join(path.basename(warm), mode.name), mode);
    warmUps.push({ folder, args: mode.args.map((word) => word.replace(/^(?=\.\.\/\.\.\/)/, '../')) });
  }
  const words = ['--single-threaded', program, dehuskCommand, JSON.stringify(warmUps)];
  const env = { ...process.env, ...forkEnvironment(), SOURCE_DATE_EPOCH: '1700000000' };
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const answers = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]();
  const nextAnswer = async (): Promise<string> => {
    const { value, done } = await answers.next();
    if (done) throw new Error(`the process that forks has ended: ${errors}`);
    return value;
  };
  await nextAnswer();
  rmSync(warm, { recursive: true });

  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    start: (folder, mode, options = {}) => {
      // A thread of a process that was forked waits at times for one that the fork has left behind.
      if (hasThreads(mode)) return startMode(folder, mode, options);
      const stdout = mode.toStdout ? nextStdout(folder) : undefined;
      if (stdout !== undefined) closeSync(openSync(stdout, 'wx'));
      options.onReady?.();
      const stderr = path.join(path.dirname(folder), 'stderr');
      rmSync(stderr, { force: true });
      const request = {
        folder,
        args: wordsOf(mode),
        env: {
          ...environmentOf(folder),
          DEHUSK_STDERR: stderr,
          ...(stdout !== undefined && { DEHUSK_STDOUT: stdout }),
          ...options.env,
        },
      };
      return inTurn(async () => {
        child.stdin!.write(`${JSON.stringify(request)}\n`);
        return endOf(await nextAnswer(), readFileSync(stderr, 'utf8'));
      });
    },
    close: () => child.stdin!.end(),
  };
}

const hasThreads = ({ args }: OutputMode): boolean => args.includes('--jobs');

const program = programBeside(import.meta.url, 'forking-process.js').pathname;

/** `code 1`, `signal 9`. */
function endOf(answer: string, stderr: string): RunEnd {
  const [kind, number] = answer.split(' ');
  if (kind === 'code') return { code: Number(number), signal: null, stderr, isHung: false };
  const signal = signals[Number(number)] ?? `signal ${number}`;
  return { code: null, signal, stderr, isHung: signal === 'SIGALRM' };
}

const signals: Readonly<Record<number, string>> = {
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  14: 'SIGALRM',
};
