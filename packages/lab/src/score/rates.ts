import { mean } from '../mean.ts';

export interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** What was said, what is so by gold, and what is both. Nothing said has the precision of 0. */
export interface Counts {
  readonly right: number;
  readonly said: number;
  readonly gold: number;
}

export function rates({ right, said, gold }: Counts): Rates {
  const precision = said === 0 ? 0 : right / said;
  const recall = gold === 0 ? 0 : right / gold;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export function meanRates(all: readonly Rates[]): Rates {
  return {
    precision: mean(all.map(({ precision }) => precision)),
    recall: mean(all.map(({ recall }) => recall)),
    f1: mean(all.map(({ f1 }) => f1)),
  };
}
