/** The real command in a process of its own, which may be killed or stopped at a random moment or at a write. */
import { spawn } from 'node:child_process';
import { dehuskCommand, programBeside } from '../programs.ts';
import type { Random } from './mutate-page.ts';

const preload = programBeside(import.meta.url, 'kill-at.js').href;

/** When a run is killed; left out, it is not. */
export interface Kill {
  readonly env?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
  /** SIGKILL unless told. */
  readonly signal?: NodeJS.Signals;
}

/** Of a run that was stopped, and has kept what it had done. */
const stoppedCodes: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Runs the command once; true if it came to its end. */
export function attemptRun(folder: string, args: readonly string[], kill: Kill = {}): Promise<boolean> {
  const { env, afterMs, signal = 'SIGKILL' } = kill;
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['--import', preload, dehuskCommand, ...args], {
      cwd: folder,
      // Archives have the date of their run, which may begin more than once.
      env: { ...process.env, ...env, DEHUSK_KILL_SIGNAL: signal, SOURCE_DATE_EPOCH: '1700000000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const timer = afterMs === undefined ? undefined : setTimeout(() => child.kill(signal), afterMs);
    child.on('error', reject).on('close', (code, ended) => {
      clearTimeout(timer);
      // Before it listens, a signal ends it as it ends any process.
      if (ended === signal || code === stoppedCodes[signal]) done(false);
      else if (code === 0) done(true);
      else reject(new Error(`${args.join(' ')} ended with ${code ?? ended}: ${errors}`));
    });
  });
}

/** At one of the first few writes, or halves of a transaction. */
export function killAtWrite(random: Random, writes: number, ways: readonly string[]): Kill {
  const how = ways[Math.floor(random() * ways.length)]!;
  return { env: { DEHUSK_KILL_AT: String(1 + Math.floor(random() * writes)), DEHUSK_KILL_HOW: how } };
}
