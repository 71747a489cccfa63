/**
 * Blocks as a view on a page (Wang et al. 2008, reading W7): a linear split, in which every start and every end of
 * a separator element begins a new block. `<div>t1<div>t2</div>t3</div>` has three. A run without text is no block.
 */
import { tagSet } from './names.ts';
import type { Page } from './page.ts';

export interface Blocks {
  readonly count: number;
  /** Block `b` is `page.segments[start[b]] … page.segments[start[b + 1] - 1]`; one entry more than there are blocks. */
  readonly start: Int32Array;
}

/** The paper names table and div, "etc."; that cannot exclude the sectioning elements that came later. */
// biome-ignore format: a list of words
export const defaultSeparators: Uint8Array = tagSet(
  'table', 'div', 'section', 'article', 'main', 'aside', 'header', 'footer', 'nav', 'ul', 'ol', 'dl', 'form',
  'fieldset',
);

/** One pass over the nodes. `separators` is a set made with `tagSet`. */
export function splitBlocks(page: Page, separators: Uint8Array = defaultSeparators): Blocks {
  const { segments, tag, subtreeEnd } = page;
  const start = new Int32Array(segments.length + 1);
  const openEnds: number[] = [];
  /** Of the innermost that is open. */
  let openEnd = Number.POSITIVE_INFINITY;
  let count = 0;
  let node = 0;
  for (let i = 0; i < segments.length; i++) {
    let separated = i === 0;
    for (const segment = segments[i]!; node <= segment; node++) {
      while (openEnd <= node) {
        openEnd = openEnds.pop()!;
        separated = true;
      }
      if (separators[tag[node]!] === 0) continue;
      openEnds.push(openEnd);
      openEnd = subtreeEnd[node]!;
      separated = true;
    }
    if (separated) start[count++] = i;
  }
  start[count] = segments.length;
  return { count, start: start.slice(0, count + 1) };
}
