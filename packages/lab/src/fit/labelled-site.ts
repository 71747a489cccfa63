/** A site as the fit needs it: its segments with their terms, what the golds say of them, and how much each counts. */
import type { Page } from 'dehusk';
import {
  adaptiveDefaults,
  type Outline,
  outlineOf,
  readNormalText,
  type Sightings,
  SiteMemory,
  segmentTerms,
  termNames,
} from 'dehusk/parts';
import { type CorpusSite, type GroupName, groupOf } from '../corpus/corpus.ts';
import { GoldLabel, type GoldLabels, type GoldName, siteGold } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import { loadSite } from '../run/evaluate.ts';
import type { LabelledPage } from '../score/blocks.ts';
import { tokensOf } from '../score/tokens.ts';
import { createRandom } from '../synthetic/random.ts';
import type { Observations } from './logistic.ts';

/** Beside the labels of gold: the page is not covered by it. */
export const UNLABELLED = 255;

/** Columns of as many entries as the site has segments, page after page. */
export interface LabelledSite {
  readonly name: string;
  readonly group: GroupName;
  /** The first segment of each page; one entry more than there are pages. */
  readonly pageStart: Uint32Array;
  readonly tokens: Float64Array;
  readonly golds: Readonly<Record<GoldName, Uint8Array>>;
  /** A row of terms for each segment. */
  readonly terms: Readonly<Record<ModeName, Float32Array>>;
  /** The pages with the read gold, by their number. */
  readonly readPages: ReadonlyMap<number, LabelledPage>;
}

export function labelSite(site: CorpusSite): LabelledSite {
  const { pages } = loadSite(site);
  const { labels } = siteGold(site, pages);
  const pageStart = startsOf(pages);
  const readPages = labels.read.flatMap((known, i) =>
    known === undefined ? [] : [[i, { page: pages[i]!, labels: known }] as const],
  );
  return {
    name: site.name,
    group: groupOf(site.name),
    pageStart,
    tokens: Float64Array.from(pages.flatMap(tokenCounts)),
    golds: byGold((gold) => joinLabels(labels[gold], pageStart)),
    terms: siteTerms(pages.map(outlineOf), pageStart),
    readPages: new Map(readPages),
  };
}

function startsOf(pages: readonly Page[]): Uint32Array {
  const starts = new Uint32Array(pages.length + 1);
  for (const [i, { segments }] of pages.entries()) starts[i + 1] = starts[i]! + segments.length;
  return starts;
}

function tokenCounts(page: Page): readonly number[] {
  return Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)).length);
}

function joinLabels(labels: readonly (GoldLabels | undefined)[], pageStart: Uint32Array): Uint8Array {
  const joined = new Uint8Array(pageStart.at(-1)!).fill(UNLABELLED);
  for (const [i, known] of labels.entries()) if (known !== undefined) joined.set(known, pageStart[i]);
  return joined;
}

function siteTerms(outlines: readonly Outline[], pageStart: Uint32Array): LabelledSite['terms'] {
  const sightings = siteSightings(outlines);
  const termsIn = (mode: ModeName): Float32Array => {
    const terms = new Float32Array(pageStart.at(-1)! * termNames.length);
    for (const [i, outline] of outlines.entries())
      terms.set(segmentTerms(outline, sightings[mode][i]!), pageStart[i]! * termNames.length);
    return terms;
  };
  return { stream: termsIn('stream'), 'two-pass': termsIn('two-pass') };
}

// On how many other pages the segments of a site's pages stood, in the two ways in which the method is used.

/** Pages judged as they come, or all of them learned first. */
export const modeNames = ['stream', 'two-pass'] as const;
export type ModeName = (typeof modeNames)[number];

/** In the order of the pages. */
function siteSightings(outlines: readonly Outline[]): Readonly<Record<ModeName, readonly Sightings[]>> {
  return { stream: streamSightings(outlines), 'two-pass': twoPassSightings(outlines) };
}

/** Each page is asked about before it is learned. */
function streamSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const memory = new SiteMemory(adaptiveDefaults);
  return outlines.map(({ hashes }, page) => {
    const sightings = memory.sightings(hashes, page);
    memory.learn(hashes, page);
    return sightings;
  });
}

/** Every page was learned, so what it has taught itself is taken off. */
function twoPassSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting: false });
  for (const [page, { hashes }] of outlines.entries()) memory.learn(hashes, page);
  return outlines.map(({ hashes }, page) => memory.sightings(hashes, page));
}

// The segments of a site that the weights are fitted to, with how much each counts. The read gold is what a user would
// say, but of a few pages only; the zone gold has all pages, and fills in where nobody has read.

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
