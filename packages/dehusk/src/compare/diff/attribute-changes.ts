/**
 * Attributes of elements that are kept or moved. Of what readers see: where links lead, what pictures show, and the
 * words that attributes hold. With `all`, every attribute of every element, and what is in scripts and styles.
 */

import { rawContentTags, Tag, tagSet } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute, readAttributes, readRanges, TEXT } from '../../page/page.ts';
import { withoutNumbers } from './numbers.ts';
import type { AttributeChange, Sides } from './page-diff.ts';

const shownNames: ReadonlySet<string> = new Set([
  ...['href', 'src', 'poster', 'data', 'alt', 'title', 'placeholder', 'value', 'label', 'aria-label'],
]);

/** Elements that load something or hold data, wherever they stand. */
const unseenTags = tagSet(
  ...(['script', 'style', 'link', 'meta', 'base', 'noscript', 'template', 'param', 'track'] as const),
);

/** The name under which the content of a script or style is told. */
const contentName = '#content';

export interface AttributeOptions {
  readonly all: boolean;
  readonly ignoreNumbers: boolean;
}

export interface ComparedAttributes {
  readonly changes: readonly AttributeChange[];
  /** How many differ in numbers only, and are not told. */
  readonly numbers: number;
}

const nothing: ComparedAttributes = { changes: [], numbers: 0 };

export function compareAttributes(
  pages: Sides<Page>,
  node: Sides<number>,
  { all, ignoreNumbers }: AttributeOptions,
): ComparedAttributes {
  if (pages.new.tag[node.new] === TEXT) return nothing;
  if (!all && !(isSeen(pages.old, node.old) && isSeen(pages.new, node.new))) return nothing;
  const before = readCompared(pages.old, node.old, all);
  const after = readCompared(pages.new, node.new, all);
  if (before.size === 0 && after.size === 0) return nothing;
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, old: before.get(name), new: after.get(name) }))
    .filter((change) => change.old !== change.new);
  const changes = ignoreNumbers ? differing.filter((change) => !isOfNumbers(change)) : differing;
  return { changes, numbers: differing.length - changes.length };
}

function isSeen(page: Page, element: number): boolean {
  // The parent's: an `iframe` or `select` is seen, though what is in it is not text of the page.
  const isInside = element > 0 && (page.flags[page.parent[element]!]! & NodeFlag.hidden) !== 0;
  if (isInside || unseenTags[page.tag[element]!] === 1) return false;
  return page.tag[element] !== Tag.input || readAttribute(page, element, 'type')?.toLowerCase() !== 'hidden';
}

function readCompared(page: Page, element: number, all: boolean): ReadonlyMap<string, string> {
  const compared = new Map<string, string>();
  for (const [name, value] of page.start[element] === page.end[element] ? [] : readAttributes(page, element))
    if (all || shownNames.has(name)) compared.set(name, value);
  if (all && rawContentTags[page.tag[element]!] === 1)
    compared.set(contentName, readRanges(page, page.rawContent, element));
  return compared;
}

function isOfNumbers({ old: before, new: after }: AttributeChange): boolean {
  return before !== undefined && after !== undefined && withoutNumbers(before) === withoutNumbers(after);
}

/** Code points of the longer value of each. */
export function attributeChars(changes: readonly AttributeChange[]): number {
  return changes.reduce(
    (sum, change) => sum + Math.max(codePoints(change.old ?? ''), codePoints(change.new ?? '')),
    0,
  );
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
