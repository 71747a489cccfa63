/**
 * How does the cost of parsing grow? For each hostile family: CPU time at 2n over that at n, up to the limits.
 *
 *   dehusk-lab bench growth
 *
 * Linear is 2.0; above 2.6 something is not. The best of several runs is taken: noise only ever adds.
 */

import { parse } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { type HostileFamily, hostileFamilies } from '../soak/hostile.ts';

const SIZE = 50_000;
const RUNS = 5;
const ATTEMPTS = 4;
const LINEAR_ENOUGH = 2.6;
/** The default limits would stop some families at 2n. */
const limits = { maxNodes: 2_000_000, maxAttributes: 2_000_000 };
const encoder = new TextEncoder();

interface Growth {
  readonly small: number;
  readonly large: number;
  readonly ratio: number;
}

export function run(_args: readonly string[], out: Output): number {
  let worst = 0;
  for (const family of hostileFamilies) {
    const { small, large, ratio } = measure(family);
    worst = Math.max(worst, ratio);
    out.line(
      `${family.name.padEnd(34)} ${small.toFixed(1)} ms → ${large.toFixed(1)} ms  ratio ${ratio.toFixed(2)}`,
    );
  }
  out.line(`worst ratio ${worst.toFixed(2)}, linear enough up to ${LINEAR_ENOUGH}`);
  return worst > LINEAR_ENOUGH ? ExitCode.failed : ExitCode.done;
}

/** A ratio that looks bad is measured again: on a busy machine one of the two may have had the worse luck. */
function measure({ html }: HostileFamily): Growth {
  const [once, twice] = [encoder.encode(html(SIZE)), encoder.encode(html(2 * SIZE))];
  let growth: Growth = { small: 0, large: 0, ratio: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < ATTEMPTS && growth.ratio > LINEAR_ENOUGH; attempt++) {
    const [small, large] = [bestMs(once), bestMs(twice)];
    // Below two milliseconds the clock says nothing.
    const ratio = small < 2 ? 0 : large / small;
    if (ratio < growth.ratio) growth = { small, large, ratio };
  }
  return growth;
}

function bestMs(bytes: Uint8Array): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    parse({ bytes }, { limits });
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
