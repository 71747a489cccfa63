/** Holds results against floors: what is below is named, and floors rise with what was reached. */
import type { GroupName } from '../corpus/read-corpus.ts';
import type { MethodResult } from '../results/method-result.ts';
import { goldNames } from '../score/site-score.ts';
import { type Floor, type FloorPlace, placeKey } from './floor.ts';

export interface Reached extends FloorPlace {
  readonly f1: number;
}

export interface FloorMiss extends Floor {
  readonly got: number;
}

export interface HeldFloors {
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
