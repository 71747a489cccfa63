/** The templates of a site's key pages under various options: how good they are, and what mapping costs. */

import { parseText, type TemplateOptions } from 'dehusk';
import { mappings, onlyMainContent } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/corpus.ts';
import { type KeyPages, openKeyPages } from '../papers/alarte-2014/key-pages.ts';
import { scoreElements } from '../score/element-score.ts';
import { goldTokens, keptTokens, scoreTokens } from '../score/tokens.ts';
import { cpuMs } from './interleaved.ts';

export interface KeyResult {
  readonly site: string;
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
  readonly loads: number;
  /** F1 of the content tokens: of all that the template leaves, and of its main part. */
  readonly contentF1: number;
  readonly mainF1: number;
}

export interface TemplateSite {
  /** For each key page that has linked pages. */
  results(options: Partial<TemplateOptions>): Promise<readonly KeyResult[]>;
  /** For each key page with three pages to compare: CPU time of mapping to them over that of parsing all four. */
  mappingCosts(): Promise<readonly number[]>;
}

export function createTemplateSite(site: CorpusSite, keyPages: number): TemplateSite {
  const pages = openKeyPages(site, keyPages);
  return {
    results: (options) => keyResults(site.name, pages, options),
    mappingCosts: () => mappingCosts(pages),
  };
}

async function keyResults(
  site: string,
  pages: KeyPages,
  options: Partial<TemplateOptions>,
): Promise<readonly KeyResult[]> {
  const results: KeyResult[] = [];
  for (const { page, gold } of pages.keys) {
    const template = await pages.template(page, options);
    const score = template && scoreElements(page, gold, template.verdict);
    if (score === undefined) continue;
    const { verdict, siblings } = template!;
    const [contentF1, mainF1] = [verdict, onlyMainContent(page, verdict)].map(
      (judged) => scoreTokens(keptTokens(page, judged), goldTokens(page, gold))?.f1 ?? Number.NaN,
    ) as [number, number];
    const loads = siblings.loads.filter(({ outcome }) => outcome !== 'absent').length;
    results.push({ site, ...score, loads, contentF1, mainF1 });
  }
  return results;
}

async function mappingCosts(pages: KeyPages): Promise<readonly number[]> {
  const costs: number[] = [];
  for (const { page } of pages.keys) {
    const others = (await pages.template(page, {}))?.siblings.found.map((sibling) => sibling.page) ?? [];
    if (others.length < 3) continue;
    const htmls = [page, ...others].map((parsed) => pages.html(parsed));
    const parsing = best(() => htmls.map((html) => parseText(html)));
    costs.push(best(() => others.map((other) => mappings.equality(page, other))) / parsing);
  }
  return costs;
}

function best(run: () => void): number {
  return Math.min(cpuMs(run), cpuMs(run), cpuMs(run));
}
