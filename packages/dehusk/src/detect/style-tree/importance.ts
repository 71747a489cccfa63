/**
 * How important an element is: by its presentation, by its content, and by both (Yi, Liu, Li 2003).
 *
 * E is on m pages and has l styles, the i-th on the share p_i of these pages.
 *
 *     NodeImp(E)  presentation             −Σ p_i log_m p_i; 1 if m = 1
 *     CompImp(E)  of a leaf                1 − mean entropy of its features (see below); 1 if m = 1
 *     CompImp(S)  of a style node          mean of CompImp over its elements
 *     CompImp(E)  of an inner element      (1 − γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i)
 *
 * What is alike on all pages has 0, what is different on each has 1. Where an element is empty on some pages and not
 * on others, these pages have the empty style, which is of no importance: the paper does not say.
 */

import type { LeafContents, LeafRows } from './leaves.ts';
import { NONE, type SiteTree } from './site-tree.ts';

/** CompImp of every element. `leafImportance` is asked for elements that have no child on any page. */
export function computeImportance(
  tree: SiteTree,
  leafImportance: (element: number) => number,
  gamma: number,
): Float64Array {
  const importance = new Float64Array(tree.elementCount);
  /** Of each style node: the sum over its elements. */
  const sums = new Float64Array(tree.firstElement.length);
  for (let element = tree.elementCount - 1; element >= 0; element--) {
    const isLeaf = tree.firstStyle.values[element] === NONE;
    const own = isLeaf ? leafImportance(element) : innerImportance(tree, element, sums, gamma);
    importance[element] = own;
    const style = tree.styleOf.values[element]!;
    if (style !== NONE) sums[style]! += own;
  }
  return importance;
}

function innerImportance(tree: SiteTree, element: number, sums: Float64Array, gamma: number): number {
  const pages = tree.pagesOf(element);
  const { firstStyle, nextStyle, pages: pagesOfStyle, length } = tree;
  const counts: number[] = [];
  let below = 0;
  let rest = pages;
  for (let style = firstStyle.values[element]!; style !== NONE; style = nextStyle.values[style]!) {
    const count = pagesOfStyle.values[style]!;
    counts.push(count);
    rest -= count;
    below += (count / pages) * (sums[style]! / length.values[style]!);
  }
  if (rest > 0) counts.push(rest);
  return compositeImportance(counts, below, gamma);
}

/** CompImp of an inner element, from the pages that use each of its styles and Σ p_i CompImp(S_i). */
export function compositeImportance(pagesByStyle: readonly number[], below: number, gamma: number): number {
  const weight = gamma ** pagesByStyle.length;
  return (1 - weight) * presentationImportance(pagesByStyle) + weight * below;
}

/** NodeImp. */
export function presentationImportance(pagesByStyle: readonly number[]): number {
  const pages = pagesByStyle.reduce((sum, count) => sum + count, 0);
  if (pages === 1) return 1;
  const sum = pagesByStyle.reduce((total, count) => total - count * Math.log(count / pages), 0);
  return sum / (pages * Math.log(pages));
}

/**
 * 1 for each noisy element: its importance and that of everything below it, in all its styles, is under the
 * threshold. The paper's MarkNoise returns at the first descendant that is not noisy, and would leave the rest of
 * its siblings unmarked; this is the definition instead.
 */
export function markNoise(tree: SiteTree, importance: Float64Array, threshold: number): Uint8Array {
  const isNoisy = new Uint8Array(tree.elementCount).fill(1);
  for (let element = tree.elementCount - 1; element >= 0; element--) {
    if (importance[element]! >= threshold) isNoisy[element] = 0;
    const style = tree.styleOf.values[element]!;
    if (style !== NONE && isNoisy[element] === 0) isNoisy[tree.elementOf.values[style]!] = 0;
  }
  return isNoisy;
}

/**
 * CompImp of leaves: 1 − the mean entropy of their features; 1 for a leaf on one page. A leaf that holds nothing to
 * compare (an empty cell, a rule, a form field) is of no importance: the paper does not say.
 */
export function createLeafImportance(tree: SiteTree, contents: LeafContents): (element: number) => number {
  const rows = contents.rows(tree.elementCount);
  const counter = new FeatureCounter();
  return (element) => {
    const pages = tree.pagesOf(element);
    const from = rows.start[element]!;
    const to = rows.start[element + 1]!;
    if (from === to) return 0;
    if (pages === 1) return 1;
    if (isUniform(rows, element, pages)) return 0;
    for (let row = from; row < to; row++) {
      const content = rows.content[row]!;
      if (content < 0) counter.add(~content);
      else for (const word of contents.features.words(content)) counter.add(word);
      // A leaf has one text a page, and no feature of another kind twice: each row is a page to each feature.
      counter.endPage();
    }
    return Math.max(0, 1 - counter.takeMean(pages));
  };
}

/** The same on every page: then every feature has entropy 1, and nothing needs to be read. */
function isUniform({ start, content }: LeafRows, element: number, pages: number): boolean {
  const from = start[element]!;
  const to = start[element + 1]!;
  const perPage = (to - from) / pages;
  if (!Number.isInteger(perPage)) return false;
  for (let row = from + perPage; row < to; row++) {
    if (content[row] !== content[row - perPage]) return false;
  }
  return true;
}

/**
 * The mean entropy of the features of one leaf over the m pages that have it.
 *
 *     H(a) = −Σ q_j log_m q_j                    q_j: the part of the occurrences of feature a that is on page j
 *          = (ln C − Σ c_j ln c_j / C) / ln m    c_j: its occurrences on page j, C: on all pages
 *
 * The second form needs two sums a feature and no list of pages. A feature that is on all m pages equally often has
 * 1, one that is on a single page has 0.
 */
export class FeatureCounter {
  /** By feature: C, Σ c_j ln c_j, and c_j of the page at hand; all 0 for features that this leaf does not have. */
  #total: Float64Array = new Float64Array(1024);
  #logs: Float64Array = new Float64Array(1024);
  #onPage: Float64Array = new Float64Array(1024);
  readonly #ofLeaf: number[] = [];
  readonly #ofPage: number[] = [];

  add(feature: number): void {
    if (feature >= this.#total.length) this.#grow(feature);
    if (this.#onPage[feature]!++ === 0) this.#ofPage.push(feature);
  }

  endPage(): void {
    for (const feature of this.#ofPage) {
      const count = this.#onPage[feature]!;
      if (this.#total[feature] === 0) this.#ofLeaf.push(feature);
      this.#total[feature]! += count;
      this.#logs[feature]! += count * Math.log(count);
      this.#onPage[feature] = 0;
    }
    this.#ofPage.length = 0;
  }

  /** Ends the leaf. 0 if it had no features. */
  takeMean(pages: number): number {
    const count = this.#ofLeaf.length;
    let sum = 0;
    for (const feature of this.#ofLeaf) {
      const total = this.#total[feature]!;
      sum += Math.log(total) - this.#logs[feature]! / total;
      this.#total[feature] = 0;
      this.#logs[feature] = 0;
    }
    this.#ofLeaf.length = 0;
    return count === 0 ? 0 : sum / (count * Math.log(pages));
  }

  #grow(feature: number): void {
    const grown = (column: Float64Array): Float64Array => {
      const larger = new Float64Array(Math.max(feature + 1, column.length * 2));
      larger.set(column);
      return larger;
    };
    this.#total = grown(this.#total);
    this.#logs = grown(this.#logs);
    this.#onPage = grown(this.#onPage);
  }
}
