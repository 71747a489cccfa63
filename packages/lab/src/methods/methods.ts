/** What is evaluated: our methods, and peers, which are what people use today. */
import type { Page, Verdict } from 'dehusk';
import { builtInPeers, peers } from '../peers/peers.ts';
import { methods } from './detect.ts';

/** Methods judge segments; peers give text. */
export type SiteOutput = (
  | { readonly verdicts: readonly Verdict[] }
  | { readonly texts: readonly PeerText[] }
) & {
  /** Per page, and the most memory: for what is not seen from this process. */
  readonly ms?: number;
  readonly peakBytes?: number;
  /** Asked for when the clock has stopped. */
  readonly stateBytes?: () => number;
};

export interface PeerText {
  readonly text: string;
  readonly failed?: string;
}

/** A method or peer, run on the pages of one site in the order of a crawl. */
export interface EvalMethod {
  readonly name: string;
  /** It must have seen all pages before it judges the first. */
  readonly holdsSite?: boolean;
  /** It has nothing to go by on a page without other pages of its site. */
  readonly needsSite?: boolean;
  /** What it says of elements is meant; that of other methods follows from their texts. */
  readonly judgesElements?: boolean;
  /** It parses pages itself, so its time has that in it. */
  readonly parses?: boolean;
  /** `htmls`: what the pages were parsed from, for tools that read pages themselves. */
  run(pages: readonly Page[], htmls: readonly string[]): SiteOutput | Promise<SiteOutput>;
}

export const methodNames: readonly string[] = methods.map(({ name }) => name);
export const peerNames: readonly string[] = peers.map(({ name }) => name);

export interface ChosenNames {
  readonly methods?: readonly string[];
  readonly peers?: readonly string[];
  readonly commands: readonly EvalMethod[];
}

/**
 * Which methods and peers a run is about. What is named is run; if nothing is named, everything that needs no extra.
 * The names must be known; `all` is all of a list.
 */
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
