/** The page that docs/RESULTS.md is: how it was made, what it is about, what it says, and the tables. */
import { type GroupName, groupNames } from '../corpus/corpus.ts';
import type { Results } from '../results/results.ts';
import type { SiteFacts } from '../results/site-result.ts';
import { resultTables } from './result-tables.ts';
import { sentencesOf } from './sentences.ts';
import { type Table, toMarkdown } from './table.ts';

export function markdownReport(results: Results, command: string): string {
  const sentences = sentencesOf(results).map((sentence) => `- ${sentence}\n`);
  return [
    '# Results\n',
    `Made by \`${command}\`; what the figures mean is in [EVALUATION.md](EVALUATION.md). Batch methods get all pages of a site as one batch.\n`,
    ...(results.corpus.length === 0
      ? []
      : [`## Reading\n\n${sentences.join('')}`, toMarkdown(corpusTable(results.corpus))]),
    ...resultTables(results).map(toMarkdown),
  ].join('\n');
}

function corpusTable(sites: readonly SiteFacts[]): Table {
  const present = groupNames.filter((group) => sites.some((site) => site.group === group));
  const sum = (members: readonly SiteFacts[], count: (site: SiteFacts) => number): string =>
    String(members.reduce((all, site) => all + count(site), 0));
  const row = (name: string, members: readonly SiteFacts[]): readonly string[] => [
    name,
    String(members.length),
    sum(members, ({ pages }) => pages),
    sum(members, ({ readPages }) => readPages),
    sum(members, ({ failedPages }) => failedPages),
    countedText(members.map(({ kind }) => kind)),
    countedText(members.map(({ language }) => language)),
  ];
  const membersOf = (group: GroupName): readonly SiteFacts[] => sites.filter((site) => site.group === group);
  return {
    title: 'Corpus',
    note: 'Sites by group. The read gold covers the pages labelled by reading, the zone gold all of them.',
    head: ['group', 'sites', 'pages', 'read pages', 'failed', 'kinds', 'languages'],
    rows: [...present.map((group) => row(group, membersOf(group))), row('all', sites)],
  };
}

/** `documentation 7, shop 2`: the commonest first. */
function countedText(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.map(([word, count]) => `${word} ${count}`).join(', ');
}
