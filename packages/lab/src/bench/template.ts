/**
 * How good is the template of a page that is found by its links, what is each addition of ours worth, and what does
 * mapping cost? The thesis's own tables are made by `dehusk-lab paper alarte-2014`.
 *
 *   dehusk-lab bench template [KEY_PAGES_PER_SITE]
 *
 * Key pages are spread over the file of a site. Recall, precision and F1 are of the elements of the key page, as in
 * Table 5.1 of the thesis: means over the key pages of a site, then over sites. CPU time is that of mapping, relative
 * to parsing the pages that are mapped.
 */
import { parseText } from 'dehusk';
import { mappings, onlyMainContent, type TemplateOptions } from 'dehusk/parts';
import { type CorpusSite, type GroupName, groupOf, readCorpus } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import { type KeyPages, openKeyPages } from '../papers/alarte-2014/key-pages.ts';
import { mean } from '../score/statistics.ts';
import { goldTokens, keptTokens, scoreTokens } from '../score/tokens.ts';
import { scoreElements } from '../score/tree-scores.ts';
import { cpuMs, reportAims } from './measure.ts';

const CORPUS = '../shared/corpus';
const groups: readonly GroupName[] = ['real', 'doc', 'swde'];

interface Setting {
  readonly name: string;
  readonly options: Partial<TemplateOptions>;
}

const byDefault: Setting = { name: 'as by default', options: {} };
const settings: readonly Setting[] = [
  byDefault,
  { name: 'plain link order', options: { menuFirst: false } },
  { name: 'odd page kept', options: { replaceOdd: false } },
  { name: 'moved followed', options: { followMoved: true } },
  { name: 'main content cut', options: { cutMain: true } },
  ...(['top-down-exact', 'restricted-top-down', 'prufer', 'consolidated-prufer', 'bottom-up'] as const).map(
    (mapping) => ({ name: mapping, options: { mapping } }),
  ),
];

export async function run([keyPages = '5']: readonly string[], out: Output): Promise<number> {
  const results = new Map<Setting, KeyResult[]>(settings.map((setting) => [setting, []]));
  const costs: number[] = [];
  for (const corpusSite of readCorpus(CORPUS)) {
    const site = createTemplateSite(corpusSite, Number(keyPages));
    for (const [setting, found] of results) found.push(...(await site.results(setting.options)));
    costs.push(...(await site.mappingCosts()));
    out.progress(corpusSite.name);
  }

  for (const [{ name }, found] of results) {
    out.line(`\n${name}`);
    for (const group of groups) out.line(`  ${group.padEnd(5)} ${line(inGroup(found, group))}`);
  }

  out.line('\nF1 of content tokens: what the template leaves, and its main part (--content=main)');
  const found = results.get(byDefault)!;
  for (const group of groups) {
    const scored = inGroup(found, group).filter(({ contentF1 }) => !Number.isNaN(contentF1));
    if (scored.length === 0) continue;
    const all = meanOf(scored, ({ contentF1 }) => contentF1).toFixed(3);
    out.line(`  ${group.padEnd(5)} ${all}, main ${meanOf(scored, ({ mainF1 }) => mainF1).toFixed(3)}`);
  }

  const cost = mean(costs);
  const worst = Math.max(...costs).toFixed(2);
  out.line(
    `\nmapping a key page to three others / parsing the four: mean ${cost.toFixed(2)}, worst ${worst}`,
  );
  return reportAims(
    [
      { what: 'F1, real sites', measured: meanOf(inGroup(found, 'real'), ({ f1 }) => f1), atLeast: 0.943 },
      { what: 'F1, documentation', measured: meanOf(inGroup(found, 'doc'), ({ f1 }) => f1), atLeast: 0.943 },
      { what: 'mapping three pages / parsing four, mean', measured: cost, atMost: 3 },
    ],
    out,
  );
}

function meanOf(found: readonly KeyResult[], value: (result: KeyResult) => number): number {
  const sites = new Map<string, number[]>();
  for (const result of found) sites.set(result.site, [...(sites.get(result.site) ?? []), value(result)]);
  return mean([...sites.values()].map(mean));
}

function line(found: readonly KeyResult[]): string {
  if (found.length === 0) return 'no page found';
  const [recall, precision, f1] = (['recall', 'precision', 'f1'] as const).map((name) =>
    (100 * meanOf(found, (result) => result[name])).toFixed(2),
  );
  return `R ${recall}  P ${precision}  F1 ${f1}  loads ${meanOf(found, ({ loads }) => loads).toFixed(1)}`;
}

const inGroup = (found: readonly KeyResult[], group: GroupName): readonly KeyResult[] =>
  found.filter(({ site }) => groupOf(site) === group);

// The templates of a site's key pages under various options: how good they are, and what mapping costs.

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
