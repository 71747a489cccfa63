/**
 * The main content of a page (among the future work of Alarte 2014): of what the template leaves, the element that
 * holds most of the text.
 *
 * From the body downwards the way goes to the child that has most of the text of its parent, as long as there is one
 * that does: it ends at the element whose text is spread over several children, the paragraphs of an article or the
 * items of a list. Text in links counts less: "related articles" may be longer than the article.
 */
import type { Verdict } from '../../detect/detector.ts';
import { Tag } from '../../page/names.ts';
import { type Page, TEXT } from '../../page/page.ts';

/** A child must have this much of its parent's text. Half would let the longer of two columns win. */
const MAIN_PART = 0.7;
/** What a character in a link weighs. */
const LINK_WEIGHT = 0.25;

/**
 * The element; the body where nothing stands out, all of a page of frames. `leftOut`: 1 for texts that do not count, such
 * as the template's.
 */
export function mainContent(page: Page, leftOut?: Uint8Array): number {
  const weights = weighText(page, leftOut);
  // A page of frames has no body.
  let node = Math.max(0, page.tag.indexOf(Tag.body));
  for (let next = node; next !== -1; next = heaviestChild(page, weights, node)) node = next;
  return node;
}

/** The verdict with all but the main content taken away. */
export function onlyMainContent(page: Page, verdict: Verdict): Verdict {
  const main = mainContent(page, verdict.template);
  const template = new Uint8Array(page.nodeCount).fill(1);
  template.set(verdict.template.subarray(main, page.subtreeEnd[main]!), main);
  return { ...verdict, template };
}

/** The child that has most of the node's text, or −1. */
function heaviestChild({ subtreeEnd, tag }: Page, weights: Float64Array, node: number): number {
  const needed = MAIN_PART * weights[node]!;
  if (needed === 0) return -1;
  for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!)
    if (weights[child]! >= needed && tag[child] !== TEXT) return child;
  return -1;
}

/** Per node: characters of the text below it, those in links for less. */
function weighText(page: Page, leftOut?: Uint8Array): Float64Array {
  const weights = new Float64Array(page.nodeCount);
  const inLink = new Uint8Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++)
    inLink[node] = page.tag[node] === Tag.a ? 1 : inLink[page.parent[node]!]!;
  for (const node of page.segments)
    if (leftOut?.[node] !== 1) weights[node] = page.chars[node]! * (inLink[node] === 1 ? LINK_WEIGHT : 1);
  for (let node = page.nodeCount - 1; node > 0; node--) weights[page.parent[node]!]! += weights[node]!;
  return weights;
}
