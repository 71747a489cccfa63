/** Scores of sites by models that were fitted without them. */
import { termNames } from 'dehusk/parts';
import type { GroupName } from '../corpus/corpus.ts';
import type { LabelledSite } from './labelled-site.ts';
import { fitLogistic, type LinearModel, type Observations, stretch } from './logistic.ts';
import { type Scores, scoreSite } from './scores.ts';

const FOLDS = 5;
/**
 * Strong enough that no group of sites moves the weights far. With a thirtieth of it a fit without the data pages
 * finds that labels are template, and loses up to three points on them; with three times as much all fits lose.
 */
const RIDGE = 0.03;
/** Few segments are links within their page, and nothing else speaks for them: such a weight would be pulled down most. */
const RARE_RIDGE = 0.001;
const ridge = termNames.map((name) => (name === 'withinPage' ? RARE_RIDGE : RIDGE));

/** A site, and what of it is fitted to. */
export interface SampledSite {
  readonly site: LabelledSite;
  readonly sample: Observations;
}

/** `without`: a term that is left out. */
export function fitSites(sites: readonly SampledSite[], without?: number): LinearModel {
  const samples = sites.map(({ sample }) => sample);
  return stretch(fitLogistic(samples, { ridge, without }), samples);
}

/** Pages of one site are much alike, so a site is in one fold as a whole. Folds without a site are left out. */
export function foldsOf<Site>(sites: readonly Site[]): readonly (readonly Site[])[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) => sites.filter((_, i) => i % FOLDS === fold));
  return folds.filter((fold) => fold.length > 0);
}

/** Every site scored by the model of the folds that it is not in. */
export function crossValidate(sites: readonly SampledSite[], without?: number): Scores {
  return new Map(foldsOf(sites).flatMap((fold) => [...heldOutScores(sites, fold, without)]));
}

/** The sites of a group scored by the model of all other groups. */
export function scoreWithoutGroup(sites: readonly SampledSite[], group: GroupName): Scores {
  return heldOutScores(
    sites,
    sites.filter(({ site }) => site.group === group),
  );
}

function heldOutScores(
  sites: readonly SampledSite[],
  heldOut: readonly SampledSite[],
  without?: number,
): Scores {
  const model = fitSites(
    sites.filter((site) => !heldOut.includes(site)),
    without,
  );
  return new Map(heldOut.map(({ site }) => [site.name, scoreSite(site, model)]));
}
