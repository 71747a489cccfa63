/** Query accuracy: what indexes with and without the template find. */
import { rankings } from 'dehusk/parts';
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import { type Answer, type AnsweredIndex, FIRST_HITS } from './answers.ts';
import { ofKind, type Question, questionKinds } from './questions.ts';

export function queryTable(indexes: readonly AnsweredIndex[], questions: readonly Question[]): Table {
  const counts = questionKinds.map((kind) => `${ofKind(questions, kind, questions).length} ${kind}s`);
  return {
    title: 'Query accuracy',
    note:
      `Mean reciprocal rank within the first ${FIRST_HITS} hits of ${counts.join(', ')}: the title and the first heading of known pages, and words ` +
      'that are template on more than 30 % of the pages of a site and content on few, asked within that site. Right: how many of the first ten pages are right for menu words, ' +
      'which is what the paper counts by hand. Words: of a page, as they are left in the index.',
    head: ['template, ranking', 'titles', 'headings', 'menu words', 'right', 'words', 'MB'],
    rows: rankings.flatMap((rank) =>
      indexes.map(({ name, built, sizeBytes, answers }) => {
        const { titleWords, contentWords, pages } = built.totals;
        return [
          `${name}, ${rank}`,
          ...questionKinds.map((kind) => shown(meanReciprocal(ofKind(questions, kind, answers[rank])))),
          shown(meanRight(ofKind(questions, 'menu word', answers[rank])), 2),
          decimals((titleWords + contentWords) / pages, 0),
          decimals(sizeBytes / 1e6, 1),
        ];
      }),
    ),
  };
}

export function meanReciprocal(answers: readonly Answer[]): number {
  return mean(answers.map(({ reciprocal }) => reciprocal));
}

export function meanRight(answers: readonly Answer[]): number {
  return mean(answers.map(({ right }) => right));
}

/** The mean of no answers is no number. */
export function shown(value: number, digits = 3): string {
  return decimals(Number.isNaN(value) ? undefined : value, digits);
}
