/** The gate: no result below its floor. */
import { existsSync } from 'node:fs';
import { DehuskError } from 'dehusk/parts';
import type { MethodResult } from '../results/method-result.ts';
import { readFloors, writeFloors } from './floor-file.ts';
import { type FloorMiss, holdFloors, nextFloors, reachedBy } from './hold-floors.ts';

export interface GateOptions {
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
