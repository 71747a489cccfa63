/**
 * Quality of the detectors on a gold corpus: content tokens, macro over sites, on the read gold and the zone gold.
 *
 *   npm run quality [-- FOLDER]     (default ../shared/corpus)
 */
import { groupOf, readCorpus } from '../src/eval/corpus/read-corpus.ts';
import {
  type GoldName,
  goldNames,
  keptTokens,
  type MeanScore,
  meanScore,
  scorePages,
  siteGold,
} from '../src/eval/score/site-score.ts';
import {
  createIncrementalDetector,
  createIndexTimeDetector,
  createMappingVoteDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type Page,
  parseText,
  type Verdict,
} from '../src/index.ts';

type Method = (pages: readonly Page[]) => readonly Verdict[];

const methods: Readonly<Record<string, Method>> = {
  none: (pages) => pages.map((page) => createNoneDetector().judge(page)),
  'incremental stream': (pages) => {
    const detector = createIncrementalDetector();
    return pages.map((page) => detector.observe(page));
  },
  'incremental two-pass': (pages) => {
    const detector = createIncrementalDetector({ forgetting: false });
    for (const page of pages) detector.learn(page);
    return pages.map((page) => detector.judge(page));
  },
  'mapping-vote': (pages) => createMappingVoteDetector().judgeBatch(pages),
  'index-time': (pages) => createIndexTimeDetector().judgeBatch(pages),
  shingle: (pages) => createShingleDetector().judgeBatch(pages),
  'style-tree': (pages) => createStyleTreeDetector().judgeBatch(pages),
};

const corpus = process.argv[2] ?? '../shared/corpus';
/** method → gold → site → score */
const results = new Map(
  Object.keys(methods).map((method) => [method, new Map<GoldName, Map<string, MeanScore>>()]),
);

for (const site of readCorpus(corpus)) {
  const pages = site.pages().map(({ url, html }) => parseText(html, { url }));
  const gold = siteGold(site, pages);
  for (const [method, judge] of Object.entries(methods)) {
    const verdicts = judge(pages);
    for (const [i, page] of pages.entries()) checkPartition(page, verdicts[i]!);
    const kept = pages.map((page, i) => keptTokens(page, verdicts[i]!));
    for (const name of goldNames) {
      const score = meanScore(scorePages(gold, name, kept));
      const bySite = results.get(method)!.get(name) ?? new Map<string, MeanScore>();
      results.get(method)!.set(name, bySite);
      if (score !== undefined) bySite.set(site.name, score);
    }
  }
  console.error(site.name);
}

/** Kept plus removed segments are exactly the page's segments. */
function checkPartition(page: Page, { template }: Verdict): void {
  const removed = page.segments.filter((node) => template[node] === 1).length;
  const kept = page.segments.filter((node) => template[node] === 0).length;
  if (kept + removed !== page.segments.length)
    throw new Error(`${page.url}: a segment is neither kept nor removed`);
}

const average = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4);

for (const [method, byGold] of results) {
  console.log(`\n${method}`);
  for (const [gold, bySite] of byGold) {
    const sites = [...bySite];
    const groups = ['real', 'swde', 'doc'].map((group) => {
      const inGroup = sites.filter(([site]) => groupOf(site) === group);
      return `${group} ${average(inGroup.map(([, { f1 }]) => f1))}`;
    });
    const all = sites.map(([, score]) => score);
    console.log(
      `  ${gold.padEnd(8)} F1 ${average(all.map(({ f1 }) => f1))}  P ${average(all.map(({ precision }) => precision))}` +
        `  R ${average(all.map(({ recall }) => recall))}  leak ${average(all.map(({ leak }) => leak))}  ${groups.join('  ')}`,
    );
    const worst = sites.sort(([, a], [, b]) => a.f1 - b.f1).slice(0, 5);
    console.log(`           worst: ${worst.map(([site, { f1 }]) => `${site} ${f1.toFixed(3)}`).join(', ')}`);
  }
}
