/**
 * Extract now (Alarte 2014): the template of the page that is open, found by pages that it links to and that link to one
 * another. The tab fetches and reads them; here they are mapped and vote. What is found enters the verdict as what is
 * known of the site's first page, as `clean --bootstrap` does it.
 */
import {
  compareWithOthers,
  DehuskError,
  judgeMappings,
  type Page,
  resolveTemplateOptions,
  type Siblings,
  thesisOptions,
  withoutIndex,
} from 'dehusk/dom-parts';
import { readCopy } from '../copy/read-copy.ts';
import type { ComparedPage, ExtractAnswer, LoadedPage, SentPage, Settings } from '../protocol.ts';
import { type DocumentOfSite, type Judging, readSent } from './judging.ts';
import type { Sites } from './sites.ts';

/** One page is no proof: what two pages have in common may be content. */
const MIN_PAGES = 2;

export interface ExtractTools {
  readonly sites: Sites;
  readonly judging: Judging;
  readonly settings: Settings;
  /** Throws what is wrong with it. */
  load(url: string): Promise<LoadedPage>;
}

export async function extract(
  document: DocumentOfSite,
  sent: SentPage,
  { sites, judging, settings, load }: ExtractTools,
): Promise<ExtractAnswer> {
  const hashKey = await sites.hashKey();
  const { page, entriesOf } = readSent(document, sent, hashKey);
  const facts = (await sites.factsOf(document.site))?.facts;
  const isOnlyPage = facts?.pageCount === 1 && facts.lastPage === page.id;
  if (facts !== undefined && !isOnlyPage) return { pages: [], problem: 'problemKnownBetter' };
  const options = resolveTemplateOptions({
    ...(settings.literalThesis ? thesisOptions : {}),
    links: { identity: withoutIndex },
  });
  const loadPage = async (url: string): Promise<Page> => {
    try {
      const loaded = await load(url);
      return readCopy(loaded.copy, { url: loaded.url, hashKey }).page;
    } catch (error) {
      if (error instanceof DehuskError) throw error;
      throw new DehuskError('HTTP_UNREACHABLE', { url, reason: (error as Error).message });
    }
  };
  const siblings = await compareWithOthers(page, { load: loadPage }, options);
  const pages = reportOf(siblings);
  if (siblings.found.length < MIN_PAGES) return { pages, problem: problemOfFew(siblings) };
  const mappings = siblings.found.map(({ mapping }) => mapping);
  const { template } = judgeMappings(page, mappings, options).verdict;
  // The only page that the site was learned from is taken back, so that it can be learned as it is seen now.
  if (facts !== undefined && document.isLearning) await sites.unlearnOnlyPage(document.site, facts.digest);
  const judged = await judging.judgeKnown(document, sent, template);
  const known = [...template.keys()].filter((node) => template[node] === 1).flatMap(entriesOf);
  return { pages, found: { judged, known } };
}

function reportOf({ found, loads }: Siblings): readonly ComparedPage[] {
  const compared = new Set(found.map(({ url }) => url));
  return loads
    .filter(({ outcome }) => outcome !== 'absent')
    .map(({ url, outcome }) => ({ url, outcome: compared.has(url) ? 'compared' : outcome }));
}

function problemOfFew({ found, links }: Siblings): string {
  if (links.length === 0) return 'problemNoLinks';
  return found.length > 0 ? 'problemOnePage' : 'problemNoPages';
}
