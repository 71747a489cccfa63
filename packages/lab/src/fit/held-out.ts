/** Scores of sites, and of single pages, by models that were fitted without them. */
import type { Model } from 'dehusk/parts';
import { foldsOf, orderOfRound } from './folds.ts';
import type { LabelledSingle } from './labelled-site.ts';
import { sampleSingles } from './sample.ts';
import { type Scores, scoreSingle, scoreSite, type WeighedSite } from './scores.ts';
import type { NamedScores } from './tables.ts';
import { type SiteSample, train, trainFirstPages } from './train.ts';

/** A site, and what of it is fitted to. */
export interface SampledSite extends SiteSample {
  readonly site: WeighedSite;
}

export interface Fitting {
  readonly sampled: readonly SampledSite[];
  readonly singles: readonly LabelledSingle[];
  /** Facts that trees may not ask about. */
  readonly without?: ReadonlySet<string>;
  /** Each has other folds, and grows its trees on other pieces. */
  readonly round?: number;
}

const FOLDS = 5;

/** All single pages together count as much as half of the sites: their notion of content is narrower than ours. */
const SINGLES_SHARE = 0.5;

export function fit({ sampled, singles, without, round }: Fitting): Model {
  return train({
    sites: sampled,
    singles: singles.length === 0 ? undefined : sampleSingles(singles, SINGLES_SHARE * sampled.length),
    ...(without && { without }),
    ...(round !== undefined && { round }),
  });
}

/** Every site scored by the model of the folds that it is not in. */
export function crossValidate(fitting: Fitting): Scores {
  const folds = foldsOf(orderOfRound(fitting.sampled, fitting.round ?? 0), FOLDS);
  return new Map(folds.flatMap((heldOut) => [...heldOutScores(fitting, heldOut)]));
}

/** Of each group; where all sites are of one, nothing is left to fit to. */
export function scoreWithoutGroups(fitting: Fitting): readonly NamedScores[] {
  const { sampled } = fitting;
  const groups = [...new Set(sampled.map(({ site }) => site.group))];
  if (groups.length < 2) return [];
  return groups.map((group) => ({
    name: group,
    scores: heldOutScores(
      fitting,
      sampled.filter(({ site }) => site.group === group),
    ),
  }));
}

function heldOutScores(fitting: Fitting, heldOut: readonly SampledSite[]): Scores {
  const model = fit({ ...fitting, sampled: fitting.sampled.filter((site) => !heldOut.includes(site)) });
  return new Map(heldOut.map(({ site }) => [site.name, scoreSite(site, model)]));
}

/** The F1 of each single page by a judge that was fitted to others, and to all sites. */
export function crossValidateSingles({
  sampled,
  singles,
  without,
  round = 0,
}: Fitting): ReadonlyMap<LabelledSingle, number> {
  const folds = foldsOf(orderOfRound(singles, round), FOLDS);
  return new Map(
    folds.flatMap((heldOut) => {
      const others = singles.filter((single) => !heldOut.includes(single));
      const sample = sampleSingles(others, SINGLES_SHARE * sampled.length);
      const trees = trainFirstPages({ sites: sampled, singles: sample, round, ...(without && { without }) });
      return heldOut.map((single) => [single, scoreSingle(single, trees)] as const);
    }),
  );
}
