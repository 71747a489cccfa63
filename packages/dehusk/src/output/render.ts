/** The content of a page in any of the formats that records have. */
import type { Verdict } from '../detect/detector.ts';
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { toCoreText } from './core-text.ts';
import { toHtml, toMarkedHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';
import type { RenderContent } from './record.ts';
import { toOutlinedText } from './text.ts';
import type { OmitOptions } from './verdict-view.ts';

export const renderContent: RenderContent = ({ page, verdict, withTemplate = false }, options) => {
  const omitting = withTemplate ? undefined : verdict;
  const { format = 'text', hidden, linkStyle, images } = options;
  switch (format) {
    case 'text':
      return renderText(page, omitting, { hidden });
    case 'markdown':
      return { text: toMarkdown(page, omitting, { hidden, linkStyle, images }) };
    case 'html':
      return { html: toHtml(page, omitting, { hidden }) };
    // Has all of its text in any case.
    case 'marked-html':
      return { html: toMarkedHtml(page, verdict) };
    // Whoever writes no TypeScript hears of it here.
    default:
      throw new DehuskError('OPTION_BAD', {
        option: 'format',
        expected: 'text, markdown, html or marked-html',
        value: format satisfies never,
      });
  }
};

/** Plain text, by whoever is the fastest that can. */
export function renderText(
  page: Page,
  verdict: Verdict | undefined,
  options: OmitOptions = {},
): Extract<ReturnType<RenderContent>, { readonly text: string }> {
  return toCoreText(page, verdict, options) ?? toOutlinedText(page, verdict, options);
}
