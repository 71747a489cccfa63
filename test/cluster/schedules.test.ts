import { beforeAll, describe, expect, it } from 'vitest';
import {
  allSchedules,
  expectedOutputs,
  type Fence,
  poisonedRun,
  randomSchedule,
} from '../../packages/lab/src/cluster/schedules.ts';
import { createRandom } from '../../packages/lab/src/soak/mutate-page.ts';

/** The full form does 10,000 (`dehusk-lab soak cluster-schedules`). */
const SCHEDULES = 150;

/** The full form does three pages. */
describe('two workers and two pages', () => {
  let expected: ReadonlyMap<number, string>;
  beforeAll(async () => {
    expected = await expectedOutputs(2);
  });

  it('in every order of what changes the log, whenever a lease runs out', async ({ annotate }) => {
    expect(expected.size).toBe(2);
    const options = { fence: 'whole', pages: 2, workers: 2 } as const;
    const { paths, states, violations } = await allSchedules(options, 1, expected);
    await annotate(`${paths} orders to the end, ${states} states`);
    expect(violations).toBe(0);
    expect(paths).toBeGreaterThan(100);
  });
});

it('a page that ends its worker is set aside, and the others go on', async () => {
  await expectedOutputs(1);
  const { deaths, kinds } = await poisonedRun(5, 2);
  // Once among others, then three times alone.
  expect(deaths).toBe(4);
  expect(kinds.map((kind) => kind.split(' ')[0])).toEqual([
    'record',
    'record',
    'failure',
    'record',
    'record',
  ]);
  expect(kinds[2]).toMatch(/PAGE_KILLS_WORKER/);
});

describe('three workers, at random, with kills, freezes, cut connections and a log that falls back', () => {
  let expected: ReadonlyMap<number, string>;
  beforeAll(async () => {
    expected = await expectedOutputs(6);
  });

  async function violations(fence: Fence): Promise<Record<string, number>> {
    const random = createRandom(7);
    const found: Record<string, number> = {};
    for (let i = 0; i < SCHEDULES; i++) {
      const violation = await randomSchedule(random, { fence, pages: 6, workers: 3 }, expected);
      if (violation !== undefined) found[violation] = (found[violation] ?? 0) + 1;
    }
    return found;
  }

  it('nothing is lost, doubled or different', async () => {
    expect(await violations('whole')).toEqual({});
  });

  it('with the epoch alone as the fence, the same test finds the loss', async () => {
    expect((await violations('epoch')).lost).toBeGreaterThan(0);
  });
});
