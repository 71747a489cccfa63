/** Which methods and peers a run is about. What is named is run; if nothing is named, everything that needs no extra. */
import { builtInPeers, peers } from '../peers/peers.ts';
import type { EvalMethod } from './eval-method.ts';
import { methods } from './methods.ts';

export const methodNames: readonly string[] = methods.map(({ name }) => name);
export const peerNames: readonly string[] = peers.map(({ name }) => name);

export interface ChosenNames {
  readonly methods?: readonly string[];
  readonly peers?: readonly string[];
  readonly commands: readonly EvalMethod[];
}

/** The names must be known; `all` is all of a list. */
export function chooseMethods({
  methods: ours,
  peers: theirs,
  commands,
}: ChosenNames): readonly EvalMethod[] {
  if (ours === undefined && theirs === undefined && commands.length === 0)
    return [...methods, ...builtInPeers];
  const named = (known: readonly EvalMethod[], names: readonly string[] = []): readonly EvalMethod[] =>
    known.filter(({ name }) => names.includes(name) || names.includes('all'));
  return [...named(methods, ours), ...named(peers, theirs), ...commands];
}
