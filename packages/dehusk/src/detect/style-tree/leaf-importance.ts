/**
 * CompImp of leaves: 1 − the mean entropy of their features; 1 for a leaf on one page. A leaf that holds nothing to
 * compare (an empty cell, a rule, a form field) is of no importance: the paper does not say.
 */
import { FeatureCounter } from './feature-counter.ts';
import type { LeafContents, LeafRows } from './leaf-contents.ts';
import type { SiteTree } from './site-tree.ts';

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
