/** Whose pages are shown: the methods somebody asks about first, as many as a file can hold. */
import type { Details, WorstPage } from '../../../results/details.ts';
import { bestOfKind, f1Of, type NumberedMethod } from '../numbered-methods.ts';

const MOST_METHODS = 8;
/** Leaves room below 10 MB for all the rest. */
const MOST_CHARS = 7_000_000;
/** Of the markup around a run, and around a block: about. */
const MARKUP_CHARS = 16;

export function shownMethods(
  methods: readonly NumberedMethod[],
  worst: Details['worst'],
): readonly NumberedMethod[] {
  const removing = methods.filter(({ kind }) => kind !== 'baseline');
  const byF1 = removing.toSorted((a, b) => (f1Of(b.result) ?? 0) - (f1Of(a.result) ?? 0));
  const first = [
    bestOfKind(removing, 'stream', 'batch', 'peer'),
    bestOfKind(removing, 'stream'),
    bestOfKind(removing, 'peer'),
    removing.find(({ name }) => name === 'incremental'),
  ].filter((method) => method !== undefined);
  const chosen = [...new Set([...first, ...byF1])].slice(0, MOST_METHODS);
  let chars = 0;
  return chosen.filter(({ name }, i) => {
    chars += [...(worst.get(name)?.values() ?? [])].flat().reduce((sum, page) => sum + charsOf(page), 0);
    return i === 0 || chars <= MOST_CHARS;
  });
}

function charsOf({ parts }: WorstPage): number {
  const runs = parts.flatMap((part) => ('runs' in part ? part.runs : []));
  const text = runs.reduce((sum, { text: own, cut }) => sum + own.length + (cut?.tail.length ?? 0), 0);
  return text + MARKUP_CHARS * (runs.length + parts.length);
}
