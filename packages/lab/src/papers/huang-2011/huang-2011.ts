/**
 * Chapter 5 of Huang (2011): how near the sequence mappings come to the optimal template of two pages, and what they
 * cost. Figures 5.1, 5.2 and 5.5 to 5.15 as tables; 5.3 and 5.4 are an example.
 */
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import type { Paper, PaperReport } from '../paper.ts';
import { correlationFigures } from './correlation-figures.ts';
import { type MeasuredSite, measurePairs } from './measure-pairs.ts';
import { allMethods } from './methods.ts';
import { qualityFigures } from './quality-figures.ts';
import { readingOf } from './reading.ts';
import { timeFigures } from './time-figures.ts';
import { timeQualityFigures } from './time-quality-figures.ts';

/** 91 pairs a site, as many as four of the thesis's ten test sets have. */
const PAGES_PER_SITE = 14;

export const huang2011: Paper = {
  name: 'huang-2011',
  title: 'Huang: Sequence-based Web Page Template Detection (2011)',
  reproduce: async (sites, tell) => reportOf(measureAll(sites, tell)),
};

function measureAll(sites: readonly CorpusSite[], tell: (progress: string) => void): readonly MeasuredSite[] {
  const names = allMethods.map(({ mapping }) => mapping);
  const measured = sites.map((site, i) => {
    const ofSite = measurePairs(site, PAGES_PER_SITE, names);
    tell(`${i + 1} of ${sites.length} sites: ${site.name}, ${ofSite.pairs.length} pairs of pages`);
    return ofSite;
  });
  // One page makes no pair.
  return measured.filter(({ pairs }) => pairs.length > 0);
}

function reportOf(sites: readonly MeasuredSite[]): PaperReport {
  if (sites.length === 0) return { tables: [], reading: ['No site has two pages to compare.'] };
  return {
    tables: [
      ...qualityFigures(sites),
      ...timeFigures(sites),
      ...timeQualityFigures(sites),
      ...correlationFigures(sites),
    ],
    reading: readingOf(sites),
  };
}
