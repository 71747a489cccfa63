/** What `clean` and `index` have in common: the flags of a run over many pages, and what they make of a run. */
import type { RunOptions } from '../engine/run/run.ts';
import type { FailOn } from './exit.ts';
import {
  checkAddresses,
  checkInputFlags,
  checkInputs,
  checkMessageFlags,
  type InputFlags,
  inputOptions,
  pageLimits,
} from './flags.ts';
import { type MethodFlags, methodOptions, type RuleFlags, readOverrides } from './judging-flags.ts';
import type { MessageFlags } from './messages.ts';

export interface RunFlags extends InputFlags, MethodFlags, RuleFlags, MessageFlags {
  readonly memory: number;
  readonly failOn: FailOn;
}

type SharedOptions = Pick<
  RunOptions,
  | 'inputs'
  | 'reading'
  | 'siteBy'
  | 'limits'
  | 'method'
  | 'methodOptions'
  | 'overrides'
  | 'guard'
  | 'batchPages'
  | 'memoryBytes'
>;

/** Throws for what cannot be done whatever the pages are. */
export function checkRunFlags(inputs: readonly string[], flags: RunFlags): void {
  checkInputs(inputs);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkAddresses(inputs, flags);
  methodOptions(flags);
}

export async function sharedOptions(inputs: readonly string[], flags: RunFlags): Promise<SharedOptions> {
  return {
    inputs,
    reading: inputOptions(flags),
    siteBy: flags.siteBy,
    limits: pageLimits(flags),
    method: flags.method,
    methodOptions: methodOptions(flags),
    overrides: await readOverrides(flags),
    guard: flags.guard,
    batchPages: flags.batchPages,
    memoryBytes: flags.memory,
  };
}

/** Flags that change how a run is told, how much memory it takes and when it counts as failed; not what comes out. */
const withoutEffect: readonly string[] = [
  'quiet',
  'verbose',
  'progress',
  'logFormat',
  'color',
  'failOn',
  'memory',
] satisfies readonly (keyof RunFlags)[];

/** What a run is named by: its command, and the flags that change what comes out. `others` of the command do not. */
export function identityOf<Flags extends RunFlags>(
  command: string,
  flags: Flags,
  others: readonly (keyof Flags & string)[],
): object {
  const ignored = new Set([...withoutEffect, ...others]);
  return { command, ...Object.fromEntries(Object.entries(flags).filter(([name]) => !ignored.has(name))) };
}
