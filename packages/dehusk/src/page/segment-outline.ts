/**
 * A page as the row of its segments, each with a few facts: what a method may look at and nothing else. The method says
 * how it is made (`detect/adaptive/outline.ts`); whoever has parsed the page can make the same one faster.
 */
import type { MarkRules } from './element-marks.ts';

/** Columns of as many entries as the page has segments, unless they say otherwise. */
export interface SegmentOutline {
  readonly count: number;
  /** Tag path and text, as 48 bits. */
  readonly hashes: Float64Array;
  readonly chars: Uint32Array;
  /**
   * Depth of the lowest element that holds the segment and the one before it. Between them these depths tell the tree
   * of the page as far as text is concerned: elements that hold the same segments are one.
   */
  readonly joint: Uint16Array;
  readonly flags: Uint8Array;
  /**
   * Of the first segment of a long line: its letters alone and the path of its block, as 48 bits; else 0. Counters, signs
   * that nobody sees, split words and tags inside do not make it another line.
   */
  readonly letters: Float64Array;
  /** Of a segment in a link: where that leads (`link-address.ts`), as 48 bits; else 0. */
  readonly targets: Float64Array;
  /** Where the segment stands: a row of `places`. */
  readonly place: Uint16Array;
  /** That lowest element: a row of `places`. */
  readonly jointPlace: Uint16Array;
  readonly places: Places;
}

/** Elements with the same classes on their last three steps, and the same marks, are one place. */
export interface Places {
  /** The last three steps with their classes, as 48 bits. */
  readonly paths: Float64Array;
  readonly marks: Uint32Array;
}

/** What an outline is made by. */
export interface OutlineRules {
  /** The marks of places; an element has those of the elements around it, too. */
  readonly marks: MarkRules;
  /** Tags that begin and end blocks, and lines. */
  readonly blockTags: Uint8Array;
  readonly lineTags: Uint8Array;
  /** What is a link, and where its address stands. */
  readonly linkTag: number;
  readonly addressName: number;
  /** The bits of `flags`. */
  readonly link: number;
  readonly withinPage: number;
  readonly blockStart: number;
  readonly lineStart: number;
  readonly linkStart: number;
  readonly word: number;
  /** Longer texts have words. */
  readonly longestSign: number;
  /** Lines with fewer letters or more characters have no hash of their letters. */
  readonly leastLetters: number;
  readonly mostChars: number;
  /** Steps of a place, and how many places there may be. */
  readonly placeSteps: number;
  readonly mostPlaces: number;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

export function hasLetterOrDigit(text: string): boolean {
  return letterOrDigit.test(text);
}
