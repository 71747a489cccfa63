/**
 * Page pairs with known edits. An edit says what a comparison must report: one or more ways to tell it, as there are
 * edits that can be told in two ways (which of two siblings that changed places has moved?).
 *
 * What nobody could tell is not made: what is removed, moved or swapped has words that stand nowhere else on the page,
 * no two edits are made to children of one element, and none inside of what another has added, removed or moved.
 */

import { changeText } from '../../packages/dehusk/src/compare/diff/change-record.ts';
import type { PageDiff } from '../../packages/dehusk/src/compare/diff/page-diff.ts';
import type { Random } from '../../packages/lab/src/synthetic/random.ts';
import {
  type EditableElement,
  type EditableNode,
  element,
  type Place,
  placesIn,
  text,
  wordsOf,
} from './editable-page.ts';

export const editNames = [
  'insert a paragraph',
  'insert a menu entry',
  'remove an item',
  'change a text',
  'change a counter',
  'change an address',
  'move a block',
  'wrap a block',
  'swap two siblings',
] as const;
export type EditName = (typeof editNames)[number];

export interface KnownEdit {
  readonly name: EditName;
  /** Changes as `tellChanges` tells them; any of the lists will do. */
  readonly expected: readonly (readonly string[])[];
}

/** An edit that was made. */
interface Done {
  readonly expected: KnownEdit['expected'];
  /** No other edit is made inside of these. */
  readonly touched: readonly EditableNode[];
  /** None adds, takes or moves a child of this: next to a text that is all new it could not be told from it. */
  readonly crowded?: EditableNode;
}

interface Scene {
  readonly random: Random;
  /** A place that fits and is free, if there is one. */
  pick(fits: (place: Place) => boolean): Place | undefined;
  /** Words that no page has, each time others. */
  fresh(): string;
  /** Whether all texts below stand nowhere else, and no edit has touched them. */
  isUnique(node: EditableNode): boolean;
}

const items: ReadonlySet<string> = new Set('li p tr dd section article div h2 h3'.split(' '));
const blocks: ReadonlySet<string> = new Set('p ul ol section table article aside'.split(' '));
/** A block cannot stand in these. */
const closed: ReadonlySet<string> = new Set(
  'p select option textarea table tbody tr ul ol dl a h1 h2 h3 h4 pre code font span b label form button'.split(
    ' ',
  ),
);
const unread: ReadonlySet<string> = new Set('select option textarea'.split(' '));

const tagOf = (node: EditableNode): string => (node.kind === 'text' ? '#text' : node.tag);
const takesBlocks = ({ above }: Place): boolean => !above.some(({ tag }) => closed.has(tag));
const hasCompany = ({ parent }: Place): boolean => parent.children.filter(wordsOf).length > 1;

/** A block that is more than a label, and less than what is around it: else that has moved, and not the block. */
function isLargeBlock(scene: Scene, place: Place): boolean {
  const { node } = place;
  const isLarge = blocks.has(tagOf(node)) && wordsOf(node).replaceAll(' ', '').length > 30;
  return isLarge && takesBlocks(place) && outweighs(place.parent, node) && scene.isUnique(node);
}

function outweighs(around: EditableNode, node: EditableNode): boolean {
  return wordsOf(around).length > 3 * wordsOf(node).length;
}

const edits: Readonly<Record<EditName, (scene: Scene) => Done | undefined>> = {
  'insert a paragraph': (scene) => {
    const place = scene.pick((one) => one.node.kind === 'element' && takesBlocks(one) && hasCompany(one));
    if (place === undefined) return undefined;
    const words = scene.fresh();
    const added = element('p', [], { children: [text(words)] });
    put(added, place);
    return { expected: [[`added: ${words}`]], touched: [added, place.parent] };
  },
  'insert a menu entry': (scene) => {
    const place = scene.pick((one) => tagOf(one.node) === 'li' && hasCompany(one));
    if (place === undefined) return undefined;
    const words = scene.fresh();
    const link = element('a', [['href', '/new']], { children: [text(words)] });
    const added = element('li', [], { children: [link] });
    put(added, place);
    return { expected: [[`added: ${words}`]], touched: [added, place.parent] };
  },
  'remove an item': (scene) => {
    const place = scene.pick(
      (one) => items.has(tagOf(one.node)) && hasCompany(one) && scene.isUnique(one.node),
    );
    if (place === undefined) return undefined;
    take(place);
    return { expected: [[`removed: ${wordsOf(place.node)}`]], touched: [place.parent] };
  },
  'change a text': (scene) => editText(scene, /./, () => scene.fresh()),
  'change a counter': (scene) =>
    editText(scene, /\d/, (words) => words.replace(/\d+/, (digits) => String(Number(digits) + 1))),
  'change an address': (scene) => {
    const { node, parent } =
      scene.pick(
        ({ node: one }) => one.kind === 'element' && one.attributes.has('href') && scene.isUnique(one),
      ) ?? nowhere;
    if (node.kind === 'text' || parent === nowhere.parent) return undefined;
    const before = node.attributes.get('href')!;
    node.attributes.set('href', '/another/address');
    return { expected: [[`href: ${before} → /another/address`]], touched: [node, parent] };
  },
  'move a block': (scene) => {
    const from = scene.pick((one) => isLargeBlock(scene, one));
    if (from === undefined) return undefined;
    const isNear = ({ node, parent, above }: Place): boolean =>
      parent === from.parent ||
      [node, ...above].includes(from.node) ||
      from.above.includes(node as EditableElement);
    const to = scene.pick(
      (one) =>
        one.node.kind === 'element' && takesBlocks(one) && outweighs(one.parent, from.node) && !isNear(one),
    );
    if (to === undefined) return undefined;
    take(from);
    put(from.node, to);
    return { expected: [[`moved: ${wordsOf(from.node)}`]], touched: [from.parent, from.node, to.parent] };
  },
  'wrap a block': (scene) => {
    const place = scene.pick((one) => isLargeBlock(scene, one));
    if (place === undefined) return undefined;
    put(element('div', [['class', 'wrapper']], { children: [place.node] }), place);
    take(place);
    return { expected: [[`moved: ${wordsOf(place.node)}`]], touched: [place.parent, place.node] };
  },
  'swap two siblings': (scene) => {
    // A bare number is equal to another by chance: it does not move.
    const isItem = (one: EditableNode | undefined): boolean =>
      one !== undefined && items.has(tagOf(one)) && /\p{L}/u.test(wordsOf(one)) && scene.isUnique(one);
    const place = scene.pick((one) => isItem(one.node) && isItem(nextOf(one)));
    if (place === undefined) return undefined;
    const next = nextOf(place)!;
    const { children } = place.parent;
    children.splice(children.indexOf(place.node), 2, next, place.node);
    return {
      expected: [[`moved: ${wordsOf(place.node)}`], [`moved: ${wordsOf(next)}`]],
      touched: [place.parent, place.node, next],
    };
  },
};

const nowhere: Place = { node: text(''), parent: element('nowhere'), above: [] };

function editText(scene: Scene, pattern: RegExp, change: (words: string) => string): Done | undefined {
  const { node, parent, above } =
    scene.pick(
      ({ node: one, above: around }) =>
        one.kind === 'text' &&
        pattern.test(one.text) &&
        scene.isUnique(one) &&
        !around.some(({ tag }) => unread.has(tag)),
    ) ?? nowhere;
  if (node.kind !== 'text' || parent === nowhere.parent) return undefined;
  const before = wordsOf(node);
  node.text = change(node.text);
  const expected = [[`changed: ${before} → ${wordsOf(node)}`]];
  return { expected, touched: [parent], crowded: above.at(-2)! };
}

function nextOf({ node, parent }: Place): EditableNode | undefined {
  return parent.children[parent.children.indexOf(node) + 1];
}

function take({ node, parent }: Place): void {
  parent.children.splice(parent.children.indexOf(node), 1);
}

function put(added: EditableNode, { node, parent }: Place): void {
  parent.children.splice(parent.children.indexOf(node), 0, added);
}

/** Makes the edits that the page has room for; returns what a comparison must report. */
export function editPage(
  root: EditableElement,
  random: Random,
  names: readonly EditName[],
): readonly KnownEdit[] {
  const taken = { touched: new Set<EditableNode>(), crowded: new Set<EditableNode>() };
  const done: KnownEdit[] = [];
  for (const [i, name] of names.entries()) {
    const made = edits[name](createScene(root, random, { ...taken, word: `fresh${random.below(1e6)}x${i}` }));
    if (made === undefined) continue;
    for (const node of made.touched) taken.touched.add(node);
    if (made.crowded !== undefined) taken.crowded.add(made.crowded);
    done.push({ name, expected: made.expected });
  }
  return done;
}

interface Taken {
  readonly touched: ReadonlySet<EditableNode>;
  readonly crowded: ReadonlySet<EditableNode>;
}

function createScene(
  root: EditableElement,
  random: Random,
  { touched, crowded, word }: Taken & { readonly word: string },
): Scene {
  const places = placesIn(root);
  const counts = new Map<string, number>();
  for (const { node } of places)
    if (node.kind === 'text') counts.set(wordsOf(node), (counts.get(wordsOf(node)) ?? 0) + 1);
  const hasOwnWords = (node: EditableNode): boolean =>
    node.kind === 'text'
      ? counts.get(wordsOf(node)) === 1
      : wordsOf(node) !== '' && node.children.every((child) => wordsOf(child) === '' || hasOwnWords(child));
  const isTouched = (node: EditableNode): boolean =>
    touched.has(node) || (node.kind === 'element' && node.children.some(isTouched));
  const isFree = ({ node, parent, above }: Place): boolean =>
    wordsOf(node) !== '' &&
    !touched.has(parent) &&
    !crowded.has(parent) &&
    !above.some((one) => touched.has(one)) &&
    !isTouched(node);
  return {
    random,
    pick: (fits) => {
      const found = places.filter((place) => fits(place) && isFree(place));
      return found.length === 0 ? undefined : random.pick(found);
    },
    fresh: () => `${word} is a word that nobody has written`,
    isUnique: (node) => hasOwnWords(node) && !isTouched(node),
  };
}

/** Changes as short texts: `added: words`, `changed: words → words`, `moved: words`, `href: from → to`. */
export function tellChanges(diff: PageDiff): readonly string[] {
  return diff.changes.flatMap(({ kind, replacedBy, replaces, attributes = [] }, number) => {
    const words = changeText(diff, number);
    if (replacedBy !== undefined) return [`changed: ${words} → ${changeText(diff, replacedBy)}`];
    if (kind === 'attributes') return attributes.map((one) => `${one.name}: ${one.old} → ${one.new}`);
    return replaces === undefined ? [`${kind}: ${words}`] : [];
  });
}

/** White space aside: whether two texts in a row have a space between them is told by style. */
export function squash(told: string): string {
  return told.replace(/^(\w+:)|\s+/g, (_, kind: string | undefined) => kind ?? '');
}
