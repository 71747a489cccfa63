/** What methods scored on single pages, each as the first of its site: by kind of page and over all. */
import { methodNames, peerNames } from '../methods/methods.ts';
import { bootstrapInterval, type Interval, mean } from '../score/statistics.ts';
import type { WordScore } from '../score/word-score.ts';

/** Means over pages. */
interface WordFigures {
  readonly pages: number;
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** Of the snippets that should be there, and of those that should not: more is better, and less. */
  readonly with: number | undefined;
  readonly without: number | undefined;
}

export interface SinglePagesMethod {
  readonly method: string;
  readonly all: WordFigures;
  /** Of the F1, by bootstrap over pages. */
  readonly interval: Interval | undefined;
  readonly kinds: Readonly<Record<string, WordFigures>>;
  /** Pages that the method gave nothing for. */
  readonly missingPages: number;
}

export interface SinglePagesResult {
  /** Of the collection. */
  readonly name: string;
  readonly pages: number;
  readonly failedPages: number;
  readonly methods: readonly SinglePagesMethod[];
}

/** A method on a page. */
export interface SinglePageScore {
  readonly method: string;
  readonly kind: string;
  readonly score: WordScore;
  readonly isMissing: boolean;
}

/** Ours and known peers in their own order, then others. */
export function singlePagesMethods(scores: readonly SinglePageScore[]): readonly SinglePagesMethod[] {
  const found = new Set(scores.map(({ method }) => method));
  const known = [...methodNames, ...peerNames].filter((name) => found.has(name));
  return [...new Set([...known, ...[...found].sort()])].map((method) => {
    const own = scores.filter((score) => score.method === method);
    // The commonest kind first, so that tables of one collection look alike.
    const kinds = [...new Set(own.map(({ kind }) => kind))]
      .map((kind) => [kind, own.filter((score) => score.kind === kind)] as const)
      .sort(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1));
    return {
      method,
      all: wordFigures(own),
      interval: bootstrapInterval(own.map(({ score }) => score.f1)),
      kinds: Object.fromEntries(kinds.map(([kind, members]) => [kind, wordFigures(members)])),
      missingPages: own.filter(({ isMissing }) => isMissing).length,
    };
  });
}

function wordFigures(scores: readonly SinglePageScore[]): WordFigures {
  const share = (name: 'with' | 'without'): number | undefined => {
    const known = scores.map(({ score }) => score[name]).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : mean(known);
  };
  return {
    pages: scores.length,
    f1: mean(scores.map(({ score }) => score.f1)),
    precision: mean(scores.map(({ score }) => score.precision)),
    recall: mean(scores.map(({ score }) => score.recall)),
    with: share('with'),
    without: share('without'),
  };
}
