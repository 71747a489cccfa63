/**
 * A setting of the comparison of nodes, on the grid that is searched: weights in tenths, and steps for the rest. The
 * thesis does not tell its grid; its best values (5.2.3) are on this one.
 */
import type { EqualityOptions } from 'dehusk/parts';
import type { Random } from '../../synthetic/random.ts';

export interface Setting {
  /** Tenths, 10 in all: classes, position, attributes, children. */
  readonly weights: readonly [number, number, number, number];
  /** What counts where both nodes have no classes, no attributes, no children. */
  readonly absent: readonly [number, number, number];
  readonly threshold: number;
}

export const thesisSetting: Setting = { weights: [5, 2, 2, 1], absent: [0.85, 0.25, 1], threshold: 0.6 };
/** "At first, the weighting was 40 % for classes, 40 % for position, 10 % for attributes and 10 % for children." */
export const firstSetting: Setting = { ...thesisSetting, weights: [4, 4, 1, 1] };

const absentSteps = [0, 0.25, 0.5, 0.75, 0.85, 1];
const thresholdSteps = [0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

export function toOptions({ weights, absent, threshold }: Setting): EqualityOptions {
  const [classes, position, attributes, children] = weights.map((tenths) => tenths / 10) as [
    number,
    number,
    number,
    number,
  ];
  return {
    weights: { classes, position, attributes, children },
    absent: { classes: absent[0], attributes: absent[1], children: absent[2] },
    threshold,
  };
}

/** Every setting of the grid is as likely as any other. */
export function drawSetting(random: Random): Setting {
  // Three cuts among ten tenths and three bars: each way to share out ten tenths has one such picture.
  const bars = new Set<number>();
  while (bars.size < 3) bars.add(random.below(13));
  const cuts = [-1, ...[...bars].sort((a, b) => a - b), 13];
  const weights = cuts.slice(1).map((cut, i) => cut - cuts[i]! - 1);
  return {
    weights: weights as [number, number, number, number],
    absent: [random.pick(absentSteps), random.pick(absentSteps), random.pick(absentSteps)],
    threshold: random.pick(thresholdSteps),
  };
}

/** The settings that differ in one step: another threshold next to it, a tenth from one weight to another … */
export function neighbours(setting: Setting): readonly Setting[] {
  const { weights, absent, threshold } = setting;
  const places = weights.map((_, i) => i);
  return [
    ...adjacent(thresholdSteps, threshold).map((step): Setting => ({ ...setting, threshold: step })),
    ...absent.flatMap((value, i) =>
      adjacent(absentSteps, value).map(
        (step): Setting => ({ ...setting, absent: absent.with(i, step) as [number, number, number] }),
      ),
    ),
    ...places.flatMap((from) =>
      places
        .filter((to) => to !== from && weights[from]! > 0)
        .map((to): Setting => ({ ...setting, weights: shifted(weights, from, to) })),
    ),
  ];
}

function adjacent(steps: readonly number[], value: number): readonly number[] {
  const at = steps.indexOf(value);
  return [steps[at - 1], steps[at + 1]].filter((step) => step !== undefined);
}

function shifted(weights: Setting['weights'], from: number, to: number): Setting['weights'] {
  return weights.map((tenths, i) => tenths + (i === to ? 1 : 0) - (i === from ? 1 : 0)) as [
    number,
    number,
    number,
    number,
  ];
}

/** `.5 .2 .2 .1 / .85 .25 1 / .6`: weights, what absence counts, threshold. */
export function settingText({ weights, absent, threshold }: Setting): string {
  const short = (value: number): string => String(value).replace(/^0\./, '.');
  return [weights.map((tenths) => short(tenths / 10)), absent.map(short), [short(threshold)]]
    .map((part) => part.join(' '))
    .join(' / ');
}
