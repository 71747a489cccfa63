import { equalityDefaults } from 'dehusk/parts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../synthetic/random.ts';
import { drawSetting, neighbours, type Setting, settingText, thesisSetting, toOptions } from './setting.ts';

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
