/**
 * The template of one page, by a few other pages of its site. Which pages these are, and what they have in common with
 * the page, is the matter of `compare/template` (Alarte 2014). By default the texts are then judged as `clean` judges
 * them, by a method that has learned from all pages that were loaded: a vote of three pages takes what these three
 * happen to share for template, and what differs from page to page in a menu for content.
 *
 * Cost: the loads, a mapping for each page that is compared, and learning from each page that was loaded.
 */
import { elementScores, elementsByText } from '../compare/template/elements-by-text.ts';
import { ownThings } from '../compare/template/own-things.ts';
import type { LoadPage, PageSource, Siblings } from '../compare/template/siblings.ts';
import { compareWithOthers, judgeMappings } from '../compare/template/template.ts';
import { resolveTemplateOptions, type TemplateOptions } from '../compare/template/template-options.ts';
import type { Verdict } from '../detect/detector.ts';
import { defaultMethod } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { learnPages } from './saved-site.ts';

/** The template of one page: the verdict on its nodes, and what it rests on. */
export interface PageTemplate {
  readonly verdict: Verdict;
  /** Who judged: the votes of the compared pages, all pages that were loaded, or what a state knows of the site. */
  readonly judgedBy: 'votes' | 'site' | 'state';
  /** Votes that a node needs: fewer than asked for where fewer pages were found. 0 where no page was compared. */
  readonly votesAsked: number;
  /** How the pages were found. */
  readonly siblings: Siblings;
}

/** Where the pages come from that a page is compared with, and what is known of its site. */
export interface TemplateSource extends PageSource {
  /** What an earlier run has learned of the site says this of a page. */
  readonly judge?: (page: Page) => Verdict;
}

/**
 * The template of one page, by comparing it with others of its site: with pages that it links to and that link to one
 * another and, where the source knows more pages than `load` is asked for by links, with these. See `LoadPage`. Throws if
 * no page could be had at all and nothing is known of the site.
 */
export async function extractTemplate(
  page: Page,
  source: LoadPage | TemplateSource,
  given: Partial<TemplateOptions> = {},
): Promise<PageTemplate> {
  const options = resolveTemplateOptions(given);
  const { judge, ...pages }: TemplateSource = typeof source === 'function' ? { load: source } : source;
  const siblings = await compareWithOthers(page, pages, options);
  const mappings = siblings.found.map(({ mapping }) => mapping);
  const voted = mappings.length === 0 ? undefined : judgeMappings(page, mappings, options);
  if (voted === undefined && (judge === undefined || options.evidence === 'votes'))
    throw new DehuskError('TEMPLATE_NO_PAGES', { page: page.url!, links: siblings.links.length });
  if (options.evidence === 'votes') return { ...voted!, judgedBy: 'votes', siblings };
  const { verdict, judgedBy } = await judgeBySite(page, siblings.pages, judge);
  const isOwn = siblings.pages.length === 0 ? undefined : ownThings(page, siblings.pages);
  const template = elementsByText(page, verdict, isOwn);
  return {
    // Seen is seen by the pages that were compared, where there are some: they tell it of elements too.
    verdict: { ...verdict, ...voted?.verdict, template, score: elementScores(page, verdict.score, template) },
    judgedBy,
    votesAsked: voted?.votesAsked ?? 0,
    siblings,
  };
}

/** By the pages that were loaded, or by what a state knows of the site if that is more. */
async function judgeBySite(
  page: Page,
  others: readonly Page[],
  judge: TemplateSource['judge'],
): Promise<{ readonly verdict: Verdict; readonly judgedBy: 'site' | 'state' }> {
  const known = judge?.(page);
  if (known !== undefined && known.of > others.length) return { verdict: known, judgedBy: 'state' };
  const learned = await learnPages([...others, page], { method: defaultMethod, options: {} });
  return { verdict: learned.judge(page), judgedBy: 'site' };
}
