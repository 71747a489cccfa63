/** Which nodes of a page an output leaves out. */
import type { Verdict } from '../detect/detector.ts';
import { defaultSeparators } from '../page/blocks.ts';
import type { Page } from '../page/page.ts';
import { Tag, tagSet } from '../page/tags.ts';

/** The part of a page to write: what is judged content, or what is judged template. */
export type Part = 'content' | 'template';

/** 1 for every text node that is not in the part; undefined if nothing is left out. */
export function omittedTexts(verdict: Verdict | undefined, part: Part): Uint8Array | undefined {
  if (verdict === undefined || part === 'content') return verdict?.template;
  return verdict.template.map((bit) => 1 - bit);
}

/** Elements that show something without text. */
export const mediaTags: Uint8Array = tagSet('img', 'picture', 'video', 'audio', 'canvas', 'svg');

/**
 * 1 for every media element that goes with the template. Detectors judge text: a picture goes with the text around
 * it, that is with the text of the nearest separator element (W7) that has any. So a logo goes with its menu, and
 * a photo over "Read more" stays with the article it is of.
 */
export function omittedMedia(page: Page, verdict: Verdict): Uint8Array {
  const omitted = new Uint8Array(page.nodeCount);
  const counts = countSegments(page, verdict.template);
  // Per node: is the text of its nearest separator with text all template? Parents come before their children.
  const templateAround = new Uint8Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const decides = counts.all[node]! > 0 && (defaultSeparators[tag] === 1 || tag === Tag.body);
    if (decides) templateAround[node] = counts.template[node] === counts.all[node] ? 1 : 0;
    else if (node > 0) templateAround[node] = templateAround[page.parent[node]!]!;
    if (mediaTags[tag] === 1) omitted[node] = templateAround[node]! | verdict.template[node]!;
  }
  return omitted;
}

export interface SegmentCounts {
  /** Per node: segments in its subtree, and how many of them are template. */
  readonly all: Int32Array;
  readonly template: Int32Array;
}

export function countSegments(page: Page, template: Uint8Array): SegmentCounts {
  const counts = { all: new Int32Array(page.nodeCount), template: new Int32Array(page.nodeCount) };
  for (const segment of page.segments) {
    counts.all[segment] = 1;
    counts.template[segment] = template[segment]!;
  }
  // Backwards, so that every subtree is complete when it is added to its parent's.
  for (let node = page.nodeCount - 1; node > 0; node--) {
    const parent = page.parent[node]!;
    counts.all[parent]! += counts.all[node]!;
    counts.template[parent]! += counts.template[node]!;
  }
  return counts;
}
