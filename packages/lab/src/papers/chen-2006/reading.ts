/** What the tables say beside the paper, and why they differ. */
import { mean } from '../../mean.ts';
import { accuraciesOf } from './accuracy-tables.ts';
import type { AnsweredIndex } from './answers.ts';
import { type ContenderName, contenderNames } from './contenders.ts';
import { printed } from './printed.ts';
import { meanReciprocal, meanRight, shown } from './query-table.ts';
import { ofKind, type Question, type QuestionKind } from './questions.ts';
import type { SiteDetection } from './site-detection.ts';
import { percent, savedTime, sharedMs } from './time-tables.ts';

export interface Findings {
  readonly sites: readonly SiteDetection[];
  readonly indexes: readonly AnsweredIndex[];
  readonly questions: readonly Question[];
}

export function readingOf({ sites, indexes, questions }: Findings): readonly string[] {
  return [
    accuracySentence(sites),
    samplingSentence(sites),
    timeSentence(sites),
    querySentence(indexes, questions),
    differencesSentence(sites),
  ];
}

function accuracySentence(sites: readonly SiteDetection[]): string {
  const precisionOf = (name: ContenderName): number =>
    mean(accuraciesOf(sites, name, 'lenient').map(({ blocks }) => blocks.precision));
  const of = (name: ContenderName): string =>
    `${name} ${scoreOf(sites, name).toFixed(3)} at a precision of ${precisionOf(name).toFixed(3)}`;
  const least = contenderNames.reduce((one, other) => (precisionOf(other) < precisionOf(one) ? other : one));
  return (
    `The paper says that its accuracy is close to that of shingle and site style trees. Here the score is ${contenderNames.map(of).join(', ')} (lenient, means over ${sites.length} sites). ` +
    `A score is a recall and says nothing of content that is lost: by precision, which the paper does not tell, ${least} is the last.`
  );
}

/** "SST accuracy poor … caused by sampling." */
function samplingSentence(sites: readonly SiteDetection[]): string {
  const scores = (name: ContenderName): readonly number[] =>
    accuraciesOf(sites, name, 'lenient').map(({ score }) => score);
  const [whole, sampled] = [scores('style-tree'), scores('style-tree, sampled')];
  const worse = sampled.filter((score, i) => score < whole[i]! - 0.02).length;
  const better = sampled.filter((score, i) => score > whole[i]! + 0.02).length;
  return `The paper blames sampling for the poor accuracy of site style trees on sites with many templates. Three samples of 24 pages, instead of all pages in one tree, are worse by more than 0.02 on ${worse} and better on ${better} of ${sites.length} sites; most pages of these small sites are in a sample, so this says little of a few samples of a site of many thousands.`;
}

function timeSentence(sites: readonly SiteDetection[]): string {
  const saved = (of?: (site: SiteDetection) => number): string =>
    (['shingle', 'style-tree'] as const)
      .map((other) => `${percent(savedTime(sites, other, of))} of ${other}`)
      .join(' and ');
  return (
    `Detection alone saves ${saved()}, where the paper says ${100 * printed.savedLeast} to ${100 * printed.savedMost} %. But the paper’s times include parsing and the table of words, ` +
    `and with these it is ${saved(sharedMs)}: parsing presumably weighs more here than in its builder, and our baselines look texts up by hashes, where its own compare them. ` +
    'Where no index is built, the table of words has to be paid for by index-time detection alone.'
  );
}

function querySentence(indexes: readonly AnsweredIndex[], questions: readonly Question[]): string {
  const cells = (kind: QuestionKind): string =>
    indexes
      .map(({ name, answers }) => `${name} ${shown(meanReciprocal(ofKind(questions, kind, answers.bm25)))}`)
      .join(', ');
  const right = indexes
    .map(
      ({ name, answers }) => `${name} ${shown(meanRight(ofKind(questions, 'menu word', answers.bm25)), 2)}`,
    )
    .join(', ');
  return (
    `The paper finds a notable effect on popular queries of one site. Here, with BM25, the mean reciprocal rank of words of menus is ${cells('menu word')}, ` +
    `and the right pages among the first ten are ${right}; that of known items is ${cells('title')} for titles and ${cells('heading')} for headings.`
  );
}

function differencesSentence(sites: readonly SiteDetection[]): string {
  const pages = sites.map((site) => site.pages);
  return (
    `What differs: the paper has ${printed.sites} large sites and pages that people labelled, here are ${sites.length} sites of ${Math.min(...pages)} to ${Math.max(...pages)} pages, each one batch, with gold by selectors; ` +
    'its queries are from the log of a university’s search engine, with results judged by people, ours are made from titles, headings and gold; and all its thresholds are lost and replaced by our readings (C1 to C17).'
  );
}

function scoreOf(sites: readonly SiteDetection[], name: ContenderName): number {
  return mean(accuraciesOf(sites, name, 'lenient').map(({ score }) => score));
}
