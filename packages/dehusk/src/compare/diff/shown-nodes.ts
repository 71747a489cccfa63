/** What of a page a reader can see: texts, and things that show without a text. */

import { Tag, tagSet } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute, TEXT } from '../../page/page.ts';

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
