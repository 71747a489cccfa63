/** The real command in a process of its own, which may be killed at a random moment or at a write. */
import { spawn } from 'node:child_process';
import { dehuskCommand, programBeside } from '../programs.ts';
import type { Random } from './mutate-page.ts';

const preload = programBeside(import.meta.url, 'kill-at.js').href;

/** When a run is killed; left out, it is not. */
export interface Kill {
  readonly env?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
}

/** Runs the command once; true if it came to its end. */
export function attemptRun(folder: string, args: readonly string[], kill: Kill = {}): Promise<boolean> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['--import', preload, dehuskCommand, ...args], {
      cwd: folder,
      env: { ...process.env, ...kill.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const timer =
      kill.afterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
    child.on('error', reject).on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') done(false);
      else if (code === 0) done(true);
      else reject(new Error(`${args.join(' ')} ended with ${code ?? signal}: ${errors}`));
    });
  });
}

/** At one of the first few writes, or halves of a transaction. */
export function killAtWrite(random: Random, writes: number, ways: readonly string[]): Kill {
  const how = ways[Math.floor(random() * ways.length)]!;
  return { env: { DEHUSK_KILL_AT: String(1 + Math.floor(random() * writes)), DEHUSK_KILL_HOW: how } };
}
