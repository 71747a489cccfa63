/**
 * How important an element is: by its presentation, by its content, and by both (Yi, Liu, Li 2003).
 *
 * E is on m pages and has l styles, the i-th on the share p_i of these pages.
 *
 *     NodeImp(E)  presentation             −Σ p_i log_m p_i; 1 if m = 1
 *     CompImp(E)  of a leaf                1 − mean entropy of its features (see leaf-importance.ts); 1 if m = 1
 *     CompImp(S)  of a style node          mean of CompImp over its elements
 *     CompImp(E)  of an inner element      (1 − γ^l) NodeImp(E) + γ^l Σ p_i CompImp(S_i)
 *
 * What is alike on all pages has 0, what is different on each has 1. Where an element is empty on some pages and not
 * on others, these pages have the empty style, which is of no importance: the paper does not say.
 */
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
