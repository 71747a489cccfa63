/**
 * A verdict as what can be marked in a document: elements that hold nothing but template or nothing but content, the
 * topmost of each, and the single texts where both mix. Media go with the text around them, as in all outputs.
 */
import { countSegments, mediaTags, omittedMedia, Tag, TEXT, type Verdict } from 'dehusk/dom-parts';
import type { CopiedPage } from '../copy/read-copy.ts';
import type { JudgedAnswer } from '../protocol.ts';

const pageTags: ReadonlySet<number> = new Set([Tag.html, Tag.head, Tag.body]);

export function markPage(
  { page, entriesOf }: CopiedPage,
  verdict: Verdict,
): Pick<JudgedAnswer, 'content' | 'template'> {
  const counts = countSegments(page, verdict.template);
  const omitted = omittedMedia(page, verdict);
  const content = { elements: [] as number[], texts: [] as number[] };
  const template = { elements: [] as number[], texts: [] as number[] };
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
    part[tag === TEXT ? 'texts' : 'elements'].push(...entriesOf(node));
    node = page.subtreeEnd[node]!;
  }
  return { content, template };
}
