/**
 * The reverse, which the paper expects but does not measure: "our method achieves higher recall than other methods when
 * using the same amount of storage". Each method with the setting that finds most within a budget.
 */
import { mean } from '../../mean.ts';
import { type Budget, mostRecall } from './choose-trial.ts';
import { byMethod } from './equal-recall.ts';
import type { MethodName, SiteTrials } from './site-trials.ts';
import type { Trial } from './trial.ts';

type Found = Readonly<Record<MethodName, Trial | undefined>>;

export interface EqualBytes {
  readonly site: string;
  readonly bytes: number;
  readonly found: Found;
}

type Wanted = Omit<Budget, 'bytes'>;

/** The budget of a site is the table with the default constants. */
export function compareAtTable(trials: readonly SiteTrials[], wanted: Wanted): readonly EqualBytes[] {
  return trials.map((site) => {
    const { bytes } = site.methods.incremental.find(({ isDefault }) => isDefault)!;
    return { site: site.site, bytes, found: withinBudget(site, { ...wanted, bytes }) };
  });
}

export interface BudgetRow {
  readonly bytes: number;
  /** Mean over sites; a method that cannot keep to the budget and the precision removes nothing. */
  readonly recall: Readonly<Record<MethodName, number>>;
}

export function compareAtBudgets(
  trials: readonly SiteTrials[],
  wanted: Wanted,
  budgets: readonly number[],
): readonly BudgetRow[] {
  return budgets.map((bytes) => {
    const found = trials.map((site) => withinBudget(site, { ...wanted, bytes }));
    return {
      bytes,
      recall: byMethod((method) =>
        meanRecall(
          found.map((site) => site[method]),
          wanted,
        ),
      ),
    };
  });
}

export function meanRecall(trials: readonly (Trial | undefined)[], { gold }: Wanted): number {
  return mean(trials.map((trial) => trial?.rates[gold].recall ?? 0));
}

function withinBudget({ methods }: SiteTrials, budget: Budget): Found {
  return byMethod((method) => mostRecall(methods[method], budget));
}
