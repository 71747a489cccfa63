/**
 * Chapter 5 of Alarte (2014): the templates of key pages by hyperlink analysis. Tables 5.1 to 5.3 by the five groups
 * of sites of the thesis's suite, and its search for the best parameters, on one half of the sites.
 */
import type { CorpusSite } from '../../corpus/corpus.ts';
import { comparePaired } from '../../score/statistics.ts';
import type { Paper } from '../paper.ts';
import {
  bestVotes,
  outsideScores,
  type SiteScores,
  scoreAt,
  scoreSites,
  suiteScores,
  thesisVotes,
  type Votes,
} from './experiment.ts';
import { type LinkedSite, linkSite } from './key-pages.ts';
import { f1Table, valueAt } from './printed.ts';
import { type Setting, type Tuning, thesisSetting, toOptions, tune } from './search.ts';
import { percent, templateFigures, timeFigures, tuningFigures, voteFigures } from './tables.ts';

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

// What the tables say beside the thesis's, in sentences.

interface Measured {
  /** All that were tried, also those of which no key page has a linked page. */
  readonly sites: readonly LinkedSite[];
  /** With the setting of the thesis. */
  readonly scores: readonly SiteScores[];
  readonly tuning: Tuning;
}

function readingOf({ sites, scores, tuning }: Measured): readonly string[] {
  return [sample(sites), quality(scores), votes(scores), time(), tuned(tuning)];
}

function sample(sites: readonly LinkedSite[]): string {
  const linked = sites.filter(({ keys }) => keys.length > 0);
  const keys = linked.reduce((sum, site) => sum + site.keys.length, 0);
  const without = sites.filter((site) => site.keys.length === 0).map(({ site }) => site);
  const left =
    without.length === 0 ? '' : ` No key page has a linked page in the sample on ${without.join(', ')}.`;
  return `Sample: ${keys} key pages of ${linked.length} sites, up to five a site, spread evenly over its file; only pages of the sample can be compared.${left} The thesis has one key page, mostly the front page, of each of 40 sites, fetched with all pages two links away. Gold here is by zones of text, and an element is scored if all its text is of one kind; there people marked DOM nodes.`;
}

function quality(scores: readonly SiteScores[]): string {
  const [inSuite, outside] = [suiteScores(scores), outsideScores(scores)];
  const f1 = (members: readonly SiteScores[]): string => percent(scoreAt(members, thesisVotes).f1);
  const others =
    outside.length === 0
      ? ''
      : ` On sites of other kinds (${outside.length}) it is ${f1(outside)}. The thesis has no documentation: there what is template differs from page to page (tables of contents, titles of neighbours), and what is content stands on many pages (labels, signatures), so that a vote calls it wrong.`;
  if (inSuite.length === 0) return `Table 5.1: no site of the five groups.${others}`;
  return `Table 5.1: F1 ${f1(inSuite)} on sites of the five groups (${inSuite.length}); the thesis has 94.34 on 40.${others}`;
}

function votes(scores: readonly SiteScores[]): string {
  const inSuite = suiteScores(scores);
  if (inSuite.length === 0) return 'Table 5.2: no site of the five groups.';
  const at = (n: number, t: number): string =>
    `${percent(scoreAt(inSuite, { n, t }).f1)} (thesis ${valueAt(f1Table, n, t).toFixed(2)})`;
  const best = bestVotes(inSuite);
  return `Table 5.2: n = 1 has ${at(1, 1)}, n = 3 with t = 2 ${at(3, 2)}, n = 8 with t = 4 ${at(8, 4)}; the best is n = ${best.n} with t = ${best.t}. In the thesis one page is worth far less, and n and t matter far more. Its front pages and its comparison of text as other nodes explain a part of that, as the table of its conditions shows; the text does not tell the rest. One difference is ours: head and body always correspond (docs/methods/hyperlink.md), while there a class of body can cost a page all its votes.`;
}

function time(): string {
  return 'Table 5.3: the thesis’s seconds are those of a browser plugin that also loads the pages; here nothing is loaded, so only the growth with n can be compared. There a larger t is faster at t = n, where the key page shrinks from page to page; here every page is mapped on its own (A18).';
}

function tuned({ searched, other, found, votes: foundVotes }: Tuning): string {
  const f1s = (setting: Setting, chosen: Votes): ReadonlyMap<string, number> =>
    new Map(scoreSites(other, toOptions(setting)).map((score) => [score.site, scoreAt([score], chosen).f1]));
  const difference = comparePaired(f1s(found.point, foundVotes), f1s(thesisSetting, thesisVotes));
  const end = found.isPeak ? 'no single step is better' : 'the bound of the search was reached';
  const begin = `Section 5.2.1: ${found.values} settings, each with all 36 n and t, were tried on one half of the sites (${searched.length}; ${end}); the thesis tried 23,936 on 20.`;
  if (difference === undefined) return `${begin} There are too few other sites to tell what that is worth.`;
  const { difference: gain, low, high, isReal } = difference;
  const said = isReal ? `a real ${gain > 0 ? 'gain' : 'loss'}` : 'no difference that can be told from chance';
  return `${begin} On the other half (${difference.sites}) the setting that was found differs from the thesis’s values by ${percent(gain)} points of F1 (95 % interval ${percent(low)} to ${percent(high)}): ${said}.`;
}
