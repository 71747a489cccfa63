/**
 * What of a page takes part in a comparison: texts and things that a reader can see, without the subtrees that are left
 * out, and texts without their numbers where these do not count.
 */

import { TextScan } from '../../page/hash.ts';
import { Tag, tagSet } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute, readNormalText, TEXT } from '../../page/page.ts';
import { createSelector } from '../../page/select.ts';

/** Texts that a reader sees, and things that show without a text. */
export interface ShownNodes {
  /** Per node: code points of its text, 0 for what nobody sees. */
  readonly chars: Int32Array;
  /** Per node: 1 for an element that shows by itself. */
  readonly thing: Uint8Array;
}

/** Pictures, other media, and controls of forms. */
const thingTags = tagSet(
  ...(['img', 'video', 'audio', 'canvas', 'svg', 'iframe', 'embed', 'object', 'applet'] as const),
  ...(['input', 'button', 'select', 'textarea', 'meter', 'progress'] as const),
);
/** A link shows where it has words or a picture, and often where it has neither: icons come from style. */
const linkTags = tagSet('a', 'area');

/** `all`: every text and every element counts, seen or not; but nothing that is ignored. */
export function findShown(page: Page, ignored: Uint8Array, all: boolean): ShownNodes {
  const shown = { chars: new Int32Array(page.nodeCount), thing: new Uint8Array(page.nodeCount) };
  for (let node = 1; node < page.nodeCount; node++) {
    if (ignored[node] === 1) continue;
    if (page.tag[node] === TEXT) shown.chars[node] = all || isReadable(page, node) ? page.chars[node]! : 0;
    else shown.thing[node] = all || isThing(page, node) ? 1 : 0;
  }
  return shown;
}

/** The title stands in the head, and is read all the same: it names the page everywhere. */
function isReadable(page: Page, text: number): boolean {
  return (page.flags[text]! & NodeFlag.hidden) === 0 || isTitle(page, page.parent[text]!);
}

function isTitle(page: Page, element: number): boolean {
  return page.tag[element] === Tag.title && page.tag[page.parent[element]!] === Tag.head;
}

function isThing(page: Page, element: number): boolean {
  const tag = page.tag[element]!;
  if ((page.flags[page.parent[element]!]! & NodeFlag.hidden) !== 0) return false;
  if (linkTags[tag] === 1) return readAttribute(page, element, 'href') !== undefined;
  if (tag === Tag.input) return readAttribute(page, element, 'type')?.toLowerCase() !== 'hidden';
  return thingTags[tag] === 1;
}

/** The address of what a thing shows or leads to; empty where it has none. */
export function thingAddress(page: Page, element: number): string {
  const name = linkTags[page.tag[element]!] === 1 ? 'href' : 'src';
  return readAttribute(page, element, name) ?? '';
}

/** Sums over subtrees of a column; parents come before their children, so backwards every subtree is complete. */
export function sumSubtrees(page: Page, column: ArrayLike<number>): Int32Array {
  const sums = Int32Array.from(column);
  for (let node = page.nodeCount - 1; node > 0; node--) sums[page.parent[node]!]! += sums[node]!;
  return sums;
}

/** The subtrees of a page that take no part in a comparison. */
export interface LeftOut {
  /** 1 for every node of the subtrees that are left out. */
  readonly mask: Uint8Array;
  readonly subtreeCount: number;
}

/** The root of the page stays: where a selector means it, everything below it goes. Throws SELECTOR_BAD. */
export function leaveOut(page: Page, selectors: readonly string[]): LeftOut {
  const mask = new Uint8Array(page.nodeCount);
  for (const selector of selectors) {
    for (const node of createSelector(selector)(page)) mask[node] = 1;
  }
  let subtreeCount = 0;
  for (let node = 1; node < page.nodeCount; ) {
    if (mask[0] === 0 && mask[node] === 0) {
      node++;
      continue;
    }
    mask.fill(1, node, page.subtreeEnd[node]!);
    node = page.subtreeEnd[node]!;
    subtreeCount++;
  }
  mask[0] = 0;
  return { mask, subtreeCount };
}

/**
 * A run of digits of any script, with the signs that group digits inside: `1,234`, `1.234,5`, `12 345` with a no-break
 * space. Names of months are no numbers.
 */
const number = /\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*/gu;

/** Counters and dates then make no change. */
export function withoutNumbers(text: string): string {
  return text.replace(number, '0');
}

/** The page with hashes of texts that are the same where texts differ in numbers only. */
export function numberBlind(page: Page): Page {
  const textHashHigh = page.textHashHigh.slice();
  const textHashLow = page.textHashLow.slice();
  // Any key does, as long as it is the same for both pages; this one the pages' authors do not know either.
  const scan = new TextScan([page.pathHashHigh[0]!, page.pathHashLow[0]!]);
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] !== TEXT) continue;
    const text = readNormalText(page, node);
    const blind = withoutNumbers(text);
    if (blind === text && !text.includes('0')) continue;
    scan.scan(blind, 0, blind.length, false);
    textHashHigh[node] = scan.hashHigh;
    textHashLow[node] = scan.hashLow;
  }
  return { ...page, textHashHigh, textHashLow };
}
