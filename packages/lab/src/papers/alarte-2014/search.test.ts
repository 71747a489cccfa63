import { equalityDefaults } from 'dehusk/parts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../synthetic/random.ts';
import { fullGrid } from './full-search.ts';
import {
  drawSetting,
  neighbours,
  type SearchSpace,
  type Setting,
  search,
  settingText,
  thesisSetting,
  toOptions,
} from './search.ts';

/** A hill with its top at (7, 3), and what was climbed of it. */
function hill(): SearchSpace<readonly [number, number]> & { readonly tried: string[] } {
  const tried: string[] = [];
  return {
    tried,
    draw: (random) => [random.below(100), random.below(100)],
    neighbours: ([x, y]) => [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ],
    value: ([x, y]) => {
      tried.push(`${x} ${y}`);
      return -((x - 7) ** 2) - (y - 3) ** 2;
    },
  };
}

it('climbs to the top, and says that it is one', () => {
  const space = hill();
  const found = search([50, 50], space, { drawn: 10, values: 1000, random: createRandom(1) });
  expect(found).toMatchObject({ point: [7, 3], value: -0, isPeak: true });
  expect(new Set(space.tried).size).toBe(space.tried.length);
  expect(found.values).toBe(space.tried.length);
});

it('values no more points than it may', () => {
  const space = hill();
  const found = search([50, 50], space, { drawn: 10, values: 15, random: createRandom(1) });
  expect(space.tried).toHaveLength(15);
  expect(found.isPeak).toBe(false);
});

it('finds the same with the same seed, and starts elsewhere with another', () => {
  const trace = (seed: number): string[] => {
    const space = hill();
    search([50, 50], space, { drawn: 5, values: 20, random: createRandom(seed) });
    return space.tried;
  };
  expect(trace(1)).toEqual(trace(1));
  expect(trace(1)).not.toEqual(trace(2));
});

it('never ends below its start', () => {
  const space = hill();
  expect(search([7, 3], space, { drawn: 20, values: 30, random: createRandom(1) }).value).toBe(-0);
});

const sum = ({ weights }: Setting): number => weights.reduce((all, tenths) => all + tenths, 0);

it('has the thesis’s values, which are the defaults of the mapping', () => {
  const { weights, absent, threshold } = equalityDefaults;
  expect(toOptions(thesisSetting)).toEqual({ weights, absent, threshold });
  expect(settingText(thesisSetting)).toBe('.5 .2 .2 .1 / .85 .25 1 / .6');
});

it('draws settings whose weights are ten tenths, and steps from each to such settings, and back', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const setting = drawSetting(createRandom(seed));
      expect(sum(setting)).toBe(10);
      expect(Math.min(...setting.weights)).toBeGreaterThanOrEqual(0);
      for (const next of neighbours(setting)) {
        expect(sum(next)).toBe(10);
        expect(neighbours(next)).toContainEqual(setting);
      }
    }),
    { numRuns: 50 },
  );
});

it('draws every way to share out the weights', () => {
  const random = createRandom('weights');
  const drawn = Array.from({ length: 6000 }, () => drawSetting(random).weights.join(' '));
  // Ten tenths among four: 13 over 3.
  expect(new Set(drawn).size).toBe(286);
});

it('has a grid for the whole search that has the thesis’s values, each setting once', () => {
  const grid = fullGrid().map((setting) => JSON.stringify(setting));
  expect(grid).toHaveLength(15_120);
  expect(new Set(grid).size).toBe(grid.length);
  expect(grid).toContain(JSON.stringify(thesisSetting));
  expect(
    fullGrid()
      .slice(0, 500)
      .filter(({ isFree }) => isFree).length,
  ).toBeGreaterThan(150);
});
