/** A site as the fit needs it: its segments with their terms in both modes, and what the golds say of them. */
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
import { type GoldLabels, type GoldName, siteGold } from '../corpus/gold.ts';
import { byGold } from '../results/site-result.ts';
import { loadSite } from '../run/evaluate.ts';
import type { LabelledPage } from '../score/blocks.ts';
import { tokensOf } from '../score/tokens.ts';

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
  return outlines.map(({ hashLow }, page) => {
    const sightings = memory.sightings(hashLow, page);
    memory.learn(hashLow, page);
    return sightings;
  });
}

/** Every page was learned, so what it has taught itself is taken off. */
function twoPassSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting: false });
  for (const [page, { hashLow }] of outlines.entries()) memory.learn(hashLow, page);
  return outlines.map(({ hashLow }, page) => memory.sightings(hashLow, page));
}
