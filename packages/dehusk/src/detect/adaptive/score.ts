/**
 * How likely each piece of a page is template, by the evidence on it. Two judges speak: one that was fitted on sites of
 * which other pages are known, and one on single pages, each as the first of its site. On the first page the second
 * decides alone; with every page that is known the first has more to say, and from the fifth on it decides. What the
 * second says is a fact to the first on every page: a site whose memory misleads is still a page that looks like others.
 *
 * Each judge adds up log odds: of a few terms, and of small trees that ask three questions each. A sum of terms cannot
 * tell that a place which never says anything new is a menu beside the article and a label inside it; a tree can.
 * Trees alone lose on sites unlike all others, so they only correct the terms.
 *
 * Whoever holds a page works this out faster (`core-sight.ts`), from the same sources: `regions.ts`, `pieces.ts`,
 * `evidence.ts` and `judges.ts`, which say what is found, and nothing of where it is kept.
 */
import {
  type Facts,
  factOf,
  type Layout,
  type Outline,
  type PageSums,
  type Regions,
  type SchemaView,
  type SightedPage,
  type Sightings,
} from './columns.ts';
import { findRepeated, layOut, weighPieces } from './evidence.ts';
import { Fact, factCount, UNKNOWN } from './facts.ts';
import { earlyShare, finishAlone, finishKnown, scoreSegments, TERMS } from './judges.ts';
import { adaptiveModel } from './model.ts';
import { findPieces } from './pieces.ts';
import { recall } from './recall.ts';
import { addUpPage, findRegions } from './regions.ts';
import { sumTrees, type Trees } from './trees.ts';

/** What was fitted: `dehusk-lab fit` writes `model.ts`. */
export interface Model {
  /** Of sites of which other pages are known: a bias, a weight for each term, and trees. */
  readonly weights: readonly number[];
  readonly siteTrees: Trees;
  /** Of single pages. */
  readonly firstPageTrees: Trees;
}

export interface JudgedPieces {
  /** The first segment of each piece, and the number of segments. */
  readonly pieces: Uint32Array;
  /** The longest segment of each piece, by which it is known. */
  readonly mains: Uint32Array;
  /** By piece: what this page says, */
  readonly own: Float64Array;
  /** and together with what the pages before said of the same thing. */
  readonly logOdds: Float64Array;
  /** By segment; those of one piece are the same. */
  readonly scores: Float64Array;
  /** What it rests on, a row of `factCount` numbers for each piece: of whoever keeps it. */
  readonly rows?: Facts;
}

export type WeighedPieces = JudgedPieces & { readonly rows: Facts };

/** The log odds that were found for a segment on the pages before, by its number; undefined if there are none. */
export type Said = (segment: number) => number | undefined;

/** A page of which it is known how much was seen before, and no more. */
export interface PageSight {
  readonly page: LaidOutPage;
  /** Where the site says how the places of the page behave. Nothing is known of any before. */
  readonly view: SchemaView;
  /** Once the view is filled. What is found may be written over when another page is looked at. */
  judge(said: Said, model?: Model): JudgedPieces;
}

/** What the site learns of a page. */
export interface LaidOutPage {
  readonly outline: Outline;
  readonly sightings: Sightings;
  readonly regions: Pick<Regions, 'count' | 'place'>;
  readonly sums: Pick<PageSums, 'places'>;
}

export type SightPage<Sight extends PageSight = PageSight> = (
  outline: Outline,
  sightings: Sightings,
) => Sight;

/** What we find by ourselves, with all that it rests on. */
export interface OwnSight extends PageSight {
  judge(said: Said, model?: Model): WeighedPieces;
}

export const sightPage: SightPage<OwnSight> = (outline, sightings) => {
  const { count } = outline;
  const repeated = new Float64Array(count);
  const regions = regionsOf(outline);
  const knownTargets = new Float64Array(count);
  findRepeated(sightings.seen, sightings.pages, count, repeated);
  findRepeated(sightings.targets, sightings.pages, count, knownTargets);
  const sums = sumsOf(outline, regions, repeated, knownTargets);
  const page = { outline, sightings, repeated, knownTargets, regions, sums };
  const view = createView(outline.places.marks.length, regions.count);
  const judge = (said: Said, model: Model = adaptiveModel): WeighedPieces => {
    const { pieces, rows, mains } = evidenceOf(page, view);
    const own = judgePieces(rows, model);
    const logOdds = own.slice();
    recall(logOdds, mains, (piece) => factOf(rows, piece, Fact.share), sightings, said);
    const scores = new Float64Array(count);
    scoreSegments(pieces, mains.length, logOdds, scores);
    return { pieces, rows, mains, own, logOdds, scores };
  };
  return { page, view, judge };
};

export function regionsOf(outline: Outline): Regions {
  const { count } = outline;
  // There are fewer: each but the largest is joined to another one or to a segment.
  const regions = {
    count: 0,
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    parent: new Int32Array(count),
    depth: new Uint16Array(count),
    place: new Uint16Array(count),
    leaf: new Int32Array(count),
  };
  findRegions(outline, regions);
  return regions;
}

export function sumsOf(
  outline: Outline,
  regions: Regions,
  repeated: Float64Array,
  knownTargets: Float64Array,
): PageSums {
  const bySegment = (): Float64Array => new Float64Array(outline.count + 1);
  const byPlace = (): Float64Array => new Float64Array(outline.places.marks.length);
  const sums = {
    all: bySegment(),
    fresh: bySegment(),
    prose: bySegment(),
    links: bySegment(),
    knownLinks: bySegment(),
    allProse: 0,
    places: {
      chars: byPlace(),
      fresh: byPlace(),
      regionChars: byPlace(),
      regionNewness: byPlace(),
      regionProse: byPlace(),
    },
  };
  addUpPage(outline, regions, repeated, knownTargets, sums);
  return sums;
}

function createView(places: number, regions: number): SchemaView {
  const unknown = (count: number): Float64Array => new Float64Array(count).fill(UNKNOWN);
  return {
    presence: unknown(places),
    newness: unknown(places),
    known: new Float64Array(places),
    regionNewness: unknown(regions),
    regionProse: unknown(regions),
    regionKnown: new Float64Array(regions),
  };
}

/** The rows of one page after the other: they are the largest thing that judging a page makes. */
let lentRows = new Float32Array();

function lendRows(length: number): Facts {
  if (lentRows.length < length) lentRows = new Float32Array(2 * length);
  return lentRows.subarray(0, length).fill(0);
}

type Evidence = Pick<WeighedPieces, 'pieces' | 'rows' | 'mains'>;

function evidenceOf(page: SightedPage, view: SchemaView): Evidence {
  const { outline, repeated, regions } = page;
  const starts = new Uint32Array(outline.count + 1);
  const count = findPieces(outline, repeated, view, starts);
  const layout: Layout = {
    steps: new Uint8Array(outline.count),
    mixedSteps: new Uint8Array(outline.count),
    shares: new Float64Array(regions.count),
    blockFrom: new Uint32Array(outline.count),
    blockTo: new Uint32Array(outline.count),
    segmentsAt: new Uint32Array(outline.places.marks.length),
    controls: new Uint32Array(outline.count + 1),
  };
  layOut(page, view, layout);
  const rows = lendRows(count * factCount);
  const mains = new Uint32Array(count);
  weighPieces(page, view, layout, starts, count, rows, mains);
  return { pieces: starts.slice(0, count + 1), rows, mains };
}

const terms = new Float64Array(TERMS);

/** The log odds of each piece, by the evidence alone; what the judge of first pages says is written to the rows. */
export function judgePieces(rows: Facts, { weights, siteTrees, firstPageTrees }: Model): Float64Array {
  if (rows.length === 0) return new Float64Array();
  const alone = judgeAlone(rows, firstPageTrees);
  if (earlyShare(rows) === 1) return alone;
  const known = sumTrees(siteTrees, rows, factCount);
  finishKnown(rows, known.length, weights, alone, known, terms);
  return known;
}

/** What the judge of first pages says of each piece; in the rows it is a fact for the other judge. */
export function judgeAlone(rows: Facts, trees: Trees): Float64Array {
  const logOdds = sumTrees(trees, rows, factCount);
  finishAlone(rows, logOdds.length, logOdds);
  return logOdds;
}
