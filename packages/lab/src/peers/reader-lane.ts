/**
 * One process at a time that reads pages. A tool that hangs in a loop cannot be stopped from inside, and one that
 * breaks down takes its process with it: both cost the page, and the next page gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { DehuskError } from 'dehusk/parts';
import type { UnreadPage } from './reader.ts';
import type { ReaderAnswer } from './reader-process.ts';

export interface ReaderOptions {
  readonly peer: string;
  readonly program: URL;
  readonly timeoutMs: number;
}

export interface ReaderLane {
  /** Throws EVAL_PEER_MISSING where the tool is not installed. */
  read(page: UnreadPage): Promise<ReaderAnswer>;
  /** The most memory that was in use after a page, above what was before the first. */
  peakBytes(): number;
  close(): void;
}

export function createReaderLane(options: ReaderOptions): ReaderLane {
  let child: ChildProcess | undefined;
  let peak = 0;
  let before = 0;
  const start = async (): Promise<ReaderAnswer> => {
    child = fork(options.program, [options.peer], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const ready = await answerOf(child, options.timeoutMs);
    if (ready.missing !== undefined)
      throw new DehuskError('EVAL_PEER_MISSING', { peer: options.peer, package: ready.missing });
    before = ready.usedBytes;
    return ready;
  };
  return {
    read: async (page) => {
      const ready = child?.connected ? undefined : await start();
      if (ready?.failed !== undefined) return ready;
      // If it cannot be sent, the process has ended, which is heard of as well.
      child!.send(page, () => undefined);
      const answer = await answerOf(child!, options.timeoutMs);
      peak = Math.max(peak, answer.usedBytes - before);
      return answer;
    },
    peakBytes: () => peak,
    close: () => child?.kill(),
  };
}

/** The next answer; a failure where the process ends or takes too long instead, and then it is gone. */
function answerOf(child: ChildProcess, timeoutMs: number): Promise<ReaderAnswer> {
  return new Promise((resolve) => {
    let failed: string | undefined;
    const timer = setTimeout(() => {
      failed = `took more than ${timeoutMs / 1000} s`;
      child.kill('SIGKILL');
    }, timeoutMs);
    const settle = (answer: ReaderAnswer): void => {
      clearTimeout(timer);
      child.removeAllListeners().on('error', () => undefined);
      resolve(answer);
    };
    const end = (reason: string): void => settle({ text: '', failed: failed ?? reason, ms: 0, usedBytes: 0 });
    child.on('message', (answer) => settle(answer as ReaderAnswer));
    child.on('error', (error) => end(String(error)));
    child.on('exit', (code, signal) => end(`ended with ${code ?? signal}`));
  });
}
