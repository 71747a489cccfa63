/** Floors and ceilings: what a method must not score below or above, their file, and the gate that holds results to them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DehuskError } from 'dehusk';
import { type GroupName, groupNames } from '../corpus/corpus.ts';
import { type GoldName, goldNames } from '../corpus/gold.ts';
import type { MethodResult, Results } from './results.ts';

interface GateOptions {
  readonly file: string;
  /** Write what was reached into the file, which need not be there yet. */
  readonly write: boolean;
  /** Why floors may fall, and ceilings rise. */
  readonly reason: string | undefined;
}

interface Passage {
  readonly missed: readonly DehuskError[];
  readonly summary: string;
}

type GatedResults = Pick<Results, 'methods' | 'singlePages'>;

export type PassGate = (results: GatedResults) => Passage;

/** Reads the floors: a file that is none is told of before hours are spent on a run. */
export function openGate({ file, write, reason }: GateOptions): PassGate {
  const known = write && !existsSync(file) ? [] : readFloors(file);
  return (results) => {
    const reached = reachedBy(results);
    const floors = write ? nextFloors(known, reached, reason) : known;
    if (write) writeFloors(file, floors);
    const { missed, checked, unpinned } = holdFloors(floors, reached);
    if (checked === 0)
      throw new DehuskError('EVAL_FLOORS_BAD', { file, reason: 'it has none of what was run' });
    const without = unpinned.length === 0 ? '' : `; ${unpinned.length} results have no floor`;
    return {
      missed: missed.map(missOf),
      summary: `${checked - missed.length} of ${checked} floors are held${without}`,
    };
  };
}

function missOf(miss: FloorMiss): DehuskError {
  const { method, metric, group, gold } = miss;
  const where = gold === undefined ? group : `${group} (${gold} gold)`;
  const facts = { method, metric: metric ?? 'f1', where, bound: boundOf(miss), got: miss.got.toFixed(4) };
  return new DehuskError(isCeiling(miss) ? 'EVAL_CEILING_BROKEN' : 'EVAL_FLOOR_MISSED', facts);
}

// What is held: a figure of a method on a group of sites and, where it depends on one, a gold. A figure that should be
// low has a ceiling instead of a floor.

const bounds = {
  f1: 'floor',
  worstFiveF1: 'floor',
  f1Pages1To5: 'floor',
  leak: 'ceiling',
  calibrationError: 'ceiling',
  cutLines: 'ceiling',
  lostLines: 'ceiling',
  cutPages: 'ceiling',
  mixed: 'ceiling',
  mixedFrom11: 'ceiling',
  /** On single pages: the group is the collection, or the collection and a kind of page. */
  wordF1: 'floor',
} as const;
type MetricName = keyof typeof bounds;

interface FloorPlace {
  readonly method: string;
  readonly group: string;
  readonly gold?: GoldName;
  /** The F1 of content tokens unless told. */
  readonly metric?: MetricName;
}

export interface Floor extends FloorPlace {
  readonly floor?: number;
  readonly ceiling?: number;
  /** Why it was lowered, or a ceiling raised, the last time that it was. */
  readonly reason?: string;
}

const isCeiling = ({ metric = 'f1' }: FloorPlace): boolean => bounds[metric] === 'ceiling';

function boundOf(floor: Floor): number {
  return (isCeiling(floor) ? floor.ceiling : floor.floor)!;
}

/** One figure of a method in one place has one floor. */
function placeKey({ method, group, gold, metric }: FloorPlace): string {
  return [method, group, gold, metric].filter((part) => part !== undefined).join(' ');
}

// Holds results against floors: what is below is named, and floors rise with what was reached.

export interface Reached extends FloorPlace {
  readonly value: number;
}

interface FloorMiss extends Floor {
  readonly got: number;
}

interface HeldFloors {
  readonly missed: readonly FloorMiss[];
  /** How many floors there was a result for. */
  readonly checked: number;
  /** What was reached without having a floor, of what gets one. */
  readonly unpinned: readonly FloorPlace[];
}

/** All that is scored of all groups that can have a floor. */
export function reachedBy({ methods, singlePages }: GatedResults): readonly Reached[] {
  const ofSites = methods.flatMap((result) => [
    ...reachedOn(result, 'all', result.all),
    ...Object.entries(result.groups).flatMap(([group, golds]) =>
      reachedOn(result, group as GroupName, golds),
    ),
  ]);
  const ofPages = singlePages.flatMap(({ name, methods: onPages }) =>
    onPages.flatMap(({ method, all, kinds }): readonly Reached[] => [
      { method, group: name, metric: 'wordF1', value: all.f1 },
      ...Object.entries(kinds).map(
        ([kind, { f1 }]) => ({ method, group: `${name} ${kind}`, metric: 'wordF1', value: f1 }) as const,
      ),
    ]),
  );
  return [...ofSites, ...ofPages];
}

function reachedOn(
  { method, consistency }: MethodResult,
  group: GroupName | 'all',
  golds: MethodResult['all'],
): readonly Reached[] {
  const { figures, worstFiveF1, calibration } = golds.read;
  const found: readonly (Omit<Reached, 'method' | 'group' | 'value'> & {
    readonly value: number | undefined;
  })[] = [
    ...goldNames.map((gold) => ({ gold, value: golds[gold].figures.f1 })),
    { gold: 'read', metric: 'worstFiveF1', value: worstFiveF1 },
    { gold: 'read', metric: 'f1Pages1To5', value: figures.f1Pages1To5 },
    { gold: 'lenient', metric: 'f1Pages1To5', value: golds.lenient.figures.f1Pages1To5 },
    { gold: 'read', metric: 'leak', value: figures.leak },
    { gold: 'read', metric: 'calibrationError', value: calibration?.error },
    { gold: 'read', metric: 'cutLines', value: figures.cutLines },
    { gold: 'read', metric: 'lostLines', value: figures.lostLines },
    { gold: 'read', metric: 'cutPages', value: figures.cutPages },
    { metric: 'mixed', value: consistency[group]?.mixedShare },
    { metric: 'mixedFrom11', value: consistency[group]?.mixedShareFrom11 },
  ];
  return found.flatMap(({ value, ...place }) =>
    value === undefined ? [] : [{ method, group, ...place, value }],
  );
}

/** The method that users have unless they name another, as pages come and in two passes. */
const defaultMethods: readonly string[] = ['adaptive', 'adaptive-two-pass'];

/**
 * Every method gets a floor for its F1 on each group and gold. Figures over all sites, and on single pages, are for the
 * default method: twenty methods with twenty floors each would be read by nobody. A floor that somebody wrote by hand
 * is held, whatever it is for.
 */
function getsFloor({ method, group, metric = 'f1' }: FloorPlace): boolean {
  if (group === 'all' || metric === 'wordF1') return defaultMethods.includes(method);
  return metric === 'f1';
}

export function holdFloors(floors: readonly Floor[], reached: readonly Reached[]): HeldFloors {
  const got = new Map(reached.map((place) => [placeKey(place), place.value]));
  const checked = floors.flatMap((floor) => {
    const value = got.get(placeKey(floor));
    return value === undefined ? [] : [{ ...floor, got: value }];
  });
  const pinned = new Set(floors.map(placeKey));
  return {
    missed: checked.filter((floor) => isWorse(floor, floor.got)),
    checked: checked.length,
    unpinned: reached.filter((place) => getsFloor(place) && !pinned.has(placeKey(place))),
  };
}

function isWorse(floor: Floor, value: number): boolean {
  return isCeiling(floor) ? value > boundOf(floor) : value < boundOf(floor);
}

/**
 * The floors after these results. A floor rises to what was reached, rounded down to a thousandth, and a new one is
 * set there; a ceiling falls, rounded up to a ten-thousandth, because cut lines are counted in those. It falls (rises)
 * only for a reason, which stays beside it until it rises (falls) again. What was not run keeps its own.
 */
export function nextFloors(
  floors: readonly Floor[],
  reached: readonly Reached[],
  reason?: string,
): readonly Floor[] {
  const next = new Map(floors.map((floor) => [placeKey(floor), floor]));
  for (const { value, ...place } of reached) {
    const known = next.get(placeKey(place));
    const floor: Floor = isCeiling(place)
      ? { ...place, ceiling: Math.ceil(value * 10_000) / 10_000 }
      : { ...place, floor: Math.floor(value * 1000) / 1000 };
    if (known === undefined ? getsFloor(place) : isWorse(floor, boundOf(known)))
      next.set(placeKey(place), floor);
    else if (known !== undefined && isWorse(known, value) && reason !== undefined)
      next.set(placeKey(place), { ...floor, reason });
  }
  return [...next.values()];
}

// Floors in a file that is committed: JSON with a line for each, so that a change of one is a change of a line.

/** The formatter of this project breaks what is longer. */
const LINE_WIDTH = 110;

export function readFloors(file: string): readonly Floor[] {
  if (!existsSync(file)) throw new DehuskError('INPUT_NOT_FOUND', { file });
  const bad = (reason: string, cause?: unknown): DehuskError =>
    new DehuskError('EVAL_FLOORS_BAD', { file, reason }, { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw bad('no JSON', error);
  }
  if (!Array.isArray(parsed)) throw bad('no list');
  const wrong = parsed.findIndex((entry) => !isFloor(entry));
  if (wrong !== -1) throw bad(`entry ${wrong + 1} is no floor`);
  const floors = parsed as Floor[];
  const keys = floors.map(placeKey);
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice !== undefined) throw bad(`two floors for ${twice}`);
  return floors;
}

function isFloor(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { method, group, gold, metric = 'f1', reason, ...rest } = entry as Record<string, unknown>;
  if (typeof metric !== 'string' || !Object.hasOwn(bounds, metric)) return false;
  const isKnownGroup =
    metric === 'wordF1' ? typeof group === 'string' : ['all', ...groupNames].some((name) => name === group);
  const hasGold = gold === undefined ? metric !== 'f1' : goldNames.some((name) => name === gold);
  const isExplained = reason === undefined || typeof reason === 'string';
  const bound = rest[bounds[metric as MetricName]];
  return typeof method === 'string' && isKnownGroup && hasGold && typeof bound === 'number' && isExplained;
}

export function writeFloors(file: string, floors: readonly Floor[]): void {
  const sorted = floors.toSorted((a, b) => a.method.localeCompare(b.method, 'en') || order(a) - order(b));
  try {
    writeFileSync(file, `[\n${sorted.map(entryText).join(',\n')}\n]\n`);
  } catch (error) {
    throw new DehuskError('OUTPUT_UNWRITABLE', { file, reason: String(error) }, { cause: error });
  }
}

/** By group, then by figure, then by gold; all sites and single pages come before and after the groups. */
function order({ group, gold, metric = 'f1' }: Floor): number {
  const groups: readonly string[] = ['all', ...groupNames];
  const place = groups.includes(group) ? groups.indexOf(group) : groups.length;
  const figure = Object.keys(bounds).indexOf(metric);
  return (place * 100 + figure) * 10 + (gold === undefined ? 0 : goldNames.indexOf(gold));
}

function entryText(floor: Floor): string {
  const fields = Object.entries(floor).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const line = `  { ${fields.join(', ')} }`;
  return line.length < LINE_WIDTH ? line : `  {\n    ${fields.join(',\n    ')}\n  }`;
}
