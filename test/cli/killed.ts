/** Runs the command so that it dies, as by `kill -9`, right after its n-th commit of the state. */
import type { Workplace } from './run-dehusk.ts';

const preload = new URL('../kill/kill-at.mjs', import.meta.url).href;

/** Each write and each half of a transaction counts, so the commits of a run are at places that are tried out. */
export async function killAt(work: Workplace, args: readonly string[], place: number): Promise<boolean> {
  const env = {
    NODE_OPTIONS: `--import=${preload}`,
    DEHUSK_KILL_AT: String(place),
    DEHUSK_KILL_HOW: 'after',
  };
  return (await work.run(args, { env })).exitCode === null;
}
