/** What a run will do: which passes over the input, by which rules. */
import type { PageMode, SiteOverrides } from '../../index.ts';
import type { InputSize } from '../../node.ts';
import type { CleanFlags } from '../clean-flags.ts';
import { isBatchMethod } from '../methods/methods.ts';
import { nameRun, tellingFlags } from './name-run.ts';

export interface Plan {
  /** Over the whole input, one after the other; the last one writes. */
  readonly passes: readonly PageMode[];
  readonly forgetting: boolean;
  /** It judges by what is known, and leaves the state as it is. */
  readonly isFrozen: boolean;
  /** Undefined for a run that cannot be taken up again: standard input has no second time. */
  readonly run: string | undefined;
}

/** All that decides what comes out. */
export interface PlanFacts {
  readonly inputs: readonly string[];
  readonly files: readonly InputSize[];
  readonly flags: CleanFlags;
  readonly rules: CleanRules;
  /** A digest of what is known of the sites: a run that only judges is another one when others have learned. */
  readonly known: string | undefined;
}

/** What stands in the files that flags name: the same name may hold something else the next time. */
export interface CleanRules {
  readonly overrides: SiteOverrides;
  readonly onlyList: ReadonlySet<string> | undefined;
}

export function planRun({ inputs, files, flags, rules, known }: PlanFacts): Plan {
  const isPipe = inputs.includes('-');
  const isOnePass = flags.stream === true || isPipe || flags.method === 'none' || isBatchMethod(flags.method);
  const { overrides, onlyList = [] } = rules;
  // By how many threads it is done, and what is kept of it, is another matter.
  const { jobs: _jobs, state: _state, commitEvery: _every, ...telling } = tellingFlags(flags);
  const told = { overrides, onlyList: [...onlyList], known, flags: telling };
  return {
    passes: passesOf(flags, isOnePass),
    forgetting: isOnePass,
    isFrozen: isFrozen(flags),
    run: isPipe ? undefined : nameRun({ command: 'clean', inputs, files, ...told }),
  };
}

export function isFrozen({ freeze, onlyList }: CleanFlags): boolean {
  return freeze === true || onlyList !== undefined;
}

function passesOf(flags: CleanFlags, isOnePass: boolean): readonly PageMode[] {
  if (isFrozen(flags)) return ['judge'];
  return isOnePass ? ['observe'] : ['learn', 'judge'];
}
