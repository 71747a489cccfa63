/** Where segments stand: the last steps to them, and what the elements around them say. */

import {
  byPattern,
  byValue,
  createMarkRules,
  ElementMarker,
  type MarkRules,
  whenPresent,
} from '../../page/element-marks.ts';
import { type Hasher, hasherFor } from '../../page/hash.ts';
import { Tag } from '../../page/names.ts';
import type { Page } from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import type { Places } from '../../page/segment-outline.ts';
import { Mark } from './facts.ts';

/** 48 of 64 bits: as much as a number holds with room to spare, so that no site has two segments of one hash. */
export function wideHash(high: number, low: number): number {
  return (high & 0xffff) * 2 ** 32 + low;
}

/** By node. */
interface Elements {
  readonly parent: Int32Array;
  /** Of its tag and its classes. */
  readonly stepHigh: Uint32Array;
  readonly stepLow: Uint32Array;
  readonly marks: Uint32Array;
}

const markByTag = new Map<number, number>([
  [Tag.nav, Mark.nav],
  [Tag.aside, Mark.aside],
  [Tag.header, Mark.header],
  [Tag.footer, Mark.footer],
  [Tag.main, Mark.main],
  [Tag.article, Mark.article],
  [Tag.dialog, Mark.hidden],
  [Tag.h1, Mark.heading | Mark.title],
  ...[Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6].map((tag) => [tag, Mark.heading] as const),
  ...[Tag.li, Tag.dt, Tag.dd].map((tag) => [tag, Mark.item] as const),
  ...[Tag.td, Tag.th].map((tag) => [tag, Mark.cell] as const),
  [Tag.pre, Mark.preformatted],
  ...[Tag.button, Tag.label, Tag.legend].map((tag) => [tag, Mark.control] as const),
  [Tag.form, Mark.form],
  [Tag.time, Mark.time],
  [Tag.figure, Mark.figure],
  ...[Tag.p, Tag.blockquote].map((tag) => [tag, Mark.paragraph] as const),
]);

/** Landmarks of WAI-ARIA that are no element, and what is on no page until it is asked for. */
const markOfRole: Readonly<Record<string, number>> = {
  navigation: Mark.nav,
  menu: Mark.nav,
  menubar: Mark.nav,
  menuitem: Mark.nav,
  tablist: Mark.nav,
  complementary: Mark.aside,
  banner: Mark.header,
  contentinfo: Mark.footer,
  main: Mark.main,
  article: Mark.article,
  search: Mark.form,
  button: Mark.control,
  dialog: Mark.hidden,
  alertdialog: Mark.hidden,
  tooltip: Mark.hidden,
};

const invisible = /display\s*:\s*none|visibility\s*:\s*hidden/i;

export const placeMarks: MarkRules = createMarkRules({
  tags: markByTag,
  attributes: [
    byValue('role', markOfRole, (value) => value.trim()),
    whenPresent('hidden', Mark.hidden),
    byValue('aria-hidden', { true: Mark.hidden }),
    byPattern('style', invisible, { bits: Mark.hidden, hints: ['none', 'hidden'] }),
    whenPresent('itemprop', Mark.itemprop),
  ],
});

/** Of those that hold text; a third of a page's elements or so. */
function elementsOf(page: Page): Elements {
  const { nodeCount, tag, parent, classList } = page;
  const tagHashes = hasherFor(page.hashKey).tagHashes(page.tags);
  const classHashes = new ClassHashes(page);
  const holdsText = textHolders(page);
  const stepHigh = new Uint32Array(nodeCount);
  const stepLow = new Uint32Array(nodeCount);
  const marks = new Uint32Array(nodeCount);
  const marker = new ElementMarker(page, placeMarks);
  for (let node = 0; node < nodeCount; node++) {
    if (holdsText[node] === 0) continue;
    const up = parent[node]!;
    const list = classHashes.of(classList[node]!);
    const high = pathStepHigh(tagHashes.high[tag[node]!]!, classHashes.high[list]!);
    stepHigh[node] = high;
    stepLow[node] = pathStepLow(tagHashes.low[tag[node]!]!, classHashes.low[list]!, high);
    marks[node] = (up < 0 ? 0 : marks[up]!) | marker.of(node);
  }
  return { parent, stepHigh, stepLow, marks };
}

function textHolders({ nodeCount, segments, parent }: Page): Uint8Array {
  const holds = new Uint8Array(nodeCount);
  for (let i = 0; i < segments.length; i++)
    for (let node = parent[segments[i]!]!; node >= 0 && holds[node] === 0; node = parent[node]!)
      holds[node] = 1;
  return holds;
}

/** Fewer mix what stands apart, more know an article with a class of its own on no other page. */
export const PLACE_STEPS = 3;

/** By row of `classLists`. Numbers in class names are those of the page, of a column, of a post: they count as one. */
class ClassHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly #isHashed: Uint8Array;
  readonly #classLists: Page['classLists'];
  readonly #hasher: Hasher;

  constructor({ classLists, hashKey }: Page) {
    this.high = new Uint32Array(classLists.length);
    this.low = new Uint32Array(classLists.length);
    this.#isHashed = new Uint8Array(classLists.length);
    this.#classLists = classLists;
    this.#hasher = hasherFor(hashKey);
  }

  /** The row, when its hash is there. */
  of(row: number): number {
    if (this.#isHashed[row] === 1) return row;
    this.#isHashed[row] = 1;
    const list = this.#classLists[row]!;
    if (list.length === 0) return row;
    const { high, low } = this.#hasher.namesHash(list);
    this.high[row] = high;
    this.low[row] = low;
    return row;
  }
}

/** A page of that many places has no design. */
export const MOST_PLACES: number = 2 ** 16 - 1;

/** The places of a page, in the order in which they are met. */
export class PlaceRows {
  readonly #elements: Elements;
  readonly #rowOfNode: Int32Array;
  readonly #rowByKey = new Map<number, number>();
  readonly #paths: number[] = [];
  readonly #marks: number[] = [];

  constructor(page: Page) {
    const elements = elementsOf(page);
    this.#elements = elements;
    this.#rowOfNode = new Int32Array(elements.marks.length).fill(-1);
  }

  take(): Places {
    return { paths: Float64Array.from(this.#paths), marks: Uint32Array.from(this.#marks) };
  }

  of(node: number): number {
    const known = this.#rowOfNode[node]!;
    if (known >= 0) return known;
    const { parent, stepHigh, stepLow, marks } = this.#elements;
    let high = stepHigh[node]!;
    let low = stepLow[node]!;
    for (let above = parent[node]!, steps = 1; above >= 0 && steps < PLACE_STEPS; steps++) {
      high = pathStepHigh(high, stepHigh[above]!);
      low = pathStepLow(low, stepLow[above]!, high);
      above = parent[above]!;
    }
    // Marks have 18 bits: together with the lower half of the path they tell places of a page apart.
    const key = marks[node]! * 2 ** 32 + low;
    let row = this.#rowByKey.get(key);
    if (row === undefined) {
      row = Math.min(this.#paths.length, MOST_PLACES - 1);
      this.#paths[row] = wideHash(high, low);
      this.#marks[row] = marks[node]!;
      this.#rowByKey.set(key, row);
    }
    this.#rowOfNode[node] = row;
    return row;
  }
}
