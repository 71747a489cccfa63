/**
 * Extract now (Alarte 2014): the template of the page that is open, found by pages that it links to and that link to one
 * another. They are fetched one after the other, with a pause, from the same site only, and read by the browser itself.
 * What is found enters the verdict as what is known of the site's first page, as `clean --bootstrap` does it.
 */
import type { DomPage } from 'dehusk/dom';
import {
  compareWithOthers,
  DehuskError,
  judgeMappings,
  resolveTemplateOptions,
  type Siblings,
  thesisOptions,
  withoutIndex,
} from 'dehusk/dom-parts';
import { fetchHtml } from '../fetch-html.ts';
import { ask, type ComparedPage, type FetchedPage } from '../protocol.ts';
import type { PageTab } from './page-tab.ts';
import { sharedWorld } from './shared-world.ts';
import type { SiteSession } from './site-session.ts';

/** Between two fetches: a reader who opens one tab after the other is not slower. */
const PAUSE_MS = 250;
/** One page is no proof: what two pages have in common may be content. */
const MIN_PAGES = 2;

sharedWorld.dehuskTab!.features.extract = async (tab) => {
  tab.extractReport = { state: 'running', pages: [], problem: undefined };
  try {
    await extract(tab);
  } catch (error) {
    const problem = problemOf(error);
    tab.extractReport = { state: 'failed', pages: tab.extractReport.pages, problem };
  }
};

async function extract(tab: PageTab): Promise<void> {
  const session = await tab.openSession();
  const { memory, settings } = session.opened;
  const page = session.read(document);
  const isOnlyPage = memory?.facts.pageCount === 1 && memory.facts.lastPage === page.id;
  if (memory !== undefined && !isOnlyPage) {
    tab.extractReport = { state: 'failed', pages: [], problem: 'problemKnownBetter' };
    return;
  }
  const fetched: ComparedPage[] = [];
  const load = createLoad(session, settings.withCookies, (loaded) => {
    fetched.push(loaded);
    tab.extractReport = { state: 'running', pages: [...fetched], problem: undefined };
  });
  const options = resolveTemplateOptions({
    ...(settings.literalThesis ? thesisOptions : {}),
    links: { identity: withoutIndex },
  });
  const siblings = await compareWithOthers(page, { load }, options);
  const pages = reportOf(siblings);
  if (siblings.found.length < MIN_PAGES) {
    const problem = problemOfFew(siblings);
    tab.extractReport = { state: 'failed', pages, problem };
    return;
  }
  const mappings = siblings.found.map(({ mapping }) => mapping);
  const { verdict } = judgeMappings(page, mappings, options);
  await session.unlearnOnlyPage();
  await tab.visit({ page, known: verdict.template });
  tab.extractReport = { state: 'done', pages, problem: undefined };
}

function createLoad(
  session: SiteSession,
  withCookies: boolean,
  loaded: (page: ComparedPage) => void,
): (url: string) => Promise<DomPage> {
  let last = 0;
  return async (url) => {
    const wait = last + PAUSE_MS - performance.now();
    if (last > 0 && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = performance.now();
    try {
      const { url: found, html } = await fetchSibling(url, withCookies);
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const page = session.read(parsed, found);
      loaded({ url, outcome: 'page' });
      return page;
    } catch (error) {
      loaded({ url, outcome: 'failed' });
      if (error instanceof DehuskError) throw error;
      throw new DehuskError('HTTP_UNREACHABLE', { url, reason: (error as Error).message });
    }
  };
}

/** Some pages forbid their own scripts, and in Firefox ours with them, to fetch anything. */
async function fetchSibling(url: string, withCookies: boolean): Promise<FetchedPage> {
  try {
    return await fetchHtml(url, withCookies);
  } catch (error) {
    if (!(error instanceof TypeError) || !navigator.onLine) throw error;
    return ask<FetchedPage>({ type: 'fetch-page', url });
  }
}

function reportOf({ found, loads }: Siblings): readonly ComparedPage[] {
  const compared = new Set(found.map(({ url }) => url));
  return loads
    .filter(({ outcome }) => outcome !== 'absent')
    .map(({ url, outcome }) => ({ url, outcome: compared.has(url) ? 'compared' : outcome }));
}

function problemOfFew({ found, links }: Siblings): string {
  if (links.length === 0) return 'problemNoLinks';
  if (found.length > 0) return 'problemOnePage';
  return navigator.onLine ? 'problemNoPages' : 'problemOffline';
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
