/** The pages of a site, parsed once for all methods and for the gold. */
import { DehuskError, type Page, parseText } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import { cpuMs } from './cpu-ms.ts';

export interface LoadedSite {
  readonly name: string;
  readonly pages: readonly Page[];
  /** What they were parsed from. */
  readonly htmls: readonly string[];
  /** CPU time of parsing, per page. */
  readonly parseMs: number;
  /** Pages that could not be parsed: nobody is scored on them. */
  readonly failed: readonly { readonly url: string; readonly error: DehuskError }[];
}

/** Throws EVAL_CORPUS_BAD where the pages cannot be read at all. */
export function loadSite(site: CorpusSite): LoadedSite {
  const raw = readPages(site);
  const pages: Page[] = [];
  const htmls: string[] = [];
  const failed: { url: string; error: DehuskError }[] = [];
  const start = cpuMs();
  for (const { url, html } of raw) {
    try {
      pages.push(parseText(html, { url }));
      htmls.push(html);
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed.push({ url, error });
    }
  }
  return { name: site.name, pages, htmls, parseMs: (cpuMs() - start) / Math.max(1, raw.length), failed };
}

function readPages(site: CorpusSite): ReturnType<CorpusSite['pages']> {
  try {
    return site.pages();
  } catch (error) {
    throw new DehuskError('EVAL_CORPUS_BAD', { folder: site.name, reason: String(error) }, { cause: error });
  }
}
