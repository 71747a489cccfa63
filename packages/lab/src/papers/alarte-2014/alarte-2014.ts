/**
 * Chapters 5 and 6 of Alarte (2014): the templates of key pages by hyperlink analysis. Tables 5.1 to 5.3 by the five
 * groups of sites of the thesis's suite, its search for the best parameters, on one half of the sites, and Tables 6.1
 * to 6.4 where sites are in the form of that suite.
 */
import type { CorpusSite } from '../../corpus/corpus.ts';
import { comparePaired } from '../../score/statistics.ts';
import type { Paper } from '../paper.ts';
import {
  bestVotes,
  measures,
  outsideScores,
  type SiteScores,
  scoreAt,
  scoreCell,
  scoreSites,
  suiteScores,
  thesisVotes,
  type Votes,
} from './experiment.ts';
import { searchFully } from './full-search.ts';
import { type LinkedSite, linkSite } from './key-pages.ts';
import { f1Table, valueAt } from './printed.ts';
import { type Setting, settingText, type Tuning, thesisSetting, toOptions, tune } from './search.ts';
import { suiteFigures } from './suite-tables.ts';
import { timeFigures, tuningFigures, voteFigures } from './tables.ts';
import { percent, templateFigures, type Way, ways } from './template-tables.ts';

/** Sites differ more than pages of a site do; five a site tell a front page from the rest. */
const KEY_PAGES = 5;

export const alarte2014: Paper = {
  name: 'alarte-2014',
  title: 'Alarte: Site-Level Web Template Extraction Based on Hyperlink Analysis (2014)',
  reproduce: async (corpus, tell, { search = {} } = {}) => {
    const sites = await linkSites(corpus, tell);
    const scores = scoreSites(sites, toOptions(thesisSetting));
    const linked = sites.filter(({ site }) => scores.some((score) => score.site === site));
    if (scores.length === 0) {
      const sentences = ['No key page of these sites links to another page of its sample.'];
      return { tables: suiteFigures(sites), sentences };
    }
    const { file, settings } = search;
    const tuning =
      file === undefined ? tune(linked, tell, settings) : searchFully(linked, { file, settings, tell });
    return {
      tables: [
        ...templateFigures(sites, scores),
        ...voteFigures(linked, scores),
        ...timeFigures(linked),
        ...tuningFigures(linked, scores, tuning),
        ...suiteFigures(sites),
      ],
      sentences: sentencesOf({ sites, scores, tuning }),
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

function sentencesOf({ sites, scores, tuning }: Measured): readonly string[] {
  const linked = sites.filter(({ site }) => scores.some((score) => score.site === site));
  return [likeWithLike(linked, scores), sample(sites), others(scores), votes(scores), time(), tuned(tuning)];
}

const thesisF1 = '94.34';

/** DOM nodes beside DOM nodes, and the comparison of nodes as the thesis has it beside ours. */
function likeWithLike(sites: readonly LinkedSite[], scores: readonly SiteScores[]): string {
  const inSuite = suiteScores(scores);
  if (inSuite.length === 0)
    return 'Table 5.1: no site of the five groups, so nothing is like what the thesis has.';
  const ofWay = (way: Way): string =>
    percent(scoreCell(suiteScores(way.scores(sites, 'lenient')), 0, 'nodes').f1);
  const { f1: byText } = scoreAt(inSuite, thesisVotes, 'text');
  return (
    `Like with like: by DOM nodes, with n = 3, t = 2 and the thesis’s values, the F1 of the template is ${ofWay(ways[3]!)} where nodes are compared as it says and ${ofWay(ways[0]!)} with our two readings, ` +
    `on ${inSuite.length} sites of its five groups; the thesis has ${thesisF1} on its 40. \`dehusk template --thesis\` has ${ofWay(ways.at(-2)!)}, \`dehusk template\` as it is ${ofWay(ways.at(-1)!)}. By text alone, which is not what the thesis counts, the second is ${percent(byText)}.`
  );
}

function sample(sites: readonly LinkedSite[]): string {
  const linked = sites.filter(({ keys }) => keys.length > 0);
  const keys = linked.reduce((sum, site) => sum + site.keys.length, 0);
  const without = sites.filter((site) => site.keys.length === 0).map(({ site }) => site);
  const left =
    without.length === 0 ? '' : ` No key page has a linked page in the sample on ${without.join(', ')}.`;
  return `Sample: ${keys} key pages of ${linked.length} sites, up to five a site, spread evenly over its file; only pages of the sample can be compared.${left} The thesis has one key page, mostly the front page, of each of 40 sites, fetched with all pages two links away. Where gold is by zones of a site, a node is what the zone is that it is in, and content that repeats on the site is left out (lenient); there people marked DOM nodes.`;
}

function others(scores: readonly SiteScores[]): string {
  const outside = outsideScores(scores);
  if (outside.length === 0) return 'All sites are of the five groups.';
  const [nodes, text] = measures.map((measure) => percent(scoreAt(outside, thesisVotes, measure).f1));
  return `On sites of other kinds (${outside.length}) F1 is ${nodes} by DOM nodes and ${text} by text. The thesis has no documentation: there what is template differs from page to page (tables of contents, titles of neighbours), and what is content stands on many pages (labels, signatures), so that a vote calls it wrong.`;
}

function votes(scores: readonly SiteScores[]): string {
  const inSuite = suiteScores(scores);
  if (inSuite.length === 0) return 'Table 5.2: no site of the five groups.';
  const cell = (n: number, t: number): string =>
    `${percent(scoreAt(inSuite, { n, t }, 'nodes').f1)} (thesis ${valueAt(f1Table, n, t).toFixed(2)})`;
  const best = bestVotes(inSuite, 'nodes');
  return `Table 5.2, by DOM nodes: n = 1 has ${cell(1, 1)}, n = 3 with t = 2 ${cell(3, 2)}, n = 8 with t = 4 ${cell(8, 4)}; the best is n = ${best.n} with t = ${best.t}. In the thesis one page is worth far less, and n and t matter far more. Its front pages and its comparison of nodes explain a part of that, as the table of its conditions shows; the text does not tell the rest.`;
}

function time(): string {
  return 'Table 5.3: the thesis’s seconds are those of a browser plugin that also loads the pages; here nothing is loaded, so only the growth with n can be compared. There a larger t is faster at t = n, where the key page shrinks from page to page; here every page is mapped on its own (A18).';
}

function tuned({ searched, other, found, votes: foundVotes }: Tuning): string {
  const f1s = (setting: Setting, chosen: Votes): ReadonlyMap<string, number> =>
    new Map(
      scoreSites(other, toOptions(setting)).map((score) => [
        score.site,
        scoreAt([score], chosen, 'nodes').f1,
      ]),
    );
  const difference = comparePaired(f1s(found.point, foundVotes), f1s(thesisSetting, thesisVotes));
  const end = found.isPeak ? 'nothing that was tried is better' : 'the bound of the search was reached';
  const begin = `Section 5.2.1: ${found.values} settings, each with all 36 n and t, were tried on one half of the sites (${searched.length}; ${end}); the thesis tried 23,936 combinations on 20. The best is ${settingText(found.point)} with n = ${foundVotes.n} and t = ${foundVotes.t}, that of the thesis ${settingText(thesisSetting)} with n = 3 and t = 2.`;
  if (difference === undefined) return `${begin} There are too few other sites to tell what that is worth.`;
  const { difference: gain, low, high, isReal } = difference;
  const said = isReal ? `a real ${gain > 0 ? 'gain' : 'loss'}` : 'no difference that can be told from chance';
  return `${begin} On the other half (${difference.sites}) the setting that was found differs from the thesis’s values by ${percent(gain)} points of F1 (95 % interval ${percent(low)} to ${percent(high)}): ${said}.`;
}
