/** Which nodes of a page are marked in a view, and with what: attributes only, so that the layout stays. */

import { Tag, tagSet } from '../../page/names.ts';
import { type Page, TEXT, tagName } from '../../page/page.ts';
import { droppedTags } from '../../page/safe-markup.ts';
import { isForeign } from '../../page/serialise.ts';
import type { ChangeKind, PageDiff, Side, Sides } from './page-diff.ts';

export type Marks = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** Elements in which a text cannot be wrapped: they take no elements, or no inline ones. */
const closedTags = tagSet(
  ...(['title', 'textarea', 'select', 'optgroup', 'option', 'table', 'tbody', 'thead', 'tfoot'] as const),
  ...(['tr', 'colgroup', 'frameset', 'plaintext', 'xmp'] as const),
);

/** Whether a text can get an inline element of its own around it. */
export function canWrap(page: Page, text: number): boolean {
  const parent = page.parent[text]!;
  return closedTags[page.tag[parent]!] === 0 && !isForeign(page, parent);
}

interface Mark {
  readonly kind: ChangeKind | 'inside';
  readonly numbers: number[];
}

/** `origin`: the nodes of the two versions that the page's nodes are; −1 where they are not of that version. */
export function markChanges(diff: PageDiff, page: Page, origin: Partial<Sides<Int32Array>>): Marks {
  const marks = new Map<number, Mark>();
  const rootOf = { old: rootsOf(diff, 'old'), new: rootsOf(diff, 'new') };
  for (let node = 0; node < page.nodeCount; node++) {
    for (const side of ['old', 'new'] as const) {
      const numbers = rootOf[side].get(origin[side]?.[node] ?? -1) ?? [];
      for (const number of numbers) addMark(marks, page, { node, number, kind: diff.changes[number]!.kind });
    }
  }
  const attributes = new Map<number, Readonly<Record<string, string>>>();
  for (const [node, mark] of marks) attributes.set(node, attributesOf(mark, page.tag[node] === TEXT));
  return attributes;
}

/**
 * For a version by itself: where a change stood or stands that is on the other version only, as the nearest element
 * before it that both have. It shows nothing; the list of changes leads there.
 */
export function markPlaces({ pages, other, changes }: PageDiff, side: Side): Marks {
  const otherSide = side === 'old' ? 'new' : 'old';
  const there = pages[otherSide];
  const elementBefore = new Int32Array(there.nodeCount);
  for (let node = 1; node < there.nodeCount; node++) {
    const isCommon = there.tag[node] !== TEXT && other[otherSide][node] !== -1;
    elementBefore[node] = isCommon ? node : elementBefore[node - 1]!;
  }
  const places = new Map<number, number[]>();
  for (const [number, { node }] of changes.entries()) {
    if (node[side] !== -1) continue;
    const place = other[otherSide][elementBefore[node[otherSide]]!]!;
    append(places, place, number);
  }
  return new Map([...places].map(([place, numbers]) => [place, { 'data-dehusk-place': numbers.join(' ') }]));
}

/** The changes by their roots on one of the pages. */
function rootsOf({ changes }: PageDiff, side: Side): ReadonlyMap<number, readonly number[]> {
  const roots = new Map<number, number[]>();
  for (const [number, { node }] of changes.entries()) {
    if (node[side] !== -1) append(roots, node[side], number);
  }
  return roots;
}

function append(lists: Map<number, number[]>, key: number, item: number): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

/** What cannot be marked is told by the element around it. */
function addMark(
  marks: Map<number, Mark>,
  page: Page,
  { node, number, kind }: { readonly node: number; readonly number: number; readonly kind: ChangeKind },
): void {
  let at = node;
  while (at > 0 && !canMark(page, at)) at = page.parent[at]!;
  if (page.tag[at] === Tag.html || page.tag[at] === Tag.head) return;
  const known = marks.get(at);
  if (known === undefined) marks.set(at, { kind: at === node ? kind : 'inside', numbers: [number] });
  else known.numbers.push(number);
}

function canMark(page: Page, node: number): boolean {
  return page.tag[node] === TEXT ? canWrap(page, node) : !droppedTags.has(tagName(page, node));
}

const roles: Readonly<Partial<Record<Mark['kind'], string>>> = { added: 'insertion', removed: 'deletion' };

function attributesOf({ kind, numbers }: Mark, isText: boolean): Readonly<Record<string, string>> {
  const role = isText ? roles[kind] : undefined;
  return {
    'data-dehusk-diff': kind,
    'data-dehusk-change': numbers.join(' '),
    ...(role !== undefined && { role }),
  };
}
