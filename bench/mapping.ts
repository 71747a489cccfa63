/**
 * Do the sequence mappings keep what Huang's thesis promises (chapter 5): nearly the optimal mapping, in 1/4 (PS) and
 * 1/10 (CPS) of the time of the top-down mapping?
 *
 *   npm run bench:mapping [-- PAGES_PER_SITE]
 *
 * All pairs of 14 pages (91 pairs, as in the thesis) of every site of the shared corpus. Per site and mapping: F,
 * precision and recall against `top-down-exact`; the same with 0 for a pair whose mapping is no common subtree; CPU
 * time relative to `restricted-top-down`. The time of a pair is the smaller of two runs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { mean } from '../src/eval/mean.ts';
import { type MappingName, mappingNames, mappings } from '../src/mapping/mappings.ts';
import type { Page } from '../src/page/page.ts';
import { parseText } from '../src/page/parse.ts';
import { faultOf } from '../test/mapping/validity.ts';
import { cpuMs } from './interleaved.ts';
import { correlation, parameterNames, parametersOf, score } from './mapping-scores.ts';

const CORPUS = '../shared/corpus';
const perSite = Number(process.argv[2] ?? '14');
const reference: MappingName = 'restricted-top-down';

interface PairResult {
  readonly f: number;
  readonly precision: number;
  readonly recall: number;
  /** Pairs found, as a part of the optimum's. */
  readonly share: number;
  readonly valid: boolean;
  readonly ms: number;
}

interface Measured {
  readonly site: string;
  readonly parseMs: number;
  readonly parameters: readonly (readonly number[])[];
  readonly results: Readonly<Record<string, readonly PairResult[]>>;
}

function sitePages(site: string): readonly string[] {
  const lines = gunzipSync(readFileSync(join(CORPUS, site, 'pages.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  const count = Math.min(perSite, lines.length);
  return Array.from({ length: count }, (_, i) => {
    const line = lines[Math.floor((i * lines.length) / count)]!;
    return (JSON.parse(line) as { html: string }).html;
  });
}

function measureSite(site: string): Measured {
  const htmls = sitePages(site);
  const pages = htmls.map((html) => parseText(html));
  const results: Record<string, PairResult[]> = {};
  const parameters: (readonly number[])[] = [];
  for (const [i, key] of pages.entries()) {
    for (const other of pages.slice(i + 1)) {
      const optimum = mappings['top-down-exact'](key, other);
      parameters.push(parametersOf(key, other, optimum));
      for (const name of mappingNames) {
        results[name] ??= [];
        results[name].push(measurePair(name, [key, other], optimum));
      }
    }
  }
  // Parsing again, now that the parser is warm: the time of two pages, as a pair needs it.
  const parseMs = (2 * cpuMs(() => htmls.map((html) => parseText(html)))) / pages.length;
  return { site, parseMs, parameters, results };
}

function measurePair(
  name: MappingName,
  [key, other]: readonly [Page, Page],
  optimum: { other: Int32Array; size: number },
): PairResult {
  const map = mappings[name];
  const mapping = map(key, other);
  const run = (): number => cpuMs(() => map(key, other));
  return {
    ...score(mapping, optimum),
    share: mapping.size / optimum.size,
    valid: faultOf(key, other, mapping) === undefined,
    ms: Math.min(run(), run()),
  };
}

function table(
  title: string,
  all: readonly Measured[],
  cell: (results: readonly PairResult[], of: Measured) => number,
): void {
  console.log(`\n${title}\n${' '.repeat(30)}${mappingNames.map((name) => name.padStart(21)).join('')}`);
  const rows = all.map((measured) => mappingNames.map((name) => cell(measured.results[name]!, measured)));
  const line = (name: string, values: readonly number[]): void =>
    console.log(name.padEnd(30) + values.map((value) => value.toFixed(3).padStart(21)).join(''));
  for (const [i, row] of rows.entries()) line(all[i]!.site, row);
  line(
    'mean of the sites',
    mappingNames.map((_, column) => mean(rows.map((row) => row[column]!))),
  );
}

const by = (field: 'f' | 'precision' | 'recall' | 'share') => (results: readonly PairResult[]) =>
  mean(results.map((result) => result[field]));
const totalMs = (results: readonly PairResult[]): number => mean(results.map(({ ms }) => ms));

const sites = readdirSync(CORPUS).filter((site) => existsSync(join(CORPUS, site, 'pages.jsonl.gz')));
const all = sites.sort().map((site) => {
  process.stderr.write(`${site}\n`);
  return measureSite(site);
});
const everyPair = (name: MappingName): PairResult[] => all.flatMap(({ results }) => [...results[name]!]);

console.log(`${all.length} sites, ${everyPair(reference).length} pairs of pages`);
table('F, without penalty (figure 5.1a)', all, by('f'));
table('precision (figure 5.1b)', all, by('precision'));
table('recall (figure 5.1c)', all, by('recall'));
table('F, 0 where the mapping is no common subtree (figure 5.2a)', all, (results) =>
  mean(results.map(({ f, valid }) => (valid ? f : 0))),
);
table('pairs found, as a part of the optimum (there may be several optima, F knows one)', all, by('share'));
table('mappings that are no common subtree', all, (results) => results.filter(({ valid }) => !valid).length);
table('CPU time, ms a pair', all, totalMs);
table(
  `CPU time relative to ${reference}`,
  all,
  (results, of) => totalMs(results) / totalMs(of.results[reference]!),
);
table('CPU time relative to parsing the two pages', all, (results, of) => totalMs(results) / of.parseMs);

console.log(`\nCPU time of all pairs relative to ${reference}, and the slowest pair`);
for (const name of mappingNames) {
  const ratio = totalMs(everyPair(name)) / totalMs(everyPair(reference));
  const slowest = everyPair(name).reduce((most, { ms }) => Math.max(most, ms), 0);
  console.log(`${name.padEnd(30)}${ratio.toFixed(3).padStart(8)}${slowest.toFixed(0).padStart(10)} ms`);
}

console.log('\ncorrelation of CPU time with the six parameters, over all pairs');
const parameters = all.flatMap((measured) => measured.parameters);
for (const [column, parameter] of parameterNames.entries()) {
  const values = parameters.map((row) => row[column]!);
  const cells = mappingNames.map((name) =>
    correlation(
      values,
      everyPair(name).map(({ ms }) => ms),
    ),
  );
  console.log(parameter.padEnd(30) + cells.map((value) => value.toFixed(3).padStart(21)).join(''));
}
