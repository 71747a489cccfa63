import { choice, ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';

/** The aims of a benchmark: each is told with what was measured, and a missed one fails the run. */
export interface Aim {
  readonly what: string;
  readonly measured: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Returns the exit code. */
export function reportAims(aims: readonly Aim[], out: Output): number {
  for (const aim of aims) out.line(`${isMet(aim) ? 'met   ' : 'MISSED'} ${tell(aim)}`);
  return aims.every(isMet) ? ExitCode.done : ExitCode.failed;
}

/** What could not be measured is not met. */
function isMet({
  measured,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Aim): boolean {
  return measured >= atLeast && measured <= atMost;
}

function tell({ what, measured, atMost, atLeast }: Aim): string {
  const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return `${what}: ${measured.toFixed(3)}, aim ${bound}`;
}

export type BenchPart = (numbers: readonly number[], out: Output) => readonly Aim[];

/** A benchmark of several parts: the one that is named, with numbers of its own, or all of them. */
export function runParts(
  parts: Readonly<Record<string, BenchPart>>,
  [part, ...numbers]: readonly string[],
  out: Output,
): number {
  const chosen =
    part === undefined ? Object.values(parts) : [parts[choice('PART', Object.keys(parts))(part)]!];
  return reportAims(
    chosen.flatMap((bench) => bench(numbers.map(Number), out)),
    out,
  );
}
