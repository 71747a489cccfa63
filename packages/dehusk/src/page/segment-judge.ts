/**
 * How the segments of a page are judged by whoever holds it, in columns of his own. What the columns mean is up to the
 * method (`detect/adaptive/columns.ts`), which also says how they are worked out.
 */
import type { SegmentOutline } from './segment-outline.ts';

/** Trees of three questions on a way, one after the other. */
export interface QuestionTrees {
  readonly count: number;
  /** Seven a tree: the column of a fact, and what it is compared with; first the root, then its two children … */
  readonly columns: Uint8Array;
  readonly limits: Float32Array;
  /** Eight a tree: log odds. */
  readonly leaves: Float32Array;
}

export interface JudgeModel {
  readonly weights: readonly number[];
  readonly siteTrees: QuestionTrees;
  readonly firstPageTrees: QuestionTrees;
}

/** All columns are of use until another page is looked at. */
export interface SegmentJudge {
  /** `seen`: how often each segment was seen on `pages` others. */
  sightSegments(outline: SegmentOutline, seen: Float64Array, pages: number): SightedSegments | undefined;
  /** Of the page that was looked at last, once the columns by which it is judged are filled. */
  judgeSegments(model: JudgeModel): JudgedSegments | undefined;
  /** By segment, once the log odds are what they shall be. */
  scoreSegments(): Float64Array | undefined;
}

export interface SightedSegments {
  readonly regions: { readonly count: number; readonly place: Uint16Array };
  readonly sums: { readonly places: PlaceColumns };
  /** To be filled. */
  readonly view: ViewColumns;
}

interface PlaceColumns {
  readonly chars: Float64Array;
  readonly fresh: Float64Array;
  readonly regionChars: Float64Array;
  readonly regionNewness: Float64Array;
  readonly regionProse: Float64Array;
}

interface ViewColumns {
  readonly presence: Float64Array;
  readonly newness: Float64Array;
  readonly known: Float64Array;
  readonly regionNewness: Float64Array;
  readonly regionProse: Float64Array;
  readonly regionKnown: Float64Array;
}

export interface JudgedSegments {
  readonly pieces: Uint32Array;
  readonly mains: Uint32Array;
  readonly own: Float64Array;
  readonly logOdds: Float64Array;
  /** On what share of the pages each piece stood. */
  readonly shares: Float32Array;
}
