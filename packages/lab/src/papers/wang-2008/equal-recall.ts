/** The paper's experiment: storage when the recall rates are equal. Each method with the setting that is cheapest. */
import { mean } from '../../mean.ts';
import { type Choice, cheapest, type Target } from './choose-trial.ts';
import { type MethodName, methodNames, type SiteTrials } from './site-trials.ts';
import type { Trial } from './trial.ts';

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

export function byMethod<Value>(value: (method: MethodName) => Value): Readonly<Record<MethodName, Value>> {
  return Object.fromEntries(methodNames.map((method) => [method, value(method)])) as Record<
    MethodName,
    Value
  >;
}
