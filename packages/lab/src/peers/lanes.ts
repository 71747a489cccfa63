/** Several at a time: peers in processes of their own leave this one idle, and machines have more than one core. */
import { availableParallelism } from 'node:os';

/** More would fill the memory of a machine with tools that take hundreds of MB each. */
const MAX_LANES = 4;

export const laneCount: number = Math.min(MAX_LANES, availableParallelism());

/** The results in the order of the items; each lane has its own number. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, lane: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const run = async (lane: number): Promise<void> => {
    // All lanes take from one iterator, so none waits for another.
    for (const [i, item] of entries) results[i] = await work(item, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  return results;
}
