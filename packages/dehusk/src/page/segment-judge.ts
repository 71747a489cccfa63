/**
 * How the segments of a page are judged by the core, in columns of its own. What the columns mean is up to the
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

/** On how many other pages the segments of a page stood: faded counts, so they need not be whole. */
export interface SeenSegments {
  /** Of `pages`, for each segment. */
  readonly seen: Float64Array;
  /** And where their links lead: on how many of them other links led there. */
  readonly targets: Float64Array;
  readonly pages: number;
}

export type SightSegments = (outline: SegmentOutline, seen: SeenSegments) => SightedSegments | undefined;

let sight: SightSegments = () => undefined;

/** From now on segments are looked at so: by whoever has a core. Who has none need not carry what loads it. */
export function lookAtSegmentsBy(better: SightSegments): void {
  sight = better;
}

/** Looks at segments to judge them, faster than we can; undefined where there is no core, or no room for so many. */
export const sightSegments: SightSegments = (...given) => sight(...given);

/** All columns are of use until others are looked at. */
export interface SightedSegments {
  readonly regions: { readonly count: number; readonly place: Uint16Array };
  readonly sums: { readonly places: PlaceColumns };
  /** To be filled. */
  readonly view: ViewColumns;
  /** Once it is; undefined where there is no room for so many pieces. */
  judge(model: JudgeModel): JudgedSegments | undefined;
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
  /** By segment, once the log odds are what they shall be. */
  score(): Float64Array;
}
