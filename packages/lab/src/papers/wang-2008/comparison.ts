/** Storage at equal recall, which is the paper's experiment; and recall at equal storage. Each method at its best. */
import { mean } from '../../score/statistics.ts';
import { type BlockGold, type MethodName, methodNames, type SiteTrials, type Trial } from './trials.ts';

export type Choices = Readonly<Record<MethodName, Choice | undefined>>;

export interface EqualRecall {
  readonly target: Target;
  readonly sites: readonly { readonly site: string; readonly choices: Choices }[];
  /** Over the sites on which all three methods reach recall and precision. */
  readonly reached: Storage;
  /** Over those on which they reach the recall, with the nearest precision that there is. */
  readonly near: Storage;
}

/** Means, in bytes. */
export interface Storage {
  readonly sites: number;
  readonly bytes: Readonly<Record<MethodName, number>>;
  readonly hashedBytes: number;
}

export interface Defaults {
  readonly sites: readonly Readonly<Record<MethodName, Trial>>[];
  readonly storage: Storage;
}

export function compareAtRecall(trials: readonly SiteTrials[], target: Target): EqualRecall {
  const sites = trials.map(({ site, methods }) => ({
    site,
    choices: byMethod((method) => cheapest(methods[method], target)),
  }));
  const all = sites.map(({ choices }) => choices);
  const holds = (isHeld: (choice: Choice) => boolean) => (choices: Choices) =>
    methodNames.every((method) => choices[method] !== undefined && isHeld(choices[method]));
  return {
    target,
    sites,
    reached: meanStorage(all.filter(holds(({ isReached }) => isReached))),
    near: meanStorage(all.filter(holds(() => true))),
  };
}

/** As the paper searches: the constants of the table, and of the baselines nothing but the size of a batch. */
export function usualThresholds(trials: readonly SiteTrials[]): readonly SiteTrials[] {
  return trials.map((site) => ({
    ...site,
    methods: byMethod((method) =>
      site.methods[method].filter(({ hasDefaultThreshold }) => hasDefaultThreshold),
    ),
  }));
}

/** Each method as it is without a search: the default constants, and batches of about 24 pages. */
export function atDefaults(trials: readonly SiteTrials[]): Defaults {
  const sites = trials.map(({ methods }) =>
    byMethod((method) => methods[method].find(({ isDefault }) => isDefault)!),
  );
  const choices = sites.map((site) => byMethod((method) => ({ trial: site[method], isReached: false })));
  return { sites, storage: meanStorage(choices) };
}

function meanStorage(sites: readonly Choices[]): Storage {
  return {
    sites: sites.length,
    bytes: byMethod((method) => mean(sites.map((choices) => choices[method]!.trial.bytes))),
    hashedBytes: mean(sites.map(({ incremental }) => incremental!.trial.hashedBytes!)),
  };
}

function byMethod<Value>(value: (method: MethodName) => Value): Readonly<Record<MethodName, Value>> {
  return Object.fromEntries(methodNames.map((method) => [method, value(method)])) as Record<
    MethodName,
    Value
  >;
}

// The reverse, which the paper expects but does not measure: "our method achieves higher recall than other methods when
// using the same amount of storage". Each method with the setting that finds most within a budget.

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

// Which setting of a method is the one to compare: the cheapest that is right enough, or the best that is cheap enough.

export interface Target {
  readonly gold: BlockGold;
  readonly recall: number;
  readonly precision: number;
}

export interface Choice {
  readonly trial: Trial;
  /** False where the precision is out of reach, and this is the nearest that there is. */
  readonly isReached: boolean;
}

/** Precisions this near to the best are as good: a tenth of a per cent is not worth ten times the storage. */
const NEAR_BEST = 0.005;

/**
 * The cheapest setting with the recall and the precision of the target. Where no setting has both, the cheapest of
 * those with the recall whose precision is within half a per cent of the best; where none has the recall, none.
 */
export function cheapest(trials: readonly Trial[], { gold, recall, precision }: Target): Choice | undefined {
  const recalling = trials.filter(({ rates }) => rates[gold].recall >= recall);
  const best = Math.max(...recalling.map(({ rates }) => rates[gold].precision));
  const isReached = best >= precision;
  const floor = isReached ? precision : best - NEAR_BEST;
  const fitting = recalling.filter(({ rates }) => rates[gold].precision >= floor);
  const trial = first(fitting, (one, other) => one.bytes < other.bytes);
  return trial === undefined ? undefined : { trial, isReached };
}

export interface Budget {
  readonly gold: BlockGold;
  readonly precision: number;
  readonly bytes: number;
}

/** The setting with the highest recall, of those with the precision that fit into the budget. */
export function mostRecall(trials: readonly Trial[], { gold, precision, bytes }: Budget): Trial | undefined {
  const fitting = trials.filter((trial) => trial.bytes <= bytes && trial.rates[gold].precision >= precision);
  return first(fitting, (one, other) => one.rates[gold].recall > other.rates[gold].recall);
}

/** Of equals the one that was tried first. */
function first(trials: readonly Trial[], isBefore: (one: Trial, other: Trial) => boolean): Trial | undefined {
  let found: Trial | undefined;
  for (const trial of trials) if (found === undefined || isBefore(trial, found)) found = trial;
  return found;
}
