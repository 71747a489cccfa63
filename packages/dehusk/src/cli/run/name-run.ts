import { createHash } from 'node:crypto';
import type { FailOn } from '../end-run.ts';
import type { MessageFlags } from '../flags.ts';

/** A run is the same if it would do the same: command, options and inputs. */
export function nameRun(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

/** The flags that change what comes out; how it is told is another matter. */
export function tellingFlags<Flags extends MessageFlags & { readonly failOn: FailOn }>(
  flags: Flags,
): Omit<Flags, keyof MessageFlags | 'failOn'> {
  const {
    quiet: _quiet,
    verbose: _verbose,
    progress: _progress,
    logFormat: _format,
    color: _color,
    failOn: _failOn,
    ...telling
  } = flags;
  return telling;
}
