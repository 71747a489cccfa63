/**
 * What does an index without the template cost, and what is it worth?
 *
 *   dehusk-lab bench index [detect [PAGES_PER_SITE [ROUNDS]] | queries [PAGES_PER_SITE] | search [PAGES] | growth [PAGES]]
 *
 * `detect`: recall and precision of index-time, shingle and style-tree on the corpus, by block and by word, and the CPU
 * time of detection alone. Aim: index-time takes at most 0.8 of the faster of the others.
 * `queries`: known items and words of menus, with and without template removal, on the corpus and on generated sites
 * (all pages of the corpus: `queries 120`).
 * `search`: time of a search. Aim: under 50 ms at the 95th percentile (20,000 pages: `search 20000`).
 * `growth`: CPU time and memory per page as an index grows (to 100,000 pages: `growth 100000`).
 * Exit code 1 when an aim is missed.
 */

import { existsSync } from 'node:fs';
import { rankings } from 'dehusk/parts';
import { type CorpusSite, readCorpus, toCorpusSite } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import {
  type Accuracy,
  type ContenderName,
  contenderNames,
  measureDetection,
  type SiteDetection,
} from '../papers/chen-2006/detection.ts';
import {
  askSites,
  ofKind,
  type Question,
  type QuestionCounts,
  questionKinds,
} from '../papers/chen-2006/questions.ts';
import { meanReciprocal } from '../papers/chen-2006/tables.ts';
import { mean } from '../score/statistics.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { askBuilt, type BuiltIndex, type BuiltWay } from './built-index.ts';
import { benchGrowth, benchSearch } from './index-scale.ts';
import { type Aim, type BenchPart, runParts } from './measure.ts';

const corpusQuestions = { pagesPerSite: 15, menuWordsPerSite: 15 };
/** There are fewer sites, and their titles are made of few words: with less, one item more or less is half a per cent. */
const generatedQuestions = { pagesPerSite: 40, menuWordsPerSite: 15 };

const parts: Readonly<Record<string, BenchPart>> = {
  growth: ([pages = 4_000], out) => benchGrowth(pages, out),
  detect: ([perSite = 60, rounds = 9], out) => benchDetection(corpusSites(perSite), rounds, out),
  queries: async ([perSite], out) => [
    ...(await benchQueries(
      { name: 'corpus', sites: corpusSites(perSite ?? 40), counts: corpusQuestions },
      out,
    )),
    ...(await benchQueries(
      { name: 'generated sites', sites: generatedSites(12, perSite ?? 120), counts: generatedQuestions },
      out,
    )),
  ],
  search: ([pages = 4_000], out) => benchSearch(pages, out),
};

export async function run(args: readonly string[], out: Output): Promise<number> {
  return runParts(parts, args, out);
}

// Sites with gold to build indexes of: those of the corpus, and generated ones.

export function corpusSites(pagesPerSite: number): readonly CorpusSite[] {
  if (!existsSync(corpusFolder)) return [];
  return readCorpus(corpusFolder).map((site) => ({
    ...site,
    pages: () => site.pages().slice(0, pagesPerSite),
  }));
}

export function generatedSites(sites: number, pagesPerSite: number): readonly CorpusSite[] {
  return createCrawl({ seed: 61, sites, pagesPerSite }).sites.map(toCorpusSite);
}

// Index-time detection beside the two batch methods that its paper is compared with: how right they are, by block and
// by word, and what detection costs alone, beyond parsing, tokenising and the table of words. `dehusk-lab paper
// chen-2006` tells the same site by site.

/** The paper: 20 to 40 % faster than both. */
const MOST_OF_FASTER = 0.8;

export function benchDetection(sites: readonly CorpusSite[], rounds: number, out: Output): readonly Aim[] {
  const measured = sites.flatMap((site) => measureDetection(site, rounds) ?? []);
  out.line(
    `${'method'.padEnd(22)}blocks: recall precision   words: recall precision   CPU of detection   with parsing and words`,
  );
  for (const name of contenderNames) out.line(accuracyLine(name, measured));
  const total = (name: ContenderName): number => sum(measured, ({ methods }) => methods[name].detectMs);
  return [
    {
      what: 'CPU of index-time detection / the faster of shingle and style-tree',
      measured: total('index-time') / Math.min(total('shingle'), total('style-tree')),
      atMost: MOST_OF_FASTER,
    },
  ];
}

/** Means over sites; the time is the sum. */
function accuracyLine(name: ContenderName, sites: readonly SiteDetection[]): string {
  const of = (rate: (accuracy: Accuracy) => number): string =>
    mean(sites.map(({ methods }) => rate(methods[name].accuracy.strict))).toFixed(3);
  const ms = sum(sites, ({ methods }) => methods[name].detectMs);
  const sharedMs = sum(sites, ({ parseMs, wordsMs }) => parseMs + wordsMs);
  const blocks = `${of(({ blocks }) => blocks.recall)} ${of(({ blocks }) => blocks.precision)}`;
  const words = `${of(({ words }) => words.recall)} ${of(({ words }) => words.precision)}`;
  return `${name.padEnd(30)}${blocks.padEnd(27)}${words.padEnd(20)}${ms.toFixed(0).padStart(6)} ms${(sharedMs + ms).toFixed(0).padStart(20)} ms`;
}

function sum(sites: readonly SiteDetection[], value: (site: SiteDetection) => number): number {
  return sites.reduce((total, site) => total + value(site), 0);
}

// Does search find more without the template? One index a method over the same pages, the same questions to each:
// mean reciprocal rank within the first ten, and how often a right page is among them. And what of an index is template.

/** A known item that was found before stays found. */
const MOST_LOST = 0.01;

const ways: readonly BuiltWay[] = [
  { name: 'none', method: 'none' },
  { name: 'adaptive (the default)', method: 'adaptive' },
  { name: 'adaptive, template kept', method: 'adaptive', keepTemplate: true },
  { name: 'index-time', method: 'index-time' },
  { name: 'index-time, no guard', method: 'index-time', guard: false },
  { name: 'shingle', method: 'shingle' },
  { name: 'style-tree', method: 'style-tree' },
];

type Answers = BuiltIndex['answers'];

interface AskedSites {
  readonly name: string;
  readonly sites: readonly CorpusSite[];
  readonly counts: QuestionCounts;
}

export async function benchQueries(
  { name, sites, counts }: AskedSites,
  out: Output,
): Promise<readonly Aim[]> {
  const questions = askSites(sites, counts);
  out.line(
    `${name}: ${questionKinds.map((kind) => `${ofKind(questions, kind, questions).length} of kind ${kind}`).join(', ')}`,
  );
  const answers = new Map<string, Answers>();
  for (const way of ways) {
    const asked = await askBuilt(way, sites, questions);
    answers.set(way.name, asked.answers);
    out.line(indexLine(asked));
    for (const line of answerLines(questions, asked.answers)) out.line(line);
  }
  return aimsOf(name, questions, [answers.get('none')!, answers.get(ways[1]!.name)!]);
}

function indexLine({ name, totals, cpuMs, sizeBytes }: BuiltIndex): string {
  const length = (totals.titleWords + totals.contentWords) / totals.pages;
  return (
    `${name}: ${(sizeBytes / 1e6).toFixed(1)} MB, ${length.toFixed(0)} words a page, template: ` +
    `${share(totals.templateWords, totals.templateWords + totals.contentWords)} of words, ` +
    `${share(totals.templateLinks, totals.links)} of links; CPU ms a page: ${(cpuMs / totals.pages).toFixed(2)}`
  );
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function answerLines(questions: readonly Question[], answers: Answers): readonly string[] {
  return rankings.map((rank) => {
    const cells = questionKinds.map((kind) => {
      const found = ofKind(questions, kind, answers[rank]);
      const hits = found.filter(({ reciprocal }) => reciprocal > 0).length / found.length;
      return `${kind}: MRR ${meanReciprocal(found).toFixed(3)}, first ten ${hits.toFixed(3)}`;
    });
    return `  ${rank.padEnd(8)} ${cells.join('   ')}`;
  });
}

function aimsOf(
  name: string,
  questions: readonly Question[],
  [before, after]: readonly [Answers, Answers],
): readonly Aim[] {
  return rankings.flatMap((rank) => {
    const known = questions.flatMap(({ kind }, i) => (kind === 'menu word' ? [] : [i]));
    const found = known.filter((i) => before[rank][i]!.reciprocal > 0);
    const lost = found.filter((i) => after[rank][i]!.reciprocal === 0).length / found.length;
    const gain =
      meanReciprocal(ofKind(questions, 'menu word', after[rank])) /
      meanReciprocal(ofKind(questions, 'menu word', before[rank]));
    return [
      { what: `${name}, ${rank}: known items lost`, measured: lost, atMost: MOST_LOST },
      { what: `${name}, ${rank}: MRR of menu words, without / with template`, measured: gain, atLeast: 1 },
    ];
  });
}
