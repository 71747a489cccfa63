/** Runs methods on sites, site by site, and scores what came out together with what was known before. */
import type { DehuskError } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import type { EvalMethod } from '../methods/eval-method.ts';
import type { OnScored } from '../results/scored-site.ts';
import { type SiteFacts, siteFacts } from '../results/site-facts.ts';
import { createSiteScorer, type SiteResult } from '../results/site-result.ts';
import { type LoadedSite, loadSite } from './load-site.ts';
import { addLine, isWhole, type RunFile, type RunLines } from './run-file.ts';
import type { RunLine } from './run-line.ts';
import { runMethod } from './run-method.ts';

export interface Evaluation {
  readonly sites: readonly CorpusSite[];
  /** To be run where the output does not have them yet. */
  readonly methods: readonly EvalMethod[];
  /** Where lines go, and what is there already. */
  readonly output: RunFile;
  /** Told of every site when it is done, of every method scored on it, and of every page that could not be parsed. */
  readonly onSite?: (site: string, done: number) => void;
  readonly onScored?: OnScored;
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
  onScored,
  onFailure,
}: Evaluation): Promise<EvaluatedSites> {
  const results: SiteResult[] = [];
  const corpus: SiteFacts[] = [];
  for (const [i, site] of sites.entries()) {
    const loaded = loadSite(site);
    for (const failure of loaded.failed) onFailure?.(site.name, failure);
    for (const method of methods) await runMissing(method, loaded, output);
    results.push(...scoreSite(createSiteScorer(site, loaded, onScored), site, output.lines));
    corpus.push(siteFacts(site, loaded));
    // A site's lines are not needed again, and those of peers are as large as its pages.
    output.lines.delete(site.name);
    onSite?.(site.name, i + 1);
  }
  return { results, corpus };
}

async function runMissing(method: EvalMethod, site: LoadedSite, { lines, append }: RunFile): Promise<void> {
  const known = lines.get(site.name)?.get(method.name);
  if (known !== undefined && isWhole(known)) return;
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
