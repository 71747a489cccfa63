/**
 * A version of the page, or both in one, as a document of its own with the changes marked. It runs nothing and loads
 * nothing: it is written by the safe rules, and without the elements that name other resources.
 */
import { Tag, tagSet } from '../../page/names.ts';
import { isForeign, NodeFlag, type Page, readText, TEXT, tagName } from '../../page/page.ts';
import { droppedTags, safeStyleSheet } from '../../page/safe-markup.ts';
import { serialise, type TextPiece } from '../../page/serialise.ts';
import { mergePages } from './merged-page.ts';
import { type ChangeKind, NodeState, type PageDiff, type Side, type Sides } from './page-diff.ts';
import { type PageResources, pictureAddress } from './page-resources.ts';
import { diffWords, sharedPart, type TextPart } from './word-diff.ts';

/** They load, or change where addresses lead; and what was removed must not style the page any more. */
const resourceTags = tagSet('link', 'base', 'meta');
const styleTags = tagSet('style');

/** The new version with what was removed at the place where it stood. */
export function mergedView(diff: PageDiff, resources?: Sides<PageResources>): string {
  const { old: oldPage } = diff.pages;
  const pairs = likeTexts(diff);
  const wants = (node: number): boolean => {
    const change = diff.changes[diff.change.old[node]!];
    if (change?.kind !== 'removed' || styleTags[oldPage.tag[node]!] === 1) return false;
    // Its words stand among those of the text that it gave way to.
    if (change.replacedBy !== undefined && pairs.has(change.replacedBy)) return false;
    // A text that cannot be marked would look like one of the new page.
    return change.node.old !== node || oldPage.tag[node] !== TEXT || canWrap(oldPage, node);
  };
  const { page, origin } = mergePages(diff, wants);
  // A kept node is marked as one of the new page.
  const own = { old: origin.old.map((node, i) => (origin.new[i] === -1 ? node : -1)), new: origin.new };
  const texts = new Map<number, readonly TextPiece[]>();
  for (let node = 0; node < page.nodeCount; node++) {
    const pair = pairs.get(diff.change.new[origin.new[node]!] ?? -1);
    if (pair !== undefined && pair.node.new === origin.new[node])
      texts.set(node, piecesOf(pair, ['removed', 'added']));
  }
  const values = new Map(
    sides.flatMap((side) => [...pictureValues(page, resources?.[side], (node) => own[side][node] !== -1)]),
  );
  const marks = markChanges(diff, page, own);
  return write(page, { marks, texts, values, sheet: resources?.new.style ?? '' }, resourceNodes(page));
}

/** One of the versions as it is. */
export function versionView(diff: PageDiff, side: Side, resources?: Sides<PageResources>): string {
  const page = diff.pages[side];
  const leftOut = resourceNodes(page);
  for (let node = 0; node < page.nodeCount; node++)
    if (diff.state[side][node] === NodeState.ignored) leftOut[node] = 1;
  const origin = { [side]: Int32Array.from(leftOut, (_, node) => node) };
  const marks = new Map(markPlaces(diff, side));
  for (const [node, mark] of markChanges(diff, page, origin))
    marks.set(node, { ...marks.get(node), ...mark });
  const texts = new Map<number, readonly TextPiece[]>();
  for (const pair of likeTexts(diff).values())
    texts.set(pair.node[side], piecesOf(pair, [side === 'old' ? 'removed' : 'added']));
  const values = pictureValues(page, resources?.[side], () => true);
  return write(page, { marks, texts, values, sheet: resources?.[side].style ?? '' }, leftOut);
}

function resourceNodes(page: Page): Uint8Array {
  return Uint8Array.from(page.tag, (tag) => resourceTags[tag]!);
}

/** Links lead nowhere (a frame without permission opens no windows), and no name is looked up for them. */
const headStart = '<base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">';

interface MarkedPage {
  readonly marks: Marks;
  readonly texts: ReadonlyMap<number, readonly TextPiece[]>;
  readonly values: Values;
  /** The page's own style, as far as it is at hand. */
  readonly sheet: string;
}

function write(page: Page, { sheet, ...marked }: MarkedPage, leftOut: Uint8Array): string {
  const own = sheet === '' ? '' : `<style>${safeStyleSheet(sheet)}</style>`;
  return serialise(page, { ...marked, removed: leftOut, headStart: headStart + own, style });
}

type Values = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** Pictures that are at hand stand in the page; addresses beside theirs would be preferred, and lead nowhere. */
function pictureValues(
  page: Page,
  resources: PageResources | undefined,
  isOwn: (node: number) => boolean,
): Values {
  const values = new Map<number, Readonly<Record<string, string>>>();
  if (resources === undefined || resources.pictures.size === 0) return values;
  for (let node = 0; node < page.nodeCount; node++) {
    const src = isOwn(node) ? resources.pictures.get(pictureAddress(page, node) ?? '') : undefined;
    if (src === undefined) continue;
    values.set(node, { src, srcset: '' });
    const parent = page.parent[node]!;
    if (page.tag[parent] !== Tag.picture) continue;
    for (let other = parent + 1; other < node; other++)
      if (page.tag[other] === Tag.source) values.set(other, { srcset: '' });
  }
  return values;
}

/** A text that gave way to another, much of which it has. */
interface LikeTexts {
  readonly node: Sides<number>;
  readonly number: Sides<number>;
  readonly parts: readonly TextPart[];
}

/** Less than that in common, and two texts beside each other are easier to read than one with patches. */
const LEAST_SHARED = 0.4;

/** By the number of what was added. */
function likeTexts({ pages, changes, other }: PageDiff): ReadonlyMap<number, LikeTexts> {
  const found = new Map<number, LikeTexts>();
  for (const [number, { node, replaces }] of changes.entries()) {
    if (replaces === undefined) continue;
    const both = { old: changes[replaces]!.node.old, new: node.new };
    const isText = sides.every(
      (side) => pages[side].tag[both[side]] === TEXT && canWrap(pages[side], both[side]),
    );
    if (!isText || other.old[pages.old.parent[both.old]!] !== pages.new.parent[both.new]) continue;
    const parts = diffWords(shownText(pages.old, both.old), shownText(pages.new, both.new));
    if (sharedPart(parts) >= LEAST_SHARED)
      found.set(number, { node: both, number: { old: replaces, new: number }, parts });
  }
  return found;
}

const sides = ['old', 'new'] as const;

/** White space counts where it is kept. */
function shownText(page: Page, text: number): string {
  const isCode = (page.flags[page.parent[text]!]! & NodeFlag.preformatted) !== 0;
  return isCode ? readText(page, text) : readText(page, text).replace(/\s+/g, ' ');
}

function piecesOf({ parts, number }: LikeTexts, kinds: readonly TextPart['kind'][]): readonly TextPiece[] {
  return parts
    .filter(({ kind }) => kind === 'same' || kinds.includes(kind))
    .map(({ kind, text }) => {
      if (kind === 'same') return { text };
      const numbers = [kind === 'removed' ? number.old : number.new];
      return { text, attributes: attributesOf({ kind, numbers }, true) };
    });
}

/** Dark on light, whatever the page's colours are, and told apart by the line around as well as by the colour. */
const looks = {
  added: 'outline:2px solid #1a7f37!important;background:#dafbe1!important',
  removed:
    'outline:1px dotted #cf222e!important;background:#ffd7d5!important;text-decoration:line-through!important',
  moved: 'outline:2px dashed #0969da!important;background:#ddf4ff!important',
} as const;

const style = [
  ...Object.entries(looks).map(
    ([kind, look]) =>
      `[data-dehusk-diff=${kind}]{${look};color:#1f2328!important;visibility:visible!important}` +
      `[data-dehusk-diff=${kind}] :not([data-dehusk-diff]){color:inherit!important;background:transparent!important}`,
  ),
  '[data-dehusk-diff=attributes],[data-dehusk-diff=inside]{outline:2px dotted #9a6700!important}',
  '[data-dehusk-diff=removed] :is(img,video,svg,canvas){opacity:.5}',
  '[data-dehusk-diff]{outline-offset:1px!important}',
  '[data-dehusk-diff][data-dehusk-current]{outline-width:4px!important;outline-style:solid!important}',
].join('');

/** By node, the attributes that mark it: attributes only, so that the layout stays. */
type Marks = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** Elements in which a text cannot be wrapped: they take no elements, or no inline ones. */
const closedTags = tagSet(
  ...(['title', 'textarea', 'select', 'optgroup', 'option', 'table', 'tbody', 'thead', 'tfoot'] as const),
  ...(['tr', 'colgroup', 'frameset', 'plaintext', 'xmp'] as const),
);

/** Whether a text can get an inline element of its own around it. */
function canWrap(page: Page, text: number): boolean {
  const parent = page.parent[text]!;
  return closedTags[page.tag[parent]!] === 0 && !isForeign(page, parent);
}

interface Mark {
  readonly kind: ChangeKind | 'inside';
  readonly numbers: number[];
}

/** `origin`: the nodes of the two versions that the page's nodes are; −1 where they are not of that version. */
function markChanges(diff: PageDiff, page: Page, origin: Partial<Sides<Int32Array>>): Marks {
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
function markPlaces({ pages, other, changes }: PageDiff, side: Side): Marks {
  const otherSide = side === 'old' ? 'new' : 'old';
  const there = pages[otherSide];
  const elementBefore = new Int32Array(there.nodeCount);
  for (let node = 1; node < there.nodeCount; node++) {
    const isCommon = there.tag[node] !== TEXT && other[otherSide][node] !== -1;
    elementBefore[node] = isCommon ? node : elementBefore[node - 1]!;
  }
  const numbersAt = new Map<number, number[]>();
  for (const [number, { node }] of changes.entries()) {
    if (node[side] !== -1) continue;
    const element = other[otherSide][elementBefore[node[otherSide]]!]!;
    append(numbersAt, element, number);
  }
  return new Map(
    [...numbersAt].map(([element, numbers]) => [element, { 'data-dehusk-place': numbers.join(' ') }]),
  );
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
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Where something cannot be marked, the element around it is. */
function addMark(
  marks: Map<number, Mark>,
  page: Page,
  { node, number, kind }: { readonly node: number; readonly number: number; readonly kind: ChangeKind },
): void {
  let at = node;
  while (at > 0 && !canMark(page, at)) at = page.parent[at]!;
  if (page.tag[at] === Tag.html || page.tag[at] === Tag.head) return;
  const mark = marks.get(at);
  if (mark === undefined) marks.set(at, { kind: at === node ? kind : 'inside', numbers: [number] });
  else mark.numbers.push(number);
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
