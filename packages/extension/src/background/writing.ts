/** What the engine writes of a judged page: its content as Markdown, text or HTML, its template as HTML, its record. */
import {
  countSegments,
  mediaTags,
  omittedMedia,
  type Page,
  renderContent,
  TEXT,
  toTemplateHtml,
  type Verdict,
} from 'dehusk/dom-parts';
import type { TakenText, WrittenPart } from '../protocol.ts';
import type { JudgedPage } from './judging.ts';

type Written = Omit<TakenText, 'name'>;

export const writers: Readonly<Record<WrittenPart, (judged: JudgedPage) => Written>> = {
  markdown: (judged) => ({ text: contentAs(judged, 'markdown'), type: 'text/markdown' }),
  text: (judged) => ({ text: contentAs(judged, 'text'), type: 'text/plain' }),
  html: (judged) => ({ text: contentAs(judged, 'html'), type: 'text/html' }),
  template: (judged) => ({ text: templateHtml(judged), type: 'text/html' }),
  record: ({ cleaned }) => ({ text: `${JSON.stringify(cleaned.record({}))}\n`, type: 'application/json' }),
};

function contentAs({ page, cleaned }: JudgedPage, format: 'markdown' | 'text' | 'html'): string {
  const written = renderContent({ page, verdict: cleaned.verdict }, { format });
  return 'text' in written ? written.text : written.html;
}

function templateHtml({ page, cleaned }: JudgedPage): string {
  return toTemplateHtml(page, withElements(page, cleaned.verdict), { slots: true });
}

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
