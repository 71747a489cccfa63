/** Floors: what a method must not score below, the file they are kept in, and the gate that holds results to them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DehuskError } from 'dehusk';
import { type GroupName, groupNames } from '../corpus/corpus.ts';
import { type GoldName, goldNames } from '../corpus/gold.ts';
import type { MethodResult } from './results.ts';

interface GateOptions {
  readonly file: string;
  /** Write what was reached into the file, which need not be there yet. */
  readonly write: boolean;
  /** Why floors may fall. */
  readonly reason: string | undefined;
}

interface Passage {
  readonly missed: readonly DehuskError[];
  readonly summary: string;
}

export type PassGate = (methods: readonly MethodResult[]) => Passage;

/** Reads the floors: a file that is none is told of before hours are spent on a run. */
export function openGate({ file, write, reason }: GateOptions): PassGate {
  const known = write && !existsSync(file) ? [] : readFloors(file);
  return (methods) => {
    const reached = reachedBy(methods);
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

function missOf({ method, group, gold, floor, got }: FloorMiss): DehuskError {
  return new DehuskError('EVAL_FLOOR_MISSED', { method, group, gold, floor, got: got.toFixed(4) });
}

/** What a method must not score below: the F1 of content tokens on a group of sites and a gold. */
interface FloorPlace {
  readonly method: string;
  readonly group: GroupName;
  readonly gold: GoldName;
}

export interface Floor extends FloorPlace {
  readonly floor: number;
  /** Why it was lowered, the last time that it was. */
  readonly reason?: string;
}

/** One method on one group and gold has one floor. */
function placeKey({ method, group, gold }: FloorPlace): string {
  return `${method} ${group} ${gold}`;
}

// Holds results against floors: what is below is named, and floors rise with what was reached.

export interface Reached extends FloorPlace {
  readonly f1: number;
}

interface FloorMiss extends Floor {
  readonly got: number;
}

interface HeldFloors {
  readonly missed: readonly FloorMiss[];
  /** How many floors there was a result for. */
  readonly checked: number;
  /** What was reached without having a floor. */
  readonly unpinned: readonly FloorPlace[];
}

/** All that is scored of all groups. */
export function reachedBy(methods: readonly MethodResult[]): readonly Reached[] {
  return methods.flatMap(({ method, groups }) =>
    Object.entries(groups).flatMap(([group, golds]) =>
      goldNames.flatMap((gold) => {
        const { f1 } = golds[gold].figures;
        return f1 === undefined ? [] : [{ method, group: group as GroupName, gold, f1 }];
      }),
    ),
  );
}

export function holdFloors(floors: readonly Floor[], reached: readonly Reached[]): HeldFloors {
  const got = new Map(reached.map((place) => [placeKey(place), place.f1]));
  const checked = floors.flatMap((floor) => {
    const f1 = got.get(placeKey(floor));
    return f1 === undefined ? [] : [{ ...floor, got: f1 }];
  });
  const pinned = new Set(floors.map(placeKey));
  return {
    missed: checked.filter((floor) => floor.got < floor.floor),
    checked: checked.length,
    unpinned: reached.filter((place) => !pinned.has(placeKey(place))),
  };
}

/**
 * The floors after these results. A floor rises to what was reached, rounded down to a thousandth, and a new one is
 * set there. It falls only for a reason, which stays beside it until it rises again. What was not run keeps its own.
 */
export function nextFloors(
  floors: readonly Floor[],
  reached: readonly Reached[],
  reason?: string,
): readonly Floor[] {
  const next = new Map(floors.map((floor) => [placeKey(floor), floor]));
  for (const { f1, ...place } of reached) {
    const known = next.get(placeKey(place));
    const floor = Math.floor(f1 * 1000) / 1000;
    if (known === undefined || floor > known.floor) next.set(placeKey(place), { ...place, floor });
    else if (f1 < known.floor && reason !== undefined) next.set(placeKey(place), { ...place, floor, reason });
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
  const { method, group, gold, floor, reason } = entry as Record<string, unknown>;
  const isKnown = groupNames.some((name) => name === group) && goldNames.some((name) => name === gold);
  const isExplained = reason === undefined || typeof reason === 'string';
  return typeof method === 'string' && isKnown && typeof floor === 'number' && isExplained;
}

export function writeFloors(file: string, floors: readonly Floor[]): void {
  const sorted = floors.toSorted((a, b) => a.method.localeCompare(b.method, 'en') || order(a) - order(b));
  try {
    writeFileSync(file, `[\n${sorted.map(entryText).join(',\n')}\n]\n`);
  } catch (error) {
    throw new DehuskError('OUTPUT_UNWRITABLE', { file, reason: String(error) }, { cause: error });
  }
}

function order({ group, gold }: Floor): number {
  return groupNames.indexOf(group) * goldNames.length + goldNames.indexOf(gold);
}

function entryText(floor: Floor): string {
  const fields = Object.entries(floor).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  const line = `  { ${fields.join(', ')} }`;
  return line.length < LINE_WIDTH ? line : `  {\n    ${fields.join(',\n    ')}\n  }`;
}
