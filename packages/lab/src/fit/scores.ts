/** How a model scores all segments of a site: the probability that they are template. */
import { termNames } from 'dehusk/parts';
import type { LabelledSite } from './labelled-site.ts';
import type { LinearModel } from './logistic.ts';
import { type ModeName, modeNames } from './site-sightings.ts';

export type SiteScores = Readonly<Record<ModeName, Float32Array>>;
/** By name of the site. */
export type Scores = ReadonlyMap<string, SiteScores>;

export function scoreSite({ terms }: LabelledSite, model: LinearModel): SiteScores {
  const scored = modeNames.map((mode) => [mode, scoreRows(terms[mode], model)]);
  return Object.fromEntries(scored) as SiteScores;
}

function scoreRows(rows: Float32Array, { bias, weights }: LinearModel): Float32Array {
  const width = termNames.length;
  const scores = new Float32Array(rows.length / width);
  for (let i = 0; i < scores.length; i++) {
    let logOdds = bias;
    for (let term = 0; term < width; term++) logOdds += weights[term]! * rows[i * width + term]!;
    scores[i] = 1 / (1 + Math.exp(-logOdds));
  }
  return scores;
}
