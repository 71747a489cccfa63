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
import type { Lesson } from '../detect/lesson.ts';
import { defaultMethod } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { newDetector } from './saved-site.ts';

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
  const learner = options.evidence === 'votes' ? undefined : await openLearner(page, judge, options.maxPages);
  const load: LoadPage = async (url) => {
    const other = await pages.load(url);
    if (other !== undefined) learner?.read(other);
    return other;
  };
  const siblings = await compareWithOthers(page, { ...pages, load }, options);
  const mappings = siblings.found.map(({ mapping }) => mapping);
  const voted = mappings.length === 0 ? undefined : judgeMappings(page, mappings, options);
  if (voted === undefined && (judge === undefined || learner === undefined))
    throw new DehuskError('TEMPLATE_NO_PAGES', { page: page.url!, links: siblings.links.length });
  if (learner === undefined) return { ...voted!, judgedBy: 'votes', siblings };
  const { verdict, judgedBy } = learner.judgeBy(siblings.pages);
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

interface Learner {
  /** Takes what a page teaches while it is new: the core still holds it, and outlines it in a fifth of the time. */
  read(page: Page): void;
  /** By these pages, or by what a state knows of the site if that is more. */
  judgeBy(others: readonly Page[]): { readonly verdict: Verdict; readonly judgedBy: 'site' | 'state' };
}

async function openLearner(key: Page, judge: TemplateSource['judge'], maxPages: number): Promise<Learner> {
  const known = judge?.(key);
  const detector = await newDetector({ method: defaultMethod, options: {} }, key.hashKey);
  const lessons = new Map<Page, Lesson>();
  const lessonOf = (page: Page): Lesson => lessons.get(page) ?? detector.lesson(page);
  const read = (page: Page): void => {
    // A state that has seen more pages than will be loaded is asked instead.
    if (known === undefined || known.of <= maxPages) lessons.set(page, detector.lesson(page));
  };
  read(key);
  return {
    read,
    judgeBy: (others) => {
      if (known !== undefined && known.of > others.length) return { verdict: known, judgedBy: 'state' };
      for (const page of [...others, key]) detector.apply(lessonOf(page));
      return { verdict: detector.judge(key, lessonOf(key)), judgedBy: 'site' };
    },
  };
}
