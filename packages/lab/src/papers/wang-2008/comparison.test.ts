import { describe, expect, it } from 'vitest';
import { cheapest, mostRecall } from './comparison.ts';
import type { Trial } from './trials.ts';

const trial = (setting: string, bytes: number, [recall, precision]: readonly [number, number]): Trial => ({
  setting,
  bytes,
  rates: {
    decided: { recall, precision, f1: 0 },
    lenient: { recall, precision, f1: 0 },
    strict: { recall, precision: precision / 2, f1: 0 },
  },
  isDefault: false,
  hasDefaultThreshold: true,
});

const trials = [
  trial('large', 900, [0.95, 0.99]),
  trial('small', 300, [0.8, 0.98]),
  trial('as small', 300, [0.9, 0.99]),
  trial('hasty', 100, [0.99, 0.9]),
  trial('timid', 50, [0.5, 1]),
];
const target = { gold: 'lenient', recall: 0.8, precision: 0.98 } as const;

describe('the cheapest setting', () => {
  const settingFor = (wanted: Parameters<typeof cheapest>[1]): unknown => {
    const choice = cheapest(trials, wanted);
    return choice && [choice.trial.setting, choice.isReached];
  };

  it('has recall and precision, each at the least', () => {
    expect(settingFor(target)).toEqual(['small', true]);
    expect(settingFor({ ...target, recall: 0.81 })).toEqual(['as small', true]);
    expect(settingFor({ ...target, recall: 0.91 })).toEqual(['large', true]);
  });

  it('is the nearest where the precision is out of reach', () => {
    expect(settingFor({ ...target, precision: 0.999 })).toEqual(['as small', false]);
    expect(settingFor({ ...target, recall: 0.96 })).toEqual(['hasty', false]);
    expect(settingFor({ ...target, gold: 'strict' })).toEqual(['small', false]);
  });

  it('is none where the recall is out of reach', () => {
    expect(settingFor({ ...target, recall: 0.995 })).toBeUndefined();
    expect(cheapest([], target)).toBeUndefined();
  });
});

describe('most recall within a budget', () => {
  it.each([
    [1000, 'large'],
    [899, 'as small'],
    [299, 'timid'],
    [49, undefined],
  ])('%i bytes: %s', (bytes, setting) => {
    expect(mostRecall(trials, { ...target, bytes })?.setting).toBe(setting);
  });
});
