/**
 * Changes that are one to a reader, because the same was done in many places: "30 links: v2 → v3". They are told once, with
 * their number.
 *
 * Alike are: attributes of one name on elements of one kind, and texts that were replaced, in which the same words gave way
 * to the same others; and things that were added or removed with the same words.
 */
import { tagName } from '../../page/page.ts';
import { changeText } from './change-record.ts';
import type { Change, PageDiff } from './page-diff.ts';
import { diffWords, sharedPart } from './word-diff.ts';
import { shorten } from './wording.ts';

export interface LikeChanges {
  /** Numbers of the changes; of what was replaced both. */
  readonly numbers: readonly number[];
  /** How many places: what was replaced counts once. */
  readonly count: number;
  /** `30 links: v2 → v3` */
  readonly words: string;
}

/** Two may be chance, and are read as fast as a line that sums them up. */
const LEAST_ALIKE = 3;
/** Longer ones are hardly ever alike, and cost. */
const MOST_CHARS = 1_000;

export function findLikeChanges(diff: PageDiff): readonly LikeChanges[] {
  const groups = new Map<string, { numbers: number[]; count: number; likeness: Likeness }>();
  for (const [number, change] of diff.changes.entries()) {
    // Told with what gave way to it.
    if (change.replaces !== undefined) continue;
    const likeness = likenessOf(diff, number, change);
    if (likeness === undefined) continue;
    const key = JSON.stringify([likeness.noun, likeness.words, change.zone ?? '']);
    const group = groups.get(key) ?? { numbers: [], count: 0, likeness };
    group.count++;
    group.numbers.push(number, ...(change.replacedBy === undefined ? [] : [change.replacedBy]));
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter(({ count }) => count >= LEAST_ALIKE)
    .map(({ numbers, count, likeness: { noun, words } }) => ({
      numbers,
      count,
      words: `${count} ${noun}: ${words}`,
    }));
}

interface Likeness {
  /** In the plural. */
  readonly noun: string;
  readonly words: string;
}

function likenessOf(diff: PageDiff, number: number, change: Change): Likeness | undefined {
  const { kind, attributes, replacedBy } = change;
  if (kind === 'moved' || change.chars > MOST_CHARS) return undefined;
  if (attributes !== undefined) {
    const [first, ...others] = attributes;
    if (others.length > 0 || first?.old === undefined || first.new === undefined) return undefined;
    const words = exchanged(first.old, first.new);
    return words === undefined
      ? undefined
      : { noun: elementNoun(tagName(diff.pages.new, change.node.new), first.name), words };
  }
  const text = changeText(diff, number);
  if (text === '') return undefined;
  if (replacedBy === undefined) return { noun: `places ${kind}`, words: shorten(text) };
  const words = exchanged(text, changeText(diff, replacedBy));
  return words === undefined ? undefined : { noun: 'texts', words };
}

const nouns: Readonly<Record<string, string>> = { 'a href': 'links', 'img src': 'pictures' };

function elementNoun(tag: string, attribute: string): string {
  return nouns[`${tag} ${attribute}`] ?? `${tag} with another ${attribute}`;
}

/** `v2 → v3`: what gave way to what, if it is the same wherever it stands; undefined where nothing is left as it was. */
function exchanged(old: string, current: string): string | undefined {
  if (Math.max(old.length, current.length) > MOST_CHARS) return undefined;
  const parts = diffWords(old, current);
  const pairs = new Set<string>();
  for (const [i, { kind, text }] of parts.entries()) {
    if (kind === 'same') continue;
    const isSecond = kind === 'added' && parts[i - 1]?.kind === 'removed';
    const added = kind === 'added' ? text : parts[i + 1]?.kind === 'added' ? parts[i + 1]!.text : '';
    if (!isSecond) pairs.add(`${kind === 'removed' ? shorten(text.trim()) : ''} → ${shorten(added.trim())}`);
  }
  // Whole texts that are the same on both sides are alike as well.
  return sharedPart(parts) === 0 && pairs.size !== 1 ? undefined : [...pairs].sort().join(', ');
}
