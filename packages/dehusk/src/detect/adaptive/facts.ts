/**
 * What is known of a piece, by the numbers of its columns, and the bits that tell what stands around its texts. The core
 * is compiled from this file too: lists of numbers and nothing else.
 */
import type { f64, i32 } from './columns.ts';

/** Of a segment. */
export const SegmentFlag = {
  /** Inside an `a`. */
  link: 1,
  /** Inside an `a` that leads to a place of the same page. */
  withinPage: 2,
  /** The first of its block. */
  blockStart: 4,
  /** The first of its line: a block border or a `br` stands before it. */
  lineStart: 8,
  /** The first of its link. */
  linkStart: 16,
  /** It has a letter or a digit. */
  word: 32,
} as const;

/** What elements around a segment say of it; of those inside others all count. */
export const Mark = {
  nav: 1,
  aside: 2,
  header: 4,
  footer: 8,
  main: 16,
  article: 32,
  /** By the attribute `hidden` or `aria-hidden`, in its `style`, or a dialog. */
  hidden: 64,
  itemprop: 128,
  heading: 256,
  title: 512,
  item: 1024,
  cell: 2048,
  preformatted: 4096,
  control: 8192,
  form: 16_384,
  time: 32_768,
  figure: 65_536,
  paragraph: 131_072,
} as const;

/** The number of each column that is not a mark; constants, because rows are written in the innermost loop. */
export const Fact = {
  seen: 0,
  repeated: 1,
  share: 2,
  link: 3,
  blockLink: 4,
  within: 5,
  chars: 6,
  blockNew: 7,
  new1: 8,
  new2: 9,
  new3: 10,
  steps: 11,
  mixedSteps: 12,
  pages: 13,
  presence: 14,
  newness: 15,
  known: 16,
  usualNew1: 17,
  usualNew2: 18,
  usualNew3: 19,
  usualProse1: 20,
  usualProse2: 21,
  usualProse3: 22,
  repeatedAfter: 23,
  position: 24,
  alike: 25,
  placeShare: 26,
  link1: 27,
  link2: 28,
  size1: 29,
  prose1: 30,
  prose2: 31,
  pageRepeated: 32,
  pageLinks: 33,
  shareHere: 34,
  control1: 35,
  control2: 36,
  knownLinks3: 37,
  /** Not evidence of the page but what the judge of first pages makes of it: `judges.ts` writes it. */
  alone: 38,
} as const;

/** Behind the last fact there is a column for each mark, 1 where it is. */
export const MARKS_FROM: i32 = Fact.alone + 1;
export const MARKS: i32 = 18;
export const factCount: i32 = MARKS_FROM + MARKS;

/** On two pages of five and more a segment is wholly repeated: menus of a section need not be on every page. */
export const WHOLLY_REPEATED_SHARE: f64 = 0.4;
/** Less repeated than that a text counts as new. */
export const NEW_BELOW: f64 = 0.5;
/** The share of pages from which on a text is not new. */
export const REPEATED_SHARE: f64 = WHOLLY_REPEATED_SHARE * NEW_BELOW;

/** What nothing is known of. */
export const UNKNOWN: f64 = -1;
