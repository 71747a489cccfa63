/**
 * A verdict as what can be marked in a document: elements that hold nothing but template or nothing but content, the
 * topmost of each, and the single texts where both mix. Media go with the text around them, as in all outputs.
 */
import type { DomPage } from 'dehusk/dom';
import { countSegments, mediaTags, omittedMedia, Tag, TEXT, type Verdict } from 'dehusk/dom-parts';

/** Of one side of the verdict. */
export interface MarkedPart {
  readonly elements: readonly Element[];
  /** Those that are in none of the elements. */
  readonly texts: readonly Text[];
}

export interface Marks {
  readonly content: MarkedPart;
  readonly template: MarkedPart;
}

const pageTags: ReadonlySet<number> = new Set([Tag.html, Tag.head, Tag.body]);

export function markPage(page: DomPage, verdict: Verdict): Marks {
  const counts = countSegments(page, verdict.template);
  const omitted = omittedMedia(page, verdict);
  const content = { elements: [] as Element[], texts: [] as Text[] };
  const template = { elements: [] as Element[], texts: [] as Text[] };
  for (let node = 0; node < page.nodeCount; ) {
    const all = counts.all[node]!;
    const tag = page.tag[node]!;
    const isMedia = mediaTags[tag] === 1;
    const isOnePart = all > 0 && (counts.template[node] === 0 || counts.template[node] === all);
    if (pageTags.has(tag) || !(isOnePart || isMedia)) {
      node++;
      continue;
    }
    const isTemplate = isMedia ? omitted[node] === 1 : counts.template[node] === all;
    const part = isTemplate ? template : content;
    if (tag === TEXT) part.texts.push(...(page.domNodes(node) as unknown as readonly Text[]));
    else part.elements.push(page.domNodes(node)[0] as unknown as Element);
    node = page.subtreeEnd[node]!;
  }
  return { content, template };
}
