/**
 * The real worker over a log in memory: every order of what changes the log for two workers and three pages, and many
 * orders at random for three workers, with kills, freezes, cut connections and a log that falls back. With the epoch
 * alone as the fence, the same must find pages that are lost: else it would prove nothing.
 *
 *   dehusk-lab soak cluster-schedules [SCHEDULES [SEED]]     (default: 10,000, from 1)
 *
 * Each schedule has a seed of its own, by which one that went wrong is seen again: `cluster-schedules 1 SEED`.
 */
import { ExitCode } from 'dehusk/parts';
import { allSchedules, expectedOutputs, type Fence, randomSchedule } from '../cluster/schedules.ts';
import type { Output } from '../experiment.ts';
import { createRandom } from './mutate-page.ts';

export async function run(
  [schedules = '10000', seed = '1']: readonly string[],
  out: Output,
): Promise<number> {
  const three = await expectedOutputs(3);
  const all = await allSchedules({ fence: 'whole', pages: 3, workers: 2 }, 1, three);
  out.line(
    `two workers, three pages: ${all.paths} orders to the end, ${all.states} states, ${all.violations} violations`,
  );
  const six = await expectedOutputs(6);
  const violations = async (fence: Fence, count: number): Promise<number> => {
    let found = 0;
    for (let i = 0; i < count; i++) {
      const own = Number(seed) + i;
      const violation = await randomSchedule(createRandom(own), { fence, pages: 6, workers: 3 }, six);
      if (violation !== undefined) found++;
      if (violation !== undefined && fence !== 'epoch') out.line(`VIOLATION ${violation}, seed ${own}`);
      if (i % 500 === 0) out.progress(`${i} of ${count} schedules`);
    }
    return found;
  };
  const strong = await violations('whole', Number(schedules));
  out.line(`three workers, ${schedules} random schedules: ${strong} violations`);
  const weakCount = Math.ceil(Number(schedules) / 10);
  const weak = await violations('epoch', weakCount);
  out.line(`with the epoch alone, ${weakCount} schedules: ${weak} violations, as there should be`);
  return all.violations + strong === 0 && weak > 0 ? ExitCode.done : ExitCode.failed;
}
