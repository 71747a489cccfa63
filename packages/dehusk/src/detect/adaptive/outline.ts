/**
 * What the method looks at, and nothing else: a page as the row of its segments, each with a few facts. It is small
 * enough to be kept where a page is not, so that a verdict can be made again long after the page is gone.
 *
 * It depends on the page and on the key of its hashes alone. What is new on the page, and where its main region is,
 * only the memory of the site can tell (`evidence.ts`).
 */

import { defaultSeparators, splitBlocks } from '../../page/blocks.ts';
import { TextScan } from '../../page/hash.ts';
import { type LinkBase, linkAddress, linkBaseOf } from '../../page/link-address.ts';
import { Attribute, Tag } from '../../page/names.ts';
import { attributeRow, firstUnit, heldPage, type Page, readText, readValue } from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import { hasLetterOrDigit, type OutlineRules, type Places } from '../../page/segment-outline.ts';
import type { Outline } from './columns.ts';
import { SegmentFlag } from './facts.ts';
import { hashLetters, LEAST_LETTERS, lineBorders, MOST_CHARS } from './line-letters.ts';
import { MOST_PLACES, PLACE_STEPS, PlaceRows, placeMarks, wideHash } from './places.ts';

const noPlaces: Places = { paths: new Float64Array(), marks: new Uint32Array() };

export function createOutline(count: number, places: Places): Outline {
  return {
    count,
    hashes: new Float64Array(count),
    chars: new Uint32Array(count),
    joint: new Uint16Array(count),
    flags: new Uint8Array(count),
    letters: new Float64Array(count),
    targets: new Float64Array(count),
    place: new Uint16Array(count),
    jointPlace: new Uint16Array(count),
    places,
  };
}

/** By whoever still has the page, or by going over it. */
export function outlineOf(page: Page): Outline {
  return heldPage(page)?.outlineSegments(outlineRules) ?? outlineByNodes(page);
}

/** The same of any page. */
function outlineByNodes(page: Page): Outline {
  const rows = new PlaceRows(page);
  const outline = createOutline(page.segments.length, noPlaces);
  identify(page, outline, rows);
  markBlocks(page, outline);
  markLines(page, outline);
  markLinks(page, outline);
  return { ...outline, places: rows.take() };
}

function identify(page: Page, outline: Outline, rows: PlaceRows): void {
  const { segments, parent, depth, pathHashHigh, pathHashLow, textHashHigh, textHashLow } = page;
  const { hashes, chars, joint, flags, place, jointPlace } = outline;
  let previous = 0;
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    const high = pathStepHigh(pathHashHigh[node]!, textHashHigh[node]!);
    hashes[i] = wideHash(high, pathStepLow(pathHashLow[node]!, textHashLow[node]!, high));
    chars[i] = page.chars[node]!;
    // Long texts have words; only short ones may be a bar or an arrow.
    if (chars[i]! > LONGEST_SIGN || hasLetterOrDigit(readText(page, node))) flags[i]! |= SegmentFlag.word;
    // Nodes are numbered in document order, so what began before the previous segment and is still open holds both.
    let above = parent[node]!;
    place[i] = rows.of(above);
    while (above > previous) above = parent[above]!;
    joint[i] = depth[above]!;
    jointPlace[i] = rows.of(above);
    previous = node;
  }
}

/** Longer texts of nothing but signs are so rare that they may count as words. */
const LONGEST_SIGN = 3;

function markBlocks(page: Page, { flags }: Outline): void {
  const { count, start } = splitBlocks(page);
  for (let block = 0; block < count; block++) flags[start[block]!]! |= SegmentFlag.blockStart;
}

function markLines(page: Page, { flags, letters }: Outline): void {
  const { count, start } = splitBlocks(page, lineBorders);
  for (let line = 0; line < count; line++) {
    const from = start[line]!;
    flags[from]! |= SegmentFlag.lineStart;
    letters[from] = hashLetters(page, from, start[line + 1]!);
  }
}

const linkTag = Tag.a;
const addressName = Attribute.href;

function markLinks(page: Page, { flags, targets }: Outline): void {
  const { segments, tag, subtreeEnd } = page;
  const addresses = new HashedAddresses(page);
  let node = 0;
  let end = 0;
  let mark = 0;
  let start = 0;
  let target = 0;
  for (let i = 0; i < segments.length; i++) {
    for (const segment = segments[i]!; node < segment; node++) {
      // Scripts and misnested tables put links into links; the outer one lasts longer.
      if (tag[node] !== linkTag || node < end) continue;
      end = subtreeEnd[node]!;
      const row = attributeRow(page, node, addressName);
      mark = SegmentFlag.link | (leadsWithinPage(page, row) ? SegmentFlag.withinPage : 0);
      start = SegmentFlag.linkStart;
      target = row === -1 ? 0 : addresses.hashOf(readValue(page, row));
    }
    if (node >= end) continue;
    flags[i]! |= mark | start;
    targets[i] = target;
    start = 0;
  }
}

/** `row`: of its address; −1 if it has none. */
function leadsWithinPage(page: Page, row: number): boolean {
  if (row === -1) return false;
  const unit = firstUnit(page, row);
  // Neither white space nor a character reference, nor anything that asks for a closer look.
  if (unit > 0x20 && unit < 0x7f && unit !== 0x26) return unit === 0x23;
  return readValue(page, row).trimStart().startsWith('#');
}

/** Where the links of a page lead, as 48 bits. */
class HashedAddresses {
  readonly #base: LinkBase;
  readonly #scan: TextScan;

  constructor(page: Page) {
    this.#base = linkBaseOf(page);
    this.#scan = new TextScan(page.hashKey);
  }

  /** 0 for one of nothing: a page whose address nobody knows. */
  hashOf(href: string): number {
    const address = linkAddress(href, this.#base);
    this.#scan.scan(address, 0, address.length, false);
    return this.#scan.chars === 0 ? 0 : wideHash(this.#scan.hashHigh, this.#scan.hashLow);
  }
}

const outlineRules: OutlineRules = {
  ...SegmentFlag,
  marks: placeMarks,
  blockTags: defaultSeparators,
  lineTags: lineBorders,
  linkTag,
  addressName,
  longestSign: LONGEST_SIGN,
  leastLetters: LEAST_LETTERS,
  mostChars: MOST_CHARS,
  placeSteps: PLACE_STEPS,
  mostPlaces: MOST_PLACES,
};
