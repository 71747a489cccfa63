/**
 * The segments of a site that the weights are fitted to, with how much each counts. The read gold is what a user would
 * say, but of a few pages only; the zone gold has all pages, and fills in where nobody has read.
 */
import { termNames } from 'dehusk/parts';
import { GoldLabel } from '../corpus/gold.ts';
import { createRandom } from '../synthetic/random.ts';
import { type LabelledSite, modeNames, UNLABELLED } from './labelled-site.ts';
import type { Observations } from './logistic.ts';

/** A page that was read counts as much as a hundred that were not: of a site about three in a hundred are. */
const READ_WEIGHT = 100;
/** Content that stands on many pages ("Price:") is content to the zone gold, but hardly anybody misses it. */
const DOUBTFUL_WEIGHT = 0.5;
/**
 * What is a tenth of a site gets 42 % of its weight. With all of a half, the only template of a manual, two words a
 * page, counts as much as all of its text.
 */
const RARER_SIDE = 0.15;
/** So that long sites do not take all the time. Another draw moves the weights of rare terms by .2, others by .07. */
const MOST_ZONE_SEGMENTS = 8000;
const SEED = 1;

/** The segments by number, with the weight that each has among them. */
interface Choice {
  readonly segments: readonly number[];
  readonly weights: Float64Array;
}

/** Both modes, one after the other, with the same segments. */
export function sampleSite(site: LabelledSite): Observations {
  const { segments, weights } = balance(site, choose(site));
  const isTemplate = segments.map((i) => (labelOf(site, i) === GoldLabel.template ? 1 : 0));
  return {
    rows: sampledRows(site, segments),
    positive: Uint8Array.from([...isTemplate, ...isTemplate]),
    weights: Float64Array.from([...weights, ...weights]),
  };
}

function sampledRows({ terms }: LabelledSite, segments: readonly number[]): Float64Array {
  const width = termNames.length;
  const rows = new Float64Array(modeNames.length * segments.length * width);
  let at = 0;
  for (const mode of modeNames) {
    for (const segment of segments) {
      rows.set(terms[mode].subarray(segment * width, (segment + 1) * width), at);
      at += width;
    }
  }
  return rows;
}

/** All that were read, and of the others no more than are needed, counting for those left out. */
function choose(site: LabelledSite): Choice {
  const weights = segmentWeights(site);
  const labelled = [...weights.keys()].filter((i) => weights[i]! > 0);
  const random = createRandom(SEED, site.name);
  let left = labelled.filter((i) => !wasRead(site, i)).length;
  const share = Math.min(1, MOST_ZONE_SEGMENTS / left);
  let wanted = Math.min(MOST_ZONE_SEGMENTS, left);
  const segments = labelled.filter((i) => {
    if (wasRead(site, i)) return true;
    const isTaken = random.unit() * left-- < wanted;
    if (isTaken) wanted--;
    return isTaken;
  });
  return {
    segments,
    weights: Float64Array.from(segments, (i) => weights[i]! / (wasRead(site, i) ? 1 : share)),
  };
}

/** Within a page by the root of their length, and all pages alike; 0 for what gold says nothing of, or has no word. */
function segmentWeights(site: LabelledSite): Float64Array {
  const weights = site.tokens.map((tokens) => (tokens === 0 ? 0 : Math.sqrt(tokens) + 0.2));
  for (let page = 0; page + 1 < site.pageStart.length; page++) {
    const ofPage = weights.subarray(site.pageStart[page], site.pageStart[page + 1]);
    const sum = ofPage.reduce((all, weight) => all + weight, 0);
    if (sum > 0) for (const [i, weight] of ofPage.entries()) ofPage[i] = weight / sum;
  }
  return weights.map((weight, i) => weight * trustIn(site, i));
}

function trustIn(site: LabelledSite, segment: number): number {
  const label = labelOf(site, segment);
  if (label === GoldLabel.ignored || label === UNLABELLED) return 0;
  if (wasRead(site, segment)) return READ_WEIGHT;
  return site.golds.lenient[segment] === GoldLabel.ignored ? DOUBTFUL_WEIGHT : 1;
}

function wasRead({ golds }: LabelledSite, segment: number): boolean {
  return golds.read[segment] !== UNLABELLED;
}

function labelOf(site: LabelledSite, segment: number): number {
  return wasRead(site, segment) ? site.golds.read[segment]! : site.golds.strict[segment]!;
}

/** Content and template of a site get much the same sum, and all sites do. */
function balance(site: LabelledSite, { segments, weights }: Choice): Choice {
  const sums = [0, 0];
  for (const [i, segment] of segments.entries()) sums[labelOf(site, segment)]! += weights[i]!;
  const shares = sums.map((sum) => (sum === 0 ? 0 : (sum / (sums[0]! + sums[1]!)) ** RARER_SIDE));
  const perWeight = sums.map((sum, side) => shares[side]! / sum / (shares[0]! + shares[1]!));
  return { segments, weights: weights.map((weight, i) => weight * perWeight[labelOf(site, segments[i]!)]!) };
}
