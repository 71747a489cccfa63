/** The blocks of a page as two papers have them: for each segment the number of its block. */
import { indexTimeDefaults, type Page, splitBlocks, tagName } from 'dehusk/parts';

export interface PageBlocks {
  readonly of: Int32Array;
  readonly count: number;
}

/** Wang et al. (W7): a linear split at every start and end of a layout element. */
export function wangBlocks(page: Page): PageBlocks {
  const { start, count } = splitBlocks(page);
  const of = new Int32Array(page.segments.length);
  for (let block = 0; block < count; block++) of.fill(block, start[block], start[block + 1]);
  return { of, count };
}

const boundaries: ReadonlySet<string> = new Set(indexTimeDefaults.boundaries);

/** Chen et al. (C1, C2): the text of a boundary element, without that of boundary elements in it. */
export function chenBlocks(page: Page): PageBlocks {
  // Of each node the element that its block belongs to; that of html is the page's own text.
  const owner = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++)
    owner[node] = boundaries.has(tagName(page, node)) ? node : owner[page.parent[node]!]!;
  const numbers = new Map<number, number>();
  const of = Int32Array.from(page.segments, (node) => {
    const number = numbers.get(owner[node]!) ?? numbers.size;
    numbers.set(owner[node]!, number);
    return number;
  });
  return { of, count: numbers.size };
}
