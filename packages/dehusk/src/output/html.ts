/** The page without its template, as HTML that runs nothing when it is opened. */
import type { Verdict } from '../detect/detector.ts';
import type { Page } from '../page/page.ts';
import { serialise } from '../page/serialise.ts';
import { mediaTags, omittedMedia } from './content.ts';

export function toHtml(page: Page, verdict?: Verdict): string {
  return verdict === undefined ? serialise(page) : serialise(page, { removed: removedNodes(page, verdict) });
}

const Holds = { content: 1, template: 2 } as const;

/**
 * Template text and media, and the elements that hold nothing else: those that lose something and keep neither
 * text nor media. Elements that were empty before stay, unless they stand in one that goes.
 */
function removedNodes(page: Page, verdict: Verdict): Uint8Array {
  const media = omittedMedia(page, verdict);
  const holds = new Uint8Array(page.nodeCount);
  for (const node of page.segments)
    holds[node] = verdict.template[node] === 1 ? Holds.template : Holds.content;
  for (let node = page.nodeCount - 1; node > 0; node--) {
    if (mediaTags[page.tag[node]!] === 1) holds[node]! |= media[node] === 1 ? Holds.template : Holds.content;
    holds[page.parent[node]!]! |= holds[node]!;
  }
  return holds.map((bits) => (bits === Holds.template ? 1 : 0));
}
