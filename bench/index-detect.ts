/**
 * Index-time detection beside the two batch methods that its paper is compared with: how right they are, by block and
 * by word, and what detection costs alone, beyond parsing, tokenising and the table of words.
 */
import { GoldLabel, type GoldLabels } from '../src/eval/gold/gold-labels.ts';
import { mean } from '../src/eval/mean.ts';
import { type Page, splitBlocks, type Verdict, WordTable } from '../src/index.ts';
import type { Aim } from './aims.ts';
import { builders, isIndexTime } from './index-build.ts';
import { type BenchSite, parsePages } from './index-sites.ts';
import { cpuMs, timeInterleaved } from './interleaved.ts';

const methods = ['index-time', 'shingle', 'style-tree'] as const;
type MethodName = (typeof methods)[number];

/** The paper: 20 to 40 % faster than both. */
const MOST_OF_FASTER = 0.8;

/** Of what is template: how much was said to be; and of what was said to be, how much is. */
class Rates {
  right = 0;
  said = 0;
  gold = 0;

  add(weight: number, isGold: boolean, isSaid: boolean): void {
    if (isGold) this.gold += weight;
    if (isSaid) this.said += weight;
    if (isGold && isSaid) this.right += weight;
  }

  get recall(): number {
    return this.gold === 0 ? 1 : this.right / this.gold;
  }

  get precision(): number {
    return this.said === 0 ? 1 : this.right / this.said;
  }
}

interface SiteResult {
  readonly blocks: Rates;
  readonly words: Rates;
  detectMs: number;
}

export function benchDetection(sites: readonly BenchSite[], rounds: number): readonly Aim[] {
  const results: Record<MethodName, SiteResult[]> = { 'index-time': [], shingle: [], 'style-tree': [] };
  const sharedMs = sites.reduce((sum, site) => sum + measureSite(site, rounds, results), 0);
  console.log(
    'method      blocks: recall precision   words: recall precision   CPU of detection   with parsing and words',
  );
  for (const name of methods) tell(name, results[name], sharedMs);
  const total = (name: MethodName): number => results[name].reduce((sum, { detectMs }) => sum + detectMs, 0);
  const faster = Math.min(total('shingle'), total('style-tree'));
  return [
    {
      what: 'CPU of index-time detection / the faster of shingle and style-tree',
      measured: total('index-time') / faster,
      atMost: MOST_OF_FASTER,
    },
  ];
}

/** Returns the CPU time of what all methods need while an index is built: parsing, and the table of words. */
function measureSite(site: BenchSite, rounds: number, results: Record<MethodName, SiteResult[]>): number {
  let pages: readonly Page[] = [];
  const parseMs = cpuMs(() => {
    pages = parsePages(site);
  });
  const labels = pages.map((page, i) => site.labels(page, i));
  const table = new WordTable();
  const wordsMs = cpuMs(() => {
    for (const page of pages) table.addPage(page);
  });
  const judge = (name: MethodName): readonly Verdict[] => {
    const detector = builders[name]();
    return isIndexTime(detector) ? detector.judgeTable(table) : detector.judgeBatch(pages);
  };
  const timings = timeInterleaved(
    methods.map((name) => ({ name, run: () => void judge(name) })),
    rounds,
  );
  for (const [i, name] of methods.entries()) {
    const result: SiteResult = { blocks: new Rates(), words: new Rates(), detectMs: timings[i]!.medianMs };
    for (const [place, verdict] of judge(name).entries()) {
      scoreBlocks(pages[place]!, labels[place]!, verdict, result.blocks);
      scoreWords(table, place, { labels: labels[place]!, verdict, rates: result.words });
    }
    results[name].push(result);
  }
  return parseMs + wordsMs;
}

/** A block goes by the majority of its characters, without those that gold ignores. */
function scoreBlocks(page: Page, labels: GoldLabels, { template }: Verdict, rates: Rates): void {
  const { count, start } = splitBlocks(page);
  for (let block = 0; block < count; block++) {
    let all = 0;
    let gold = 0;
    let said = 0;
    for (let i = start[block]!; i < start[block + 1]!; i++) {
      if (labels[i] === GoldLabel.ignored) continue;
      const chars = page.chars[page.segments[i]!]!;
      all += chars;
      if (labels[i] === GoldLabel.template) gold += chars;
      if (template[page.segments[i]!] === 1) said += chars;
    }
    if (all > 0) rates.add(1, gold * 2 > all, said * 2 > all);
  }
}

function scoreWords(
  table: WordTable,
  place: number,
  { labels, verdict, rates }: { labels: GoldLabels; verdict: Verdict; rates: Rates },
): void {
  const { segments } = table.pages[place]!;
  const first = table.segmentStart[place]!;
  for (let i = 0; i < segments.length; i++) {
    const words = table.tokenStart[first + i + 1]! - table.tokenStart[first + i]!;
    if (labels[i] !== GoldLabel.ignored)
      rates.add(words, labels[i] === GoldLabel.template, verdict.template[segments[i]!] === 1);
  }
}

/** Means over sites; the time is the sum. */
function tell(name: MethodName, results: readonly SiteResult[], sharedMs: number): void {
  const of = (rate: (result: SiteResult) => number): string => mean(results.map(rate)).toFixed(3);
  const ms = results.reduce((sum, { detectMs }) => sum + detectMs, 0);
  const blocks = `${of(({ blocks }) => blocks.recall)} ${of(({ blocks }) => blocks.precision)}`;
  const words = `${of(({ words }) => words.recall)} ${of(({ words }) => words.precision)}`;
  console.log(
    `${name.padEnd(20)}${blocks.padEnd(27)}${words.padEnd(20)}${ms.toFixed(0).padStart(6)} ms${(sharedMs + ms).toFixed(0).padStart(20)} ms`,
  );
}
