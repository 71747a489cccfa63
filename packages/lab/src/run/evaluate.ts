/** Runs methods on sites, site by site, and scores what came out together with what was known before. */
import { DehuskError, type Page, parseText } from 'dehusk';
import type { CorpusSite } from '../corpus/corpus.ts';
import type { EvalMethod } from '../methods/methods.ts';
import {
  createSiteScorer,
  type ScoreOptions,
  type SiteFacts,
  type SiteResult,
  siteFacts,
} from '../results/site-result.ts';
import { cpuMs } from './measure.ts';
import { addLine, isComplete, type RunFile, type RunLine, type RunLines } from './run-file.ts';
import { runMethod } from './run-method.ts';

export interface Evaluation extends ScoreOptions {
  readonly sites: readonly CorpusSite[];
  /** To be run where the output does not have them yet. */
  readonly methods: readonly EvalMethod[];
  /** Where lines go, and what is there already. */
  readonly output: RunFile;
  /** Told of every site when it is done, and of every page that could not be parsed. */
  readonly onSite?: (site: string, done: number) => void;
  readonly onFailure?: (site: string, failure: { readonly url: string; readonly error: DehuskError }) => void;
}

export interface EvaluatedSites {
  readonly results: readonly SiteResult[];
  readonly corpus: readonly SiteFacts[];
}

export async function evaluate({
  sites,
  methods,
  output,
  onSite,
  onFailure,
  ...options
}: Evaluation): Promise<EvaluatedSites> {
  const results: SiteResult[] = [];
  const corpus: SiteFacts[] = [];
  for (const [i, site] of sites.entries()) {
    const loaded = loadSite(site);
    for (const failure of loaded.failed) onFailure?.(site.name, failure);
    for (const method of methods) await runMissing(method, loaded, output);
    results.push(...scoreSite(createSiteScorer(site, loaded, options), site, output.lines));
    corpus.push(siteFacts(site, loaded));
    // A site's lines are not needed again, and those of peers are as large as its pages.
    output.lines.delete(site.name);
    onSite?.(site.name, i + 1);
  }
  return { results, corpus };
}

async function runMissing(method: EvalMethod, site: LoadedSite, { lines, append }: RunFile): Promise<void> {
  const known = lines.get(site.name)?.get(method.name);
  if (known !== undefined && isComplete(known)) return;
  const ran = await runMethod(method, site);
  append(ran);
  for (const line of ran) addLine(lines, line);
}

function scoreSite(
  score: ReturnType<typeof createSiteScorer>,
  { name }: CorpusSite,
  lines: RunLines,
): readonly SiteResult[] {
  const byMethod = lines.get(name) ?? new Map<string, RunLine[]>();
  return [...byMethod].map(([method, ran]) => score(method, ran));
}

/** For a run whose lines nobody wants. */
export function noRunFile(): RunFile {
  return { lines: new Map(), append: () => undefined };
}

/** The pages of a site, parsed once for all methods and for the gold. */
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
