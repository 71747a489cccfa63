/** Runs of the command that are ended from within, right after one of their writes: no race with the run. */
import type { Workplace } from './run-dehusk.ts';

const preload = new URL('../../packages/lab/src/soak/kill-at.js', import.meta.url).href;

/**
 * The environment of a run that gets a signal. Each write and each half of a transaction counts, so the commits of a
 * run are at places that are tried out.
 */
export function signalled(signal: NodeJS.Signals, place: number): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import=${preload}`,
    DEHUSK_KILL_AT: String(place),
    DEHUSK_KILL_HOW: 'after',
    DEHUSK_KILL_SIGNAL: signal,
  };
}

/** True if it died, as by `kill -9`. */
export async function killAt(work: Workplace, args: readonly string[], place: number): Promise<boolean> {
  return (await work.run(args, { env: signalled('SIGKILL', place) })).exitCode === null;
}
