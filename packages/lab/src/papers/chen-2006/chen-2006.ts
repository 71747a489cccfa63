/**
 * Chen, Ye, Li: Template Detection for Large Scale Search Engines (SAC 2006): accuracy, time and query accuracy of
 * detection while an index is built, beside shingle and site style trees.
 */
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import type { Paper, PaperReport } from '../paper.ts';
import { accuracyTable, wordsTable } from './accuracy-tables.ts';
import { askIndex, type IndexWay } from './answers.ts';
import { queryTable } from './query-table.ts';
import { askSites } from './questions.ts';
import { readingOf } from './reading.ts';
import { measureDetection, type SiteDetection } from './site-detection.ts';
import { timeTable } from './time-tables.ts';

/** Of timing; the ratio of two methods is steady to a few per cent with so many. */
const ROUNDS = 5;
const questionCounts = { pagesPerSite: 15, menuWordsPerSite: 15 };
const ways: readonly IndexWay[] = (['none', 'index-time', 'shingle', 'style-tree'] as const).map(
  (method) => ({
    name: method,
    method,
  }),
);

export const chen2006: Paper = {
  name: 'chen-2006',
  title: 'Chen, Ye, Li: Template Detection for Large Scale Search Engines (2006)',
  reproduce: async (sites, tell) => reportOf(sites, tell),
};

const nothingToCompare: PaperReport = {
  tables: [],
  reading: ['No site is labelled on all its pages: there is nothing to compare.'],
};

function measureSites(
  sites: readonly CorpusSite[],
  tell: (progress: string) => void,
): readonly SiteDetection[] {
  // The first site twice: what is not compiled yet would count against it, parsing most of all.
  if (sites[0] !== undefined) measureDetection(sites[0], 1);
  return sites.flatMap((site, i) => {
    const found = measureDetection(site, ROUNDS);
    const leftOut = found === undefined ? ' is left out, not all its pages are labelled' : '';
    tell(`${i + 1} of ${sites.length} sites: ${site.name}${leftOut}`);
    return found ?? [];
  });
}

function reportOf(sites: readonly CorpusSite[], tell: (progress: string) => void): PaperReport {
  const measured = measureSites(sites, tell);
  if (measured.length === 0) return nothingToCompare;
  const questions = askSites(sites, questionCounts);
  const indexes = ways.map((way) => {
    tell(`an index of all pages, template: ${way.name}`);
    return askIndex(way, sites, questions);
  });
  return {
    tables: [
      accuracyTable(measured),
      wordsTable(measured),
      timeTable(measured),
      queryTable(indexes, questions),
    ],
    reading: readingOf({ sites: measured, indexes, questions }),
  };
}
