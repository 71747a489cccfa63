import type { Page } from '../../page/page.ts';
import type { Verdict } from '../detector.ts';
import type { JudgedTree, PlacedPage } from './judged-tree.ts';
import { NONE } from './site-tree.ts';

/**
 * MapSST: what falls on a noisy element is noise; what falls on none, because the tree does not know its style, may
 * mean something and is kept. Where several trees know a node, each has as many votes as it has pages there.
 *
 * The score is 1 − importance. A text is seen on the pages that hold it in the same place, an element on those that
 * have it.
 */
export function mapPage(page: Page, trees: readonly JudgedTree[], placed: readonly PlacedPage[]): Verdict {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  let segment = 0;
  for (let node = 0; node < page.nodeCount; node++) {
    const isSegment = page.segments[segment] === node;
    let votes = 0;
    let noisyVotes = 0;
    let importance = 0;
    for (let i = 0; i < trees.length; i++) {
      const element = placed[i]!.elements[node]!;
      if (element === NONE) continue;
      const { tree, contents, isNoisy, importance: known } = trees[i]!;
      const pages = tree.pagesOf(element);
      votes += pages;
      noisyVotes += pages * isNoisy[element]!;
      importance += pages * known[element]!;
      seen[node]! += isSegment ? contents.pagesAt(placed[i]!.places[segment]!) : pages;
    }
    if (isSegment) segment++;
    if (votes === 0) continue;
    template[node] = noisyVotes * 2 > votes ? 1 : 0;
    score[node] = 1 - Math.min(1, importance / votes);
  }
  const of = trees.reduce((sum, { tree }) => sum + tree.pageCount, 0);
  return { template, score, seen, of, version: 0 };
}
