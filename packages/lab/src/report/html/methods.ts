/** Methods as the report shows them: numbered, marked by their kind, and the few that stand for the others. */
import { methods } from '../../methods/detect.ts';
import { bestOf, type MethodResult, type Results } from '../../results/results.ts';

/** A method as plots know it: the same number and mark on each. */
export interface NumberedMethod {
  readonly result: MethodResult;
  readonly name: string;
  readonly number: number;
  readonly kind: MethodKind;
}

export function numberMethods({ methods }: Results): readonly NumberedMethod[] {
  return methods.map((result, i) => ({
    result,
    name: result.method,
    number: i + 1,
    kind: kindOf(result.method),
  }));
}

/** On the read gold, where there is one. */
export function f1Of({ all }: MethodResult): number | undefined {
  return all.read.figures.f1 ?? all.lenient.figures.f1;
}

export function bestOfKind(
  methods: readonly NumberedMethod[],
  ...kinds: readonly MethodKind[]
): NumberedMethod | undefined {
  const members = methods.filter(({ kind }) => kinds.includes(kind));
  const best = bestOf(members.map(({ result }) => result));
  return members.find(({ result }) => result === best);
}

/** So many names find a place on a plot. */
const MOST_NAMES = 10;

/** Those whose marks are named; on a crowded plot the others have numbers. */
export function namedMethods(methods: readonly NumberedMethod[]): readonly NumberedMethod[] {
  return methods.length <= MOST_NAMES ? methods : mainMethods(methods);
}

/**
 * The few that a plot of many lines names: the best of each kind, `incremental`, and what keeps everything. All of
 * them where there are hardly more.
 */
export function mainMethods(methods: readonly NumberedMethod[]): readonly NumberedMethod[] {
  if (methods.length <= 6) return methods;
  const chosen = [
    bestOfKind(methods, 'stream'),
    bestOfKind(methods, 'batch'),
    bestOfKind(methods, 'peer'),
    ...methods.filter(({ name }) => name === 'incremental' || name === 'none'),
  ];
  return methods.filter((method) => chosen.includes(method));
}

/**
 * `stream` judges a page when it comes; `batch` holds the pages of a site back first; a `peer` is a tool that is not
 * ours; the `baseline` keeps everything.
 */
export const kindNames = ['stream', 'batch', 'peer', 'baseline'] as const;
export type MethodKind = (typeof kindNames)[number];

function kindOf(method: string): MethodKind {
  if (method === 'none') return 'baseline';
  const ours = methods.find(({ name }) => name === method);
  if (ours === undefined) return 'peer';
  return ours.holdsSite ? 'batch' : 'stream';
}

export const kindWords: Readonly<Record<MethodKind, string>> = {
  stream: 'holds no site back',
  batch: 'holds a site back',
  peer: 'other tool',
  baseline: 'keeps everything',
};
