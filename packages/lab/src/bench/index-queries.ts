/**
 * Does search find more without the template? One index a method over the same pages, the same questions to each:
 * mean reciprocal rank within the first ten, and how often a right page is among them. And what of an index is template.
 */

import { rankings } from 'dehusk/parts';
import type { CorpusSite } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import { type AnsweredIndex, askIndex, type IndexWay } from '../papers/chen-2006/indexes.ts';
import {
  askSites,
  ofKind,
  type Question,
  type QuestionCounts,
  questionKinds,
} from '../papers/chen-2006/questions.ts';
import { meanReciprocal } from '../papers/chen-2006/tables.ts';
import type { Aim } from './aims.ts';

/** A known item that was found before stays found. */
const MOST_LOST = 0.01;

const ways: readonly IndexWay[] = [
  { name: 'none', method: 'none' },
  { name: 'index-time', method: 'index-time' },
  { name: 'index-time, kept', method: 'index-time', keepTemplate: true },
  { name: 'shingle', method: 'shingle' },
  { name: 'style-tree', method: 'style-tree' },
  { name: 'adaptive', method: 'adaptive' },
];

type Answers = AnsweredIndex['answers'];

interface AskedSites {
  readonly name: string;
  readonly sites: readonly CorpusSite[];
  readonly counts: QuestionCounts;
}

export function benchQueries({ name, sites, counts }: AskedSites, out: Output): readonly Aim[] {
  const questions = askSites(sites, counts);
  out.line(
    `${name}: ${questionKinds.map((kind) => `${ofKind(questions, kind, questions).length} of kind ${kind}`).join(', ')}`,
  );
  const answers = new Map<string, Answers>();
  for (const way of ways) {
    const asked = askIndex(way, sites, questions);
    answers.set(way.name, asked.answers);
    out.line(indexLine(asked));
    for (const line of answerLines(questions, asked.answers)) out.line(line);
  }
  return aimsOf(name, questions, [answers.get('none')!, answers.get('index-time')!]);
}

function indexLine({ name, built, sizeBytes }: AnsweredIndex): string {
  const { totals, parse, words, detect, write } = built;
  const length = (totals.titleWords + totals.contentWords) / totals.pages;
  const perPage = (ms: number): string => (ms / totals.pages).toFixed(2);
  return (
    `${name}: ${(sizeBytes / 1e6).toFixed(1)} MB, ${length.toFixed(0)} words a page, template: ` +
    `${share(totals.templateWords, totals.templateWords + totals.contentWords)} of words, ` +
    `${share(totals.templateLinks, totals.links)} of links; CPU ms a page: parse ${perPage(parse)}, ` +
    `words ${perPage(words)}, detect ${perPage(detect)}, write ${perPage(write)}`
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
