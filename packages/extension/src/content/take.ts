/** Injected when the page is to be taken elsewhere: its template as HTML. */
import {
  countSegments,
  mediaTags,
  omittedMedia,
  type Page,
  TEXT,
  toTemplateHtml,
  type Verdict,
} from 'dehusk/dom-parts';
import { sharedWorld } from './shared-world.ts';

sharedWorld.dehuskTab!.features.templateHtml = ({ page, cleaned }) =>
  toTemplateHtml(page, withElements(page, cleaned.verdict), { slots: true });

/**
 * The cleaner judges texts. An element is template if a text in it is; one without text, as a line or a style sheet, is
 * unless it stands where all text is content.
 */
function withElements(page: Page, verdict: Verdict): Verdict {
  const { all, template: judged } = countSegments(page, verdict.template);
  const omitted = omittedMedia(page, verdict);
  const template = new Uint8Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++) {
    const tag = page.tag[node]!;
    const above = node === 0 ? 1 : template[page.parent[node]!]!;
    if (mediaTags[tag] === 1) template[node] = omitted[node]! & above;
    else if (all[node]! > 0) template[node] = judged[node]! > 0 ? 1 : 0;
    else template[node] = above;
    if (tag === TEXT && all[node] === 1) template[node] = verdict.template[node]!;
  }
  return { ...verdict, template };
}
