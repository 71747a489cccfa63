/** One page per stream: an HTML file. */
import { DehuskError } from '../errors.ts';
import type { Provenance } from '../page/raw-page.ts';
import { type ByteSource, collectBytes, remainingBytes } from './byte-reader.ts';
import { failure, type InputItem } from './input.ts';

export interface HtmlOptions {
  readonly provenance: Provenance;
  readonly maxPageBytes: number;
  /** Whether the bytes come out of a decompressor: chooses the error of a page that is too large. */
  readonly inflated?: boolean;
  readonly url?: string | undefined;
  readonly contentType?: string | undefined;
}

/** Yields exactly one item. Nothing is yielded of a page whose stream fails: a short page is not that page. */
export async function* readHtml(source: ByteSource, options: HtmlOptions): AsyncGenerator<InputItem> {
  const { provenance, maxPageBytes, url, contentType } = options;
  const bytes = await collectBytes(remainingBytes(source), maxPageBytes);
  if (!bytes) {
    yield failure(tooLarge(source.offset, options), provenance);
    return;
  }
  const known = { ...(url !== undefined && { url }), ...(contentType !== undefined && { contentType }) };
  yield { kind: 'page', page: { ...known, bytes, provenance } };
}

function tooLarge(seenBytes: number, { inflated, maxPageBytes }: HtmlOptions): DehuskError {
  return inflated
    ? new DehuskError('PAGE_INFLATES_TOO_LARGE', { limitBytes: maxPageBytes })
    : new DehuskError('PAGE_TOO_LARGE', { sizeBytes: seenBytes, limitBytes: maxPageBytes });
}
