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
import { type CorpusSite, openCorpora } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import type { Table } from '../report/table.ts';
import { crossValidate, fitSites, type SampledSite, scoreWithoutGroup } from './held-out.ts';
import { type LabelledSite, labelSite } from './labelled-site.ts';
import type { LinearModel } from './logistic.ts';
import { type Scores, scoreSite } from './scores.ts';
import { sampleSite } from './site-sample.ts';
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
