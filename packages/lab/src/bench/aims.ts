/** The aims of a benchmark: each is told with what was measured, and a missed one fails the run. */
export interface Aim {
  readonly what: string;
  readonly measured: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export function reportAims(aims: readonly Aim[]): void {
  for (const aim of aims) console.log(`${isMet(aim) ? 'met   ' : 'MISSED'} ${tell(aim)}`);
  if (!aims.every(isMet)) process.exitCode = 1;
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
