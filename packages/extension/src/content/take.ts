/**
 * Injected when the page is to be taken elsewhere: its content as Markdown, text or HTML, its template as HTML or as
 * selectors, and the record that `clean` writes of it.
 */
import {
  countSegments,
  createRecord,
  mediaTags,
  omittedMedia,
  type Page,
  renderContent,
  TEXT,
  toTemplateHtml,
  type Verdict,
} from 'dehusk/dom-parts';
import type { TakenPart, TakenText } from '../protocol.ts';
import { markPage } from './marks.ts';
import { ruleSelector } from './rule-selector.ts';
import { sharedWorld } from './shared-world.ts';
import type { JudgedDocument } from './site-session.ts';

const { features } = sharedWorld.dehuskTab!;
features.templateHtml = templateHtml;
features.take = (judged, part) => ({ ...writers[part](judged), name: fileName(judged, part) });

type Written = Omit<TakenText, 'name'>;

const writers: Readonly<Record<TakenPart, (judged: JudgedDocument) => Written>> = {
  markdown: (judged) => ({ text: contentAs(judged, 'markdown'), type: 'text/markdown' }),
  text: (judged) => ({ text: contentAs(judged, 'text'), type: 'text/plain' }),
  html: (judged) => ({ text: contentAs(judged, 'html'), type: 'text/html' }),
  template: (judged) => ({ text: templateHtml(judged), type: 'text/html' }),
  selectors: (judged) => ({ text: lines(templateSelectors(judged)), type: 'text/plain' }),
  ublock: (judged) => ({
    text: lines(templateSelectors(judged).map((selector) => `${location.hostname}##${selector}`)),
    type: 'text/plain',
  }),
  record: (judged) => ({ text: `${JSON.stringify(recordOf(judged))}\n`, type: 'application/json' }),
};

const endings: Readonly<Record<TakenPart, string>> = {
  markdown: '.md',
  text: '.txt',
  html: '.html',
  template: '.template.html',
  selectors: '.selectors.txt',
  ublock: '.ublock.txt',
  record: '.json',
};

function fileName({ cleaned }: JudgedDocument, part: TakenPart): string {
  const path = location.pathname.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return (
    `${cleaned.site.replace(/[^\p{L}\p{N}.]+/gu, '-')}${path === '' ? '' : `-${path}`}`.slice(0, 80) +
    endings[part]
  );
}

function contentAs({ page, cleaned }: JudgedDocument, format: 'markdown' | 'text' | 'html'): string {
  const written = renderContent({ page, verdict: cleaned.verdict }, format);
  return 'text' in written ? written.text : written.html;
}

/** Of its metadata the title alone: what tells languages is as large as all the rest. */
function recordOf({ page, cleaned }: JudgedDocument): object {
  const { verdict, site, guarded, url } = cleaned;
  const raw = { ...(url !== undefined && { url }), provenance: { file: '' } };
  return createRecord({ raw, page, verdict, site, guarded }, {}, { render: renderContent });
}

/** Of what holds nothing but template: each names one element of this page, and no content. */
function templateSelectors({ page, cleaned }: JudgedDocument): readonly string[] {
  const { elements } = markPage(page, cleaned.verdict).template;
  return [...new Set(elements.map(ruleSelector))];
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

function templateHtml({ page, cleaned }: JudgedDocument): string {
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
