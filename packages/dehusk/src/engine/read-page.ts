/** A page in any of the forms that people have it in, to the form that everything else works with. */
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { parse, parseText } from '../page/parse.ts';
import { defaultPageLimits, pageId } from '../page/raw-page.ts';
import { checkedPage, type PageReading, type SourcePage } from './engine.ts';

export function readPage(source: SourcePage, { limits, hashKey }: PageReading): Page {
  if ('page' in source) return checkedPage(source.page, hashKey);
  const options = { limits, hashKey, id: pageId(source) };
  if ('bytes' in source) return parse(source, options);
  const { html, url } = source;
  const { maxBytes } = { ...defaultPageLimits, ...limits };
  // A character has at most three bytes.
  const sizeBytes = html.length * 3 <= maxBytes ? 0 : new TextEncoder().encode(html).length;
  if (sizeBytes > maxBytes) throw new DehuskError('PAGE_TOO_LARGE', { sizeBytes, limitBytes: maxBytes });
  return parseText(html, { ...options, ...(url !== undefined && { url }) });
}
