/**
 * Which run this is. Runs of the same words (command, options, destination) are told apart by what they have read: one
 * that was stopped goes on if that is unchanged; one that is done has nothing to do, or goes on behind its old end if
 * more has come; everything else is a new run on what is known.
 */
import { createHash } from 'node:crypto';
import { DehuskError } from '../../errors.ts';
import type { InputItem } from '../../input/input.ts';
import { type InputMark, type RunPosition, type Store, startPosition, type WrittenMark } from '../store.ts';
import { compareInput, type InputMatch } from './input-digest.ts';

/** How a run begins. */
export interface FoundRun {
  readonly kind: 'new' | 'goes-on' | 'grown' | 'done';
  /** Undefined for a run that cannot be taken up again: standard input has no second time. */
  readonly name: string | undefined;
  /** What the store has of it. */
  readonly committed: RunPosition | undefined;
  /** Where it begins. */
  readonly position: RunPosition;
  /** What an earlier run of the same words has written; this one may put its own in that place. */
  readonly own?: WrittenMark | undefined;
  /** An earlier run of the same words has read something else. */
  readonly isOther?: boolean;
  /** Where the input has grown: the last page before, which may have been cut by the end of its file. */
  readonly lastItem?: string;
}

/** Of a run that nobody can go on with. */
export const unnamedRun: FoundRun = {
  kind: 'new',
  name: undefined,
  committed: undefined,
  position: startPosition,
};

export interface RunSearch {
  /** What all runs of the same words are called. */
  readonly words: string;
  readonly files: readonly { readonly file: string }[];
  /** What a run that learns nothing judges by. */
  readonly judgedBy: string | undefined;
  /**
   * Where pages are compared with their last records: the run that did so last. What an earlier one has read is not done
   * if it comes again: other records were written since.
   */
  readonly recorder?: string | undefined;
  /** Begin it again, however far it is. */
  readonly restart: boolean;
  readonly signal: AbortSignal;
}

interface KnownRun {
  readonly run: string;
  readonly number: number;
  readonly position: RunPosition;
}

/** The same for all that would do the same with the same input. */
export function nameOfWords(words: object): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}

/** Throws STATE_INPUT_CHANGED and STATE_REPAIRED for a run that was stopped and cannot go on. */
export async function findRun(store: Store, search: RunSearch): Promise<FoundRun> {
  const runs = await knownRuns(store, search.words);
  const unfinished = runs.findLast(({ position }) => !position.finished);
  const { recorder } = search;
  const finished = runs.filter(
    ({ run, position }) => position.finished && (recorder === undefined || run === recorder),
  );
  const next = `${search.words}-${(runs.at(-1)?.number ?? 0) + 1}`;
  const another: FoundRun = { kind: 'new', name: next, committed: undefined, position: startPosition };
  if (search.restart) {
    const own = finished.at(-1)?.position.output;
    return unfinished === undefined ? { ...another, own } : { ...again(unfinished), own };
  }
  if (runs.length === 0) return another;
  const marks = runs.map(({ position }) => position.input);
  const matches = await compareInput(search.files, marks, search.signal);
  const matchOf = new Map(runs.map(({ run }, i) => [run, matches[i]!]));
  return (
    findDone(finished, matchOf, search) ??
    goOn(unfinished, matchOf, search) ??
    judgeAgain(finished, matchOf, search) ??
    findGrown(finished, matchOf, search) ?? { ...another, isOther: true }
  );
}

async function knownRuns(store: Store, words: string): Promise<readonly KnownRun[]> {
  const runs: KnownRun[] = [];
  for await (const { run, position } of store.runs(`${words}-`))
    runs.push({ run, number: Number(run.slice(words.length + 1)), position });
  return runs.sort((one, other) => one.number - other.number);
}

/** The same run from its start. */
function again({ run, position }: KnownRun): FoundRun {
  return { kind: 'new', name: run, committed: position, position: startPosition };
}

type Matches = ReadonlyMap<string, InputMatch>;

function findDone(
  finished: readonly KnownRun[],
  matchOf: Matches,
  { judgedBy }: RunSearch,
): FoundRun | undefined {
  const done = finished.findLast(
    ({ run, position }) => matchOf.get(run) === 'same' && position.judgedBy === judgedBy,
  );
  return done && { kind: 'done', name: done.run, committed: done.position, position: done.position };
}

function goOn(
  unfinished: KnownRun | undefined,
  matchOf: Matches,
  { files, judgedBy }: RunSearch,
): FoundRun | undefined {
  if (unfinished === undefined) return undefined;
  const { run, position } = unfinished;
  if (matchOf.get(run) === 'other')
    throw new DehuskError('STATE_INPUT_CHANGED', { what: whatChanged(files, position.input) });
  if (position.repaired) throw new DehuskError('STATE_REPAIRED', {});
  // What learns nothing has nothing to lose, and its pages should be judged alike.
  if (position.judgedBy !== judgedBy) return again(unfinished);
  return { kind: 'goes-on', name: run, committed: position, position };
}

/** More was learned since: what learns nothing writes all of it again. */
function judgeAgain(
  finished: readonly KnownRun[],
  matchOf: Matches,
  { judgedBy }: RunSearch,
): FoundRun | undefined {
  if (judgedBy === undefined) return undefined;
  const judged = finished.findLast(({ run }) => matchOf.get(run) === 'same');
  return judged && { ...again(judged), own: judged.position.output };
}

/** The one that had come the farthest. */
function findGrown(
  finished: readonly KnownRun[],
  matchOf: Matches,
  { judgedBy }: RunSearch,
): FoundRun | undefined {
  const [grown] = finished
    .filter(({ run, position }) => matchOf.get(run) === 'grown' && position.judgedBy === judgedBy)
    .sort((one, other) => comparePlaces(other.position.input, one.position.input));
  if (grown === undefined) return undefined;
  const { run, position } = grown;
  const { settledCount = position.itemCount, lastItem } = position.end ?? {};
  const start = { ...startPosition, itemCount: settledCount, startItem: settledCount, input: position.input };
  return {
    kind: 'grown',
    name: run,
    committed: position,
    position: start,
    ...(lastItem !== undefined && { lastItem }),
  };
}

function comparePlaces(one: InputMark, other: InputMark): number {
  return one.files - other.files || one.bytes - other.bytes;
}

/** Where, as far as one digest over everything can tell. */
function whatChanged(
  files: readonly { readonly file: string }[],
  { files: before, bytes }: InputMark,
): string {
  const file = files[before]?.file;
  if (file === undefined) return `it had read ${before + 1} files, and now there are ${files.length}`;
  if (before === 0) return `the first ${bytes} bytes of ${file} are not those that it had read`;
  return `the first ${before} files, or the first ${bytes} bytes of ${file} behind them, are not those that it had read`;
}

/** Tells an item again. */
export function itemDigest(item: InputItem): string {
  const hash = createHash('sha256');
  if (item.kind === 'failure') hash.update(`failure ${item.error.code}`);
  else hash.update(JSON.stringify([item.page.url, item.page.contentType])).update(item.page.bytes);
  return hash.digest('hex').slice(0, 32);
}
