/** What a run will do: which passes over the input, by which rules. */
import type { PageMode } from '../../index.ts';
import type { InputSize } from '../../node.ts';
import type { CleanFlags } from '../clean-flags.ts';
import { nameRun } from './run-state.ts';

export interface Plan {
  /** Over the whole input, one after the other; the last one writes. */
  readonly passes: readonly PageMode[];
  readonly forgetting: boolean;
  /** Undefined for a run that cannot be taken up again: standard input has no second time. */
  readonly run: string | undefined;
}

export function planRun(inputs: readonly string[], files: readonly InputSize[], flags: CleanFlags): Plan {
  const isPipe = inputs.includes('-');
  const isStream = flags.stream === true || isPipe || flags.method === 'none';
  return {
    passes: passesOf(flags, isStream),
    forgetting: isStream,
    run: isPipe ? undefined : nameRun({ command: 'clean', inputs, files, flags: tellingFlags(flags) }),
  };
}

function passesOf(flags: CleanFlags, isStream: boolean): readonly PageMode[] {
  if (flags.freeze || flags.onlyList !== undefined) return ['judge'];
  return isStream ? ['observe'] : ['learn', 'judge'];
}

/** The flags that change what comes out; how it is told, and by how many threads, is another matter. */
function tellingFlags(flags: CleanFlags): object {
  const {
    jobs: _jobs,
    quiet: _quiet,
    verbose: _verbose,
    progress: _progress,
    logFormat: _format,
    ...rest
  } = flags;
  const { color: _color, failOn: _failOn, state: _state, commitEvery: _every, ...telling } = rest;
  return telling;
}
