/**
 * What is new and what is gone between two versions of a page, for a reader (FireDiff, Huang 2011). The comparison is the
 * engine's; here it is said which changes count: those of the template apart, and apart from both what changes by itself.
 */
import type { Verdict } from '../../detect/detector.ts';
import { type Page, readAttribute, readNormalText, TEXT } from '../../page/page.ts';
import { createCssPaths } from '../diff/css-paths.ts';
import { type DiffMappingName, diffShown } from '../diff/diff-pages.ts';
import {
  type AttributeChange,
  type Change,
  NodeState,
  type PageDiff,
  type Sides,
} from '../diff/page-diff.ts';
import { nameThing, readSubtree, shorten } from '../diff/wording.ts';
import { createNumberMask, isAdvertising, type NumberMask, type Unsteady } from './unsteady-parts.ts';

type ChangeKind = 'new' | 'gone' | 'moved' | 'altered';

export interface PageChange {
  readonly kind: ChangeKind;
  readonly zone: 'content' | 'template';
  /** Why it is no news. */
  readonly unsteady: Unsteady | undefined;
  /** In words, for a list. */
  readonly text: string;
  /** Roots of the subtree in the two versions; −1 where it is not. */
  readonly node: Sides<number>;
  /** Of something new: it stands in the place of something gone, which is another change of the list. */
  readonly isReplacement: boolean;
}

export interface ComparedVersions {
  readonly diff: PageDiff;
  readonly changes: readonly PageChange[];
  /** Where something else stands than before, as selectors: what is here at each visit is restless. */
  readonly replaced: readonly string[];
}

export interface CompareOptions {
  readonly mapping: DiffMappingName;
  readonly verdicts: Sides<Pick<Verdict, 'template'>>;
  /** How often in succession something else has stood at a place before. */
  readonly replacedTimes: ReadonlyMap<string, number>;
}

/** Visits in succession at which a place was another, and with this one it is once more. */
const RESTLESS_TIMES = 2;
/** So much text in other places, and the page has been laid out anew: nothing was moved by itself. */
const REDESIGN_SHARE = 0.5;
const MOST_WORDS = 160;

export function compareVersions(old: Page, current: Page, options: CompareOptions): ComparedVersions {
  const { mapping, verdicts, replacedTimes } = options;
  const diff = diffShown(old, current, { mapping, verdicts });
  const unsteadyOf = createUnsteady(diff);
  const placeOf = createPlaces(diff);
  const isRedesign = isLaidOutAnew(diff);
  const replaced = new Set<string>();
  const kinds = { added: 'new', removed: 'gone', moved: 'moved', attributes: 'altered' } as const;
  const changes = diff.changes.map((change, number): PageChange => {
    const isExchange = change.replaces !== undefined || change.replacedBy !== undefined;
    const place = isExchange || change.kind === 'attributes' ? placeOf(change) : undefined;
    if (place !== undefined) replaced.add(place);
    const isRestless = place !== undefined && (replacedTimes.get(place) ?? 0) >= RESTLESS_TIMES;
    return {
      kind: kinds[change.kind],
      zone: change.kind === 'moved' && isRedesign ? 'template' : (change.zone ?? 'content'),
      unsteady: unsteadyOf(number) ?? (isRestless ? 'restless' : undefined),
      text: wordsOf(diff, number),
      node: change.node,
      isReplacement: change.replaces !== undefined,
    };
  });
  return { diff, changes, replaced: [...replaced] };
}

/** What a reader should look at: of what was replaced, both are one change. */
export function countedChanges(changes: readonly PageChange[]): number {
  return changes.filter((change) => isNews(change) && !change.isReplacement).length;
}

/** Neither of the template, nor what changes by itself. */
export function isNews({ zone, unsteady }: PageChange): boolean {
  return zone === 'content' && unsteady === undefined;
}

/** The nearest element around a change that both versions have, as a selector, and what has changed in it. */
function createPlaces(diff: PageDiff): (change: Change) => string {
  const paths = createCssPaths(diff.pages.new);
  return ({ node, kind }) => {
    if (node.new !== -1 && kind === 'attributes') return `${paths(node.new)} @`;
    const parent =
      node.new === -1 ? diff.other.old[diff.pages.old.parent[node.old]!]! : diff.pages.new.parent[node.new]!;
    return paths(Math.max(0, parent));
  };
}

function isLaidOutAnew({ changes, shown }: PageDiff): boolean {
  const moved = changes.reduce((sum, { kind, chars }) => sum + (kind === 'moved' ? chars : 0), 0);
  const all = shown.new.chars.reduce((sum, chars) => sum + chars, 0);
  return moved > all * REDESIGN_SHARE;
}

/** Tells why a change is no news, if it is none. */
function createUnsteady(diff: PageDiff): (number: number) => Unsteady | undefined {
  const { pages, changes } = diff;
  const mask = createNumberMask(readAttribute(pages.new, 0, 'lang'));
  const texts = changes.map((change, number) => steadyTexts(diff, change, number));
  const masks = (kind: Change['kind']): ReadonlySet<string> =>
    new Set(changes.flatMap((change, number) => (change.kind === kind ? texts[number]! : [])).map(mask));
  const there = { removed: masks('added'), added: masks('removed') };
  return (number) => {
    const { kind, node, attributes, chars } = changes[number]!;
    if (attributes?.every((attribute) => isSteadyAttribute(attribute, mask))) return 'numbers';
    const isAd = sides.some((side) => node[side] !== -1 && isAdvertising(pages[side], node[side]));
    if (isAd) return 'advertising';
    if ((kind !== 'removed' && kind !== 'added') || chars === 0) return undefined;
    const own = texts[number]!;
    if (own.length === 0) return 'advertising';
    return own.every((text) => there[kind].has(mask(text))) ? 'numbers' : undefined;
  };
}

const sides = ['old', 'new'] as const;

/** The texts of what was added or removed, without advertising. */
function steadyTexts(
  { pages, change, shown }: PageDiff,
  { kind, node }: Change,
  number: number,
): readonly string[] {
  if (kind !== 'removed' && kind !== 'added') return [];
  const side = kind === 'removed' ? 'old' : 'new';
  const page = pages[side];
  const found: string[] = [];
  for (let at = node[side]; at < page.subtreeEnd[node[side]]!; at++) {
    const isRead = shown[side].chars[at]! > 0 && change[side][at] === number;
    if (isRead && !isAdvertising(page, at)) found.push(readNormalText(page, at));
  }
  return found;
}

/** Addresses often carry numbers that no reader sees: of a session, of a build. */
function isSteadyAttribute({ name, old, new: now }: AttributeChange, mask: NumberMask): boolean {
  if (old === undefined || now === undefined) return false;
  if (name !== 'href' && name !== 'src') return mask(old) === mask(now);
  const withoutTokens = (address: string): string =>
    address.replace(/[?#].*$/s, (query) => query.replace(/=[^&#]*\d[^&#]*/g, '=0'));
  return withoutTokens(old) === withoutTokens(now);
}

function textOf({ pages, change, changes, shown, state }: PageDiff, number: number, most: number): string {
  const { kind, node } = changes[number]!;
  const side = kind === 'removed' ? 'old' : 'new';
  const isPart = (at: number): boolean =>
    kind === 'attributes' || (change[side][at] === number && state[side][at] !== NodeState.ignored);
  return readSubtree(pages[side], node[side], {
    includes: isPart,
    isRead: (at) => shown[side].chars[at]! > 0,
    most,
  });
}

function wordsOf(diff: PageDiff, number: number): string {
  const { kind, node, attributes } = diff.changes[number]!;
  const side = kind === 'removed' ? 'old' : 'new';
  const page = diff.pages[side];
  if (attributes !== undefined) {
    const [first] = attributes;
    return shorten(
      `${nameOf(page, node.new)} ${first!.name}: ${first!.old ?? ''} → ${first!.new ?? ''}`,
      MOST_WORDS,
    );
  }
  const words = textOf(diff, number, MOST_WORDS);
  return words === '' ? nameOf(page, firstThing(diff, side, node[side])) : shorten(words, MOST_WORDS);
}

function nameOf(page: Page, node: number): string {
  const words = readSubtree(page, node, { includes: () => true, isRead: () => true, most: 60 });
  return words === '' ? nameThing(page, node) : shorten(words);
}

function firstThing({ pages, shown }: PageDiff, side: 'old' | 'new', root: number): number {
  const page = pages[side];
  for (let node = root; node < page.subtreeEnd[root]!; node++)
    if (page.tag[node] !== TEXT && shown[side].thing[node] === 1) return node;
  return root;
}
