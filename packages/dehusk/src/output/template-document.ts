/**
 * The template of a site as a document of its own, for those who want it once instead of on every page or never.
 * It is a list of texts and not a page: a template has been learned from many pages, and none of them is it.
 */
import type { TemplateSegment } from '../detect/detector.ts';
import { normalForm, type Page } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { escapeText } from '../page/serialise.ts';
import { toHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';
import type { OutputFormat, PageRecord, RecordOptions } from './record.ts';
import { plainSpaces } from './text.ts';

export interface SiteTemplate {
  readonly site: string;
  readonly segments: readonly TemplateSegment[];
  /** How many pages had changed the template when these were its segments. */
  readonly version: number;
}

/** The texts in the order given, each once, one per line; a list in Markdown and HTML. */
export function templateRecord(
  { site, segments, version }: SiteTemplate,
  { format = 'text' }: Pick<RecordOptions, 'format'> = {},
): PageRecord {
  const title = `Template of ${site}`;
  return {
    id: `${site}#template`,
    site,
    ...renderTexts(title, distinctTexts(segments), format),
    metadata: { title },
    template: { ratio: 1, version },
  };
}

/** In normal form, so that a text is a line. */
function distinctTexts(segments: readonly TemplateSegment[]): readonly string[] {
  const texts = new Set(segments.map(({ text }) => normalForm(plainSpaces(text))));
  texts.delete('');
  return [...texts];
}

function renderTexts(
  title: string,
  texts: readonly string[],
  format: OutputFormat,
): { text: string } | { html: string } {
  switch (format) {
    case 'text':
      return { text: texts.join('\n') };
    case 'markdown':
      return { text: toMarkdown(listPage(title, texts)) };
    // Where everything is template, marks would tell nothing.
    case 'html':
    case 'marked-html':
      return { html: toHtml(listPage(title, texts)) };
  }
}

/** A page, so that escaping and what makes HTML safe stay in one place each. */
function listPage(title: string, texts: readonly string[]): Page {
  const items = texts.map((text) => `<li>${escapeText(text)}</li>`).join('');
  const list = items === '' ? '' : `<ul>${items}</ul>`;
  // The limits are against hostile pages; this one is ours.
  const limits = { maxNodes: Number.POSITIVE_INFINITY };
  return parseText(`<!DOCTYPE html><title>${escapeText(title)}</title><body>${list}`, { limits });
}
