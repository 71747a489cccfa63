/** Peers in processes of their own, so that a bad page costs nothing else: tools that read pages, and any command. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { DehuskError, type Page } from 'dehusk';
import type { EvalMethod, PeerText } from '../methods/methods.ts';
import { programBeside } from '../programs.ts';
import type { ReaderAnswer } from './reader-process.ts';
import type { UnreadPage } from './readers.ts';

/** The slowest page of 27 real sites took one and a half seconds; a machine that is busy takes many times as long. */
const READ_TIMEOUT_MS = 300_000;

/** A tool that reads one page at a time. */
export function readerPeer(name: string, given: Partial<ReaderOptions> = {}): EvalMethod {
  const program = programBeside(import.meta.url, 'reader-process.js');
  const options: ReaderOptions = { peer: name, program, timeoutMs: READ_TIMEOUT_MS, ...given };
  return {
    name,
    parses: true,
    run: async (pages, htmls) => {
      const lanes = Array.from({ length: laneCount }, () => createReaderLane(options));
      try {
        const answers = await inLanes(unread(pages, htmls), lanes.length, (page, lane) =>
          lanes[lane]!.read(page),
        );
        const ms = answers.reduce((sum, answer) => sum + answer.ms, 0) / Math.max(1, pages.length);
        const texts = answers.map(
          ({ text, failed }): PeerText => ({ text, ...(failed !== undefined && { failed }) }),
        );
        return { texts, ms, peakBytes: Math.max(...lanes.map((lane) => lane.peakBytes())) };
      } finally {
        for (const lane of lanes) lane.close();
      }
    },
  };
}

function unread(pages: readonly Page[], htmls: readonly string[]): readonly UnreadPage[] {
  return pages.map(({ url = '' }, i) => ({ html: htmls[i]!, url }));
}

// One process at a time that reads pages. A tool that hangs in a loop cannot be stopped from inside, and one that
// breaks down takes its process with it: both cost the page, and the next page gets a new process.

interface ReaderOptions {
  readonly peer: string;
  readonly program: URL;
  readonly timeoutMs: number;
}

interface ReaderLane {
  /** Throws EVAL_PEER_MISSING where the tool is not installed. */
  read(page: UnreadPage): Promise<ReaderAnswer>;
  /** The most memory that was in use after a page, above what was before the first. */
  peakBytes(): number;
  close(): void;
}

function createReaderLane(options: ReaderOptions): ReaderLane {
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

// Any command as a peer: it gets the HTML of a page on standard input and writes the content as text.

const COMMAND_TIMEOUT_MS = 60_000;

/** Its time is that on the clock: the CPU time of another process is not known here. */
export function commandPeer(name: string, command: string): EvalMethod {
  return {
    name,
    parses: true,
    run: async (_, htmls) => {
      const timed = await inLanes(htmls, laneCount, async (html) => {
        const start = performance.now();
        const text = await runCommand(command, html);
        return { text, ms: performance.now() - start };
      });
      const ms = timed.reduce((sum, page) => sum + page.ms, 0) / Math.max(1, htmls.length);
      return { texts: timed.map(({ text }) => text), ms };
    },
  };
}

function runCommand(command: string, html: string): Promise<PeerText> {
  const child = spawn(command, {
    shell: true,
    timeout: COMMAND_TIMEOUT_MS,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // It may end without having read all.
  child.stdin.on('error', () => undefined).end(html);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ text: '', failed: String(error) }));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? { text } : { text: '', failed: `ended with ${code ?? signal}` }),
    );
  });
}

// Several at a time: peers in processes of their own leave this one idle, and machines have more than one core.

/** More would fill the memory of a machine with tools that take hundreds of MB each. */
const MAX_LANES = 4;

const laneCount: number = Math.min(MAX_LANES, availableParallelism());

/** The results in the order of the items; each lane has its own number. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, lane: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const run = async (lane: number): Promise<void> => {
    // All lanes take from one iterator, so none waits for another.
    for (const [i, item] of entries) results[i] = await work(item, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  return results;
}
