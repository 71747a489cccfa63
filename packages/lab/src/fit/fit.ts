/**
 * How were the weights of the adaptive method found? Fits them to labelled sites, again.
 *
 *   dehusk-lab fit CORPUS…
 *
 * Prints the weights beside those in use, how well they do on the same sites and on sites that they were not fitted
 * to, and what is lost without each term. The same corpus gives the same weights.
 */
import { DehuskError } from 'dehusk';
import { adaptiveWeights, ExitCode, termNames } from 'dehusk/parts';
import { type CorpusSite, type GroupName, openCorpora } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import type { Table } from '../report/table.ts';
import { type LabelledSite, labelSite, sampleSite } from './labelled-site.ts';
import { fitLogistic, type LinearModel, type Observations, stretch } from './logistic.ts';
import { type Scores, scoreSite } from './scores.ts';
import {
  calibrationTable,
  figureTable,
  groupTable,
  type NamedScores,
  textTable,
  weightTable,
} from './tables.ts';

export function run(folders: readonly string[], out: Output): number {
  if (folders.length === 0) throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'fit', needed: 'a CORPUS' });
  const started = Date.now();
  const onProgress = (what: string): void =>
    out.progress(`${Math.round((Date.now() - started) / 1000)} s: ${what}`);
  for (const table of fitReport(openCorpora(folders), onProgress)) out.line(textTable(table));
  return ExitCode.done;
}

/**
 * The weights of the adaptive method fitted to a corpus, and how far they are to be trusted. Throws for a single site:
 * there would be none to hold out.
 */
export function fitReport(
  corpus: readonly CorpusSite[],
  onProgress: (what: string) => void,
): readonly Table[] {
  if (corpus.length < 2) throw new RangeError('a fit needs two sites at least');
  const sampled = corpus.map((site, i) => {
    onProgress(`reading ${site.name}, ${i + 1} of ${corpus.length}`);
    return readSite(site);
  });
  const sites = sampled.map(({ site }) => site);
  onProgress('fitting');
  const model = rounded(fitSites(sampled));
  const fitted = scoreAll(sites, model);
  const validated = { name: 'cross-validated', scores: crossValidate(sampled) };
  const figures: readonly NamedScores[] = [
    { name: 'fitted', scores: fitted },
    { name: 'in use', scores: scoreAll(sites, modelInUse) },
    validated,
  ];
  onProgress('leaving groups out');
  const withoutGroups = scoreWithoutGroups(sampled);
  const ablations = termNames.map((name, term) => {
    onProgress(`leaving out ${name}`);
    return { name: `without ${name}`, scores: crossValidate(sampled, term) };
  });
  return [
    weightTable(model),
    figureTable(figureTitle, sites, figures),
    ...(withoutGroups.length > 0 ? [groupTable(sites, withoutGroups, fitted)] : []),
    figureTable(ablationTitle, sites, [validated, ...ablations]),
    calibrationTable(sites, validated.scores),
  ];
}

const figureTitle = {
  title: 'Figures on all sites',
  note: 'F1 of content tokens on the three golds, and the share of template tokens that are kept.',
};
const ablationTitle = {
  title: 'Ablation',
  note: 'The same figures, fitted anew without one term. Each site is scored by a fit without it.',
};

const modelInUse: LinearModel = {
  bias: adaptiveWeights.bias,
  weights: termNames.map((name) => adaptiveWeights[name]),
};

function readSite(corpusSite: CorpusSite): SampledSite {
  const site = labelSite(corpusSite);
  return { site, sample: sampleSite(site) };
}

/** As the weights are written down. */
function rounded({ bias, weights }: LinearModel): LinearModel {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { bias: round(bias), weights: weights.map(round) };
}

function scoreAll(sites: readonly LabelledSite[], model: LinearModel): Scores {
  return new Map(sites.map((site) => [site.name, scoreSite(site, model)]));
}

/** Of each group; where all sites are of one, nothing is left to fit to. */
function scoreWithoutGroups(sampled: readonly SampledSite[]): readonly NamedScores[] {
  const groups = [...new Set(sampled.map(({ site }) => site.group))];
  if (groups.length < 2) return [];
  return groups.map((group) => ({ name: group, scores: scoreWithoutGroup(sampled, group) }));
}

// Scores of sites by models that were fitted without them.

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
function fitSites(sites: readonly SampledSite[], without?: number): LinearModel {
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
