/**
 * Chapter 5 of Alarte (2014): the templates of key pages by hyperlink analysis. Tables 5.1 to 5.3 by the five groups
 * of sites of the thesis's suite, and its search for the best parameters, on one half of the sites.
 */
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import type { Paper } from '../paper.ts';
import { scoreSites } from './experiment.ts';
import { type LinkedSite, linkSite } from './linked-site.ts';
import { readingOf } from './reading.ts';
import { thesisSetting, toOptions } from './setting.ts';
import { templateFigures } from './template-figures.ts';
import { timeFigures } from './time-figures.ts';
import { tune } from './tune.ts';
import { tuningFigures } from './tuning-figures.ts';
import { voteFigures } from './vote-figures.ts';

/** Sites differ more than pages of a site do; five a site tell a front page from the rest. */
const KEY_PAGES = 5;

export const alarte2014: Paper = {
  name: 'alarte-2014',
  title: 'Alarte: Site-Level Web Template Extraction Based on Hyperlink Analysis (2014)',
  reproduce: async (corpus, tell) => {
    const sites = await linkSites(corpus, tell);
    const scores = scoreSites(sites, toOptions(thesisSetting));
    const linked = sites.filter(({ site }) => scores.some((score) => score.site === site));
    if (scores.length === 0)
      return { tables: [], reading: ['No key page of these sites links to another page of its sample.'] };
    const tuning = tune(linked, tell);
    return {
      tables: [
        ...templateFigures(linked, scores),
        ...voteFigures(linked, scores),
        ...timeFigures(linked),
        ...tuningFigures(linked, scores, tuning),
      ],
      reading: readingOf({ sites, scores, tuning }),
    };
  },
};

async function linkSites(
  corpus: readonly CorpusSite[],
  tell: (progress: string) => void,
): Promise<readonly LinkedSite[]> {
  const sites: LinkedSite[] = [];
  for (const [i, site] of corpus.entries()) {
    const linked = await linkSite(site, KEY_PAGES);
    sites.push(linked);
    tell(
      `${i + 1} of ${corpus.length} sites: ${site.name}, key pages with linked pages: ${linked.keys.length}`,
    );
  }
  return sites;
}
