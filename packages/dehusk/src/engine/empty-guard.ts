/**
 * No page comes out empty without a flag. A page all of whose text was judged template is more often a mistake of
 * the method than a page without content: a page that stands at many addresses, or one that is made of nothing but
 * what its site repeats. Users forgive a menu too many; a page that has vanished they never see.
 *
 * Such a page keeps what is least certain to be template: the blocks with the lowest score, among those of equal
 * score the ones seen on the fewest pages, and all that are equal in both, because nothing then tells them apart.
 * The score of what is kept stays: the guard is no evidence, and `"template":false,"score":0.9` tells what happened.
 *
 * Empty is a page without a letter or digit: a `|` between two links or the `©` of a footer is no content, and such
 * crumbs neither keep the guard from acting nor are they what it keeps.
 *
 * The guard comes after the overrides: what `--keep` saves is content and needs no guard. What `--drop` names stays
 * dropped, being the user's word and not the method's guess: it is no text that the page had, so a page whose every
 * text is dropped is empty by wish, and not flagged.
 *
 * Cost: one text is read on a page whose first kept text has a letter, as nearly all have.
 */

import type { Reason } from '../detect/detector.ts';
import { splitBlocks } from '../page/blocks.ts';
import { type Page, readText } from '../page/page.ts';
import type { OverriddenVerdict } from './overrides.ts';

export interface Guarded {
  readonly verdict: OverriddenVerdict;
  /** Would the page have come out empty? */
  readonly guarded: boolean;
}

/** Give it what the overrides returned, if there are any. What needs no guard keeps its verdict, the very object. */
export function guardEmpty(page: Page, verdict: OverriddenVerdict): Guarded {
  if (keepsWords(page, verdict)) return { verdict, guarded: false };
  const kept = leastCertainTexts(page, verdict);
  if (kept.length === 0) return { verdict, guarded: false };
  const template = verdict.template.slice();
  for (const node of kept) template[node] = 0;
  const { why } = verdict;
  const rescued = new Set(kept);
  const guarded = why && {
    why: (node: number) =>
      rescued.has(node) ? [{ ...wouldBeEmpty, weight: weightOf(why(node)) }, ...why(node)] : why(node),
  };
  return { verdict: { ...verdict, template, ...guarded }, guarded: true };
}

const wouldBeEmpty = { fact: 'the page would be empty without it', for: 'content' } as const;

/** It outweighs the reasons for template. */
function weightOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { weight, for: side }) => sum + (side === 'template' ? weight : -weight), 0);
}

function keepsWords(page: Page, { template }: OverriddenVerdict): boolean {
  for (const node of page.segments) if (template[node] === 0 && hasWord(page, node)) return true;
  return false;
}

function hasWord(page: Page, node: number): boolean {
  return /[\p{L}\p{N}]/u.test(readText(page, node));
}

/** The texts of all blocks that tie for the least certain; none on a page without words. */
function leastCertainTexts(page: Page, verdict: OverriddenVerdict): readonly number[] {
  const { count, start } = splitBlocks(page);
  let least: Certainty = { score: Number.POSITIVE_INFINITY, seen: 0 };
  let kept: number[] = [];
  for (let block = 0; block < count; block++) {
    const texts = undroppedTexts(page.segments.subarray(start[block], start[block + 1]), verdict);
    if (!texts.some((node) => hasWord(page, node))) continue;
    const certainty = certaintyOf(page, verdict, texts);
    const order = compare(certainty, least);
    if (order > 0) continue;
    if (order < 0) kept = [];
    least = certainty;
    for (const node of texts) kept.push(node);
  }
  return kept;
}

function undroppedTexts(texts: Int32Array, { dropped }: OverriddenVerdict): Int32Array {
  return dropped === undefined ? texts : texts.filter((node) => dropped[node] === 0);
}

interface Certainty {
  readonly score: number;
  readonly seen: number;
}

/** As records tell it of a block: the mean score over its characters, and the smallest `seen` of its template. */
function certaintyOf(page: Page, verdict: OverriddenVerdict, texts: Int32Array): Certainty {
  let chars = 0;
  let score = 0;
  let seen = Number.POSITIVE_INFINITY;
  for (const node of texts) {
    chars += page.chars[node]!;
    score += page.chars[node]! * verdict.score[node]!;
    if (verdict.template[node] === 1) seen = Math.min(seen, verdict.seen[node]!);
  }
  // In the digits that records show: means of equal scores may differ in the last bit.
  return { score: Math.round((score / chars) * 10_000), seen };
}

function compare(left: Certainty, right: Certainty): number {
  return left.score - right.score || left.seen - right.seen;
}
