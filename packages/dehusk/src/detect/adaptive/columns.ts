/**
 * The words of code that is compiled twice: by us, and into the core, which has the same words for what lies in its
 * memory (`core/judged-columns.ts`). Such code holds no objects of its own, takes its columns from whoever calls it,
 * and says of each number whether it is whole: there, whole numbers are divided as such.
 */
import type { SeenSegments } from '../../page/segment-judge.ts';
import type { SegmentOutline } from '../../page/segment-outline.ts';
import { factCount } from './facts.ts';

/** Numbers of AssemblyScript: whole ones, and others. */
export type i32 = number;
export type f64 = number;
export type bool = boolean;

export type F64Column = Float64Array;
export type U32Column = Uint32Array;
export type U8Column = Uint8Array;
export type Weights = ArrayLike<number>;

/** The facts of some pieces, a row of `factCount` for each. */
export type Facts = Float32Array;

export function factOf(facts: Facts, piece: i32, fact: i32): number {
  return facts[piece * factCount + fact]!;
}

export function setFact(facts: Facts, piece: i32, fact: i32, value: number): void {
  facts[piece * factCount + fact] = value;
}

export type Outline = SegmentOutline;

export type Sightings = SeenSegments;

/** The elements of a page as runs of segments: see `regions.ts`. */
export interface Regions {
  count: number;
  /** The first segment of each, and the one behind its last. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The next larger region; −1 for the largest. */
  readonly parent: Int32Array;
  /** The innermost element that holds it all: its depth, and a row of the outline's places. */
  readonly depth: Uint16Array;
  readonly place: Uint16Array;
  /** For each segment the smallest region that holds it; −1 for the only segment of a page. */
  readonly leaf: Int32Array;
}

/**
 * Sums over the segments of a page: of its text, of what is new in it, and of both by region and place. A segment counts
 * by its characters, and one more: short ones must not vanish beside a paragraph.
 */
export interface PageSums {
  /** Running sums: entry `i` is about all segments before `i`. */
  readonly all: Float64Array;
  readonly fresh: Float64Array;
  /** Of what is new and no link. */
  readonly prose: Float64Array;
  readonly links: Float64Array;
  /** Of links as far as they lead to where many pages have links. */
  readonly knownLinks: Float64Array;
  /** All of it. */
  allProse: number;
  readonly places: PlaceSums;
}

/** By place. */
interface PlaceSums {
  /** Of the segments that stand in it. */
  readonly chars: Float64Array;
  readonly fresh: Float64Array;
  /** Of the regions of it: their text, the share of it that is new, and the most of the new prose in one. */
  readonly regionChars: Float64Array;
  readonly regionNewness: Float64Array;
  readonly regionProse: Float64Array;
}

/** A page, and how much of it was seen before. */
export interface SightedPage {
  readonly outline: Outline;
  readonly sightings: Sightings;
  /** How repeated each segment is, 0 … 1. */
  readonly repeated: Float64Array;
  /** The same of where its link leads. */
  readonly knownTargets: Float64Array;
  readonly regions: Regions;
  readonly sums: PageSums;
}

/** What is known of the places of one page. */
export interface SchemaView {
  /** By place: on what share of the other pages it stood, how much of its text was new, and by how many pages that is known. */
  readonly presence: Float64Array;
  readonly newness: Float64Array;
  readonly known: Float64Array;
  /** By region: how much of its text was new, what share of the new prose it held, and by how many pages that is known. */
  readonly regionNewness: Float64Array;
  readonly regionProse: Float64Array;
  readonly regionKnown: Float64Array;
}

/** Things that are the same for all pieces of a page, or looked up by segment. */
export interface Layout {
  /** From the main region, by this page and by those before it. */
  readonly steps: Uint8Array;
  readonly mixedSteps: Uint8Array;
  /** Room for a number of each region. */
  readonly shares: Float64Array;
  /** By segment. */
  readonly blockFrom: Uint32Array;
  readonly blockTo: Uint32Array;
  /** By place. */
  readonly segmentsAt: Uint32Array;
  /** How many segments before each are in buttons or labels, and of all. */
  readonly controls: Uint32Array;
}

/** How often 2 goes into a number from 1 on, again and again. */
export function wholeLogarithm(value: i32): i32 {
  return 31 - Math.clz32(value);
}

/** The same in every engine. */
export function powerOfTwo(exponent: number): number {
  return 2 ** exponent;
}
