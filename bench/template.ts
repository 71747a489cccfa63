/**
 * How good is the template of a page that is found by its links, and what does it cost? The tables of Alarte 2014 on
 * the shared corpus, and what each addition of ours is worth.
 *
 *   npm run bench:template [-- KEY_PAGES_PER_SITE]
 *
 * Key pages are spread over the file of a site. Recall, precision and F1 are of the elements of the key page, as in
 * Table 5.1 of the thesis: means over the key pages of a site, then over sites. CPU time is that of mapping, relative
 * to parsing the pages that are mapped.
 */
import { groupOf, readCorpus } from '../src/eval/corpus/read-corpus.ts';
import { mean } from '../src/eval/mean.ts';
import type { TemplateOptions } from '../src/index.ts';
import { reportAims } from './aims.ts';
import { createTemplateSite, type KeyResult, mappingCost, type TemplateSite } from './template-site.ts';

const CORPUS = '../shared/corpus';
const keyPages = Number(process.argv[2] ?? '5');
const groups = ['real', 'doc', 'swde'] as const;

interface Setting {
  readonly name: string;
  readonly options: Partial<TemplateOptions>;
}

const sizes: readonly Setting[] = [1, 2, 3, 4, 5, 6, 7, 8].map((pages) => ({
  name: `n = ${pages}`,
  options: { pages },
}));
const choices: readonly Setting[] = [
  { name: 'as by default', options: {} },
  { name: 'plain link order', options: { menuFirst: false } },
  { name: 'odd page kept', options: { replaceOdd: false } },
  { name: 'moved followed', options: { followMoved: true } },
  { name: 'main content cut', options: { cutMain: true } },
  ...(['top-down-exact', 'restricted-top-down', 'prufer', 'consolidated-prufer', 'bottom-up'] as const).map(
    (mapping) => ({ name: mapping, options: { mapping } }),
  ),
];

/** Results by the name of the setting and its votes. */
const results = new Map<string, KeyResult[]>();

async function measure(site: TemplateSite): Promise<void> {
  for (const { name, options } of [...sizes, ...choices]) {
    const votes = options.pages === undefined ? [2] : Array.from({ length: options.pages }, (_, i) => i + 1);
    for (const result of await site.results(options, votes)) {
      const key = `${name}, t = ${result.votes}`;
      results.set(key, [...(results.get(key) ?? []), result]);
    }
  }
}

const meanOf = (found: readonly KeyResult[], value: (result: KeyResult) => number): number => {
  const sites = new Map<string, number[]>();
  for (const result of found) sites.set(result.site, [...(sites.get(result.site) ?? []), value(result)]);
  return mean([...sites.values()].map((values) => mean(values)));
};

function line(found: readonly KeyResult[]): string {
  if (found.length === 0) return 'no page found';
  const figures = [({ recall }: KeyResult) => recall, (r: KeyResult) => r.precision, (r: KeyResult) => r.f1];
  const scores = figures.map((value) => (100 * meanOf(found, value)).toFixed(2));
  const [pages, loads, ms] = [
    (r: KeyResult) => r.found,
    (r: KeyResult) => r.loads,
    (r: KeyResult) => r.ms,
  ].map((value) => meanOf(found, value).toFixed(1));
  return `R ${scores[0]}  P ${scores[1]}  F1 ${scores[2]}  pages ${pages}  loads ${loads}  ${ms} ms`;
}

const inGroup = (found: readonly KeyResult[], group: string): readonly KeyResult[] =>
  found.filter(({ site }) => groupOf(site) === group);

const costs: number[] = [];
for (const site of readCorpus(CORPUS)) {
  const templates = createTemplateSite(site, keyPages);
  await measure(templates);
  costs.push(...(await mappingCost(templates)));
  console.error(site.name);
}

for (const [name, found] of results) {
  console.log(`\n${name}`);
  for (const group of groups) console.log(`  ${group.padEnd(5)} ${line(inGroup(found, group))}`);
}
console.log('\nper site, as by default (Table 5.1)');
const byDefault = results.get('as by default, t = 2')!;
for (const site of [...new Set(byDefault.map((result) => result.site))])
  console.log(`  ${site.padEnd(30)} ${line(byDefault.filter((result) => result.site === site))}`);
console.log('\nF1 of content tokens: what the template leaves, and its main part (--content=main)');
for (const group of groups) {
  const scored = inGroup(byDefault, group).filter(({ contentF1 }) => !Number.isNaN(contentF1));
  if (scored.length === 0) continue;
  const [all, main] = [({ contentF1 }: KeyResult) => contentF1, ({ mainF1 }: KeyResult) => mainF1].map(
    (value) => meanOf(scored, value).toFixed(3),
  );
  console.log(`  ${group.padEnd(5)} ${all}, main ${main}`);
}
const costRatio = mean(costs);
console.log(
  `\nmapping a key page to three others / parsing the four: mean ${costRatio.toFixed(2)}, worst ${Math.max(...costs).toFixed(2)}`,
);
reportAims([
  { what: 'F1, real sites', measured: meanOf(inGroup(byDefault, 'real'), ({ f1 }) => f1), atLeast: 0.943 },
  { what: 'F1, documentation', measured: meanOf(inGroup(byDefault, 'doc'), ({ f1 }) => f1), atLeast: 0.943 },
  { what: 'mapping three pages / parsing four, mean', measured: costRatio, atMost: 3 },
]);
