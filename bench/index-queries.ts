/**
 * Does search find more without the template? One index a method over the same pages, the same questions to each:
 * mean reciprocal rank within the first ten, and how often a right page is among them. And what of an index is template.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mean } from '../src/eval/mean.ts';
import { type IndexReader, openIndex, type Ranking, rankings } from '../src/node.ts';
import type { Aim } from './aims.ts';
import { type BuilderName, type BuildPage, type Built, buildIndex } from './index-build.ts';
import { askSites, type Question, type QuestionCounts, type QuestionKind } from './index-questions.ts';
import type { BenchSite } from './index-sites.ts';

const kinds: readonly QuestionKind[] = ['title', 'heading', 'menu word'];
const FIRST = 10;
/** As issue 6 has it: a known item that was found before stays found. */
const MOST_LOST = 0.01;

interface Contest {
  readonly name: string;
  readonly method: BuilderName;
  readonly keepTemplate?: boolean;
}

const contests: readonly Contest[] = [
  { name: 'none', method: 'none' },
  { name: 'index-time', method: 'index-time' },
  { name: 'index-time, kept', method: 'index-time', keepTemplate: true },
  { name: 'shingle', method: 'shingle' },
  { name: 'style-tree', method: 'style-tree' },
];

/** Per question: 1 / rank of the first right page, 0 if it is not among the first ten. */
type Answers = Readonly<Record<Ranking, readonly number[]>>;

export function benchQueries(
  name: string,
  sites: readonly BenchSite[],
  counts: QuestionCounts,
): readonly Aim[] {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-bench-'));
  const questions = askSites(sites, counts);
  console.log(
    `${name}: ${kinds.map((kind) => `${ofKind(questions, kind).length} of kind ${kind}`).join(', ')}`,
  );
  const answers = new Map<string, Answers>();
  for (const contest of contests) {
    const file = join(folder, `${contest.name}.index`);
    const built = buildIndex(file, pagesOf(sites), { ...contest, batchPages: 240 });
    using index = openIndex(file);
    const ask = (rank: Ranking): readonly number[] =>
      questions.map((question) => answer(index, question, rank));
    const found: Answers = { bm25: ask('bm25'), pivoted: ask('pivoted') };
    answers.set(contest.name, found);
    tellIndex(contest.name, built, statSync(file).size);
    tellAnswers(questions, found);
  }
  rmSync(folder, { recursive: true });
  return aimsOf(name, questions, [answers.get('none')!, answers.get('index-time')!]);
}

function* pagesOf(sites: readonly BenchSite[]): Generator<BuildPage> {
  for (const site of sites) for (const { url, html } of site.pages()) yield { url, html, site: site.name };
}

function answer(index: IndexReader, { text, site, right }: Question, rank: Ranking): number {
  const { hits } = index.search(text, { rank, limit: FIRST, ...(site !== undefined && { site }) });
  const place = hits.findIndex(({ id }) => right.has(id));
  return place === -1 ? 0 : 1 / (place + 1);
}

function ofKind<Value>(
  questions: readonly Question[],
  kind: QuestionKind,
  values?: readonly Value[],
): readonly Value[] {
  return questions.flatMap((question, i) =>
    question.kind === kind ? [(values ?? questions)[i] as Value] : [],
  );
}

function tellIndex(name: string, { totals, parse, words, detect, write }: Built, sizeBytes: number): void {
  const length = (totals.titleWords + totals.contentWords) / totals.pages;
  const perPage = (ms: number): string => (ms / totals.pages).toFixed(2);
  console.log(
    `${name}: ${(sizeBytes / 1e6).toFixed(1)} MB, ${length.toFixed(0)} words a page, template: ` +
      `${share(totals.templateWords, totals.templateWords + totals.contentWords)} of words, ` +
      `${share(totals.templateLinks, totals.links)} of links; CPU ms a page: parse ${perPage(parse)}, ` +
      `words ${perPage(words)}, detect ${perPage(detect)}, write ${perPage(write)}`,
  );
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function tellAnswers(questions: readonly Question[], answers: Answers): void {
  for (const rank of rankings) {
    const cells = kinds.map((kind) => {
      const found = ofKind(questions, kind, answers[rank]);
      const hits = found.filter((reciprocal) => reciprocal > 0).length / found.length;
      return `${kind}: MRR ${mean(found).toFixed(3)}, first ten ${hits.toFixed(3)}`;
    });
    console.log(`  ${rank.padEnd(8)} ${cells.join('   ')}`);
  }
}

function aimsOf(
  name: string,
  questions: readonly Question[],
  [before, after]: readonly [Answers, Answers],
): readonly Aim[] {
  return rankings.flatMap((rank) => {
    const known = questions.flatMap(({ kind }, i) => (kind === 'menu word' ? [] : [i]));
    const found = known.filter((i) => before[rank][i]! > 0);
    const lost = found.filter((i) => after[rank][i] === 0).length / found.length;
    const gain =
      mean(ofKind(questions, 'menu word', after[rank])) / mean(ofKind(questions, 'menu word', before[rank]));
    return [
      { what: `${name}, ${rank}: known items lost`, measured: lost, atMost: MOST_LOST },
      { what: `${name}, ${rank}: MRR of menu words, without / with template`, measured: gain, atLeast: 1 },
    ];
  });
}
