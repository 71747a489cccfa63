/**
 * The learned template of a site as CSS selectors, for tools that know nothing of dehusk. Selectors match elements
 * and a template is made of texts, so a set of selectors is an approximation: with pages of the site to try them on
 * it is measured, without it is careful.
 */
import type { TemplateSegment, Verdict } from '../../detect/detector.ts';
import type { PathStep } from '../../page/css-path.ts';
import type { Page } from '../../page/page.ts';
import { createSelector } from '../../page/select.ts';
import { CheckedPage, chooseCheckedSelectors, sumChars } from './checked-selectors.ts';
import { growPathTree, includesStep, isNamed, spellPath } from './paths.ts';

export interface ExportedSelector {
  readonly selector: string;
  /** Template segments that it matches and no selector before it, and their characters. */
  readonly segments: number;
  readonly chars: number;
  /** On the pages it was tried on: characters judged template over all that it matches. */
  readonly precision?: number;
}

export interface SelectorExport {
  readonly selectors: readonly ExportedSelector[];
  /** Of the whole set, in characters of the pages given: matched template over matched, and over template. */
  readonly precision?: number;
  readonly recall?: number;
}

/** The pages to try selectors on, with the verdicts of the detector that learned the segments. */
export type SelectorTrial = readonly { readonly page: Page; readonly verdict: Verdict }[];

export function exportSelectors(
  segments: readonly TemplateSegment[],
  trial: SelectorTrial = [],
): SelectorExport {
  if (trial.length === 0) return { selectors: countSegments(chooseCarefulSelectors(segments), segments) };
  const pages = trial.map(({ page, verdict }) => new CheckedPage(page, verdict));
  const selectors = chooseCheckedSelectors(growPathTree(segments.map(({ path }) => path)), pages);
  return { selectors, ...measure(pages) };
}

function measure(pages: readonly CheckedPage[]): Pick<SelectorExport, 'precision' | 'recall'> {
  const all = sumChars(pages.map(({ chars }) => chars));
  const { template, content } = sumChars(pages.map(({ coveredChars }) => coveredChars));
  return { precision: ratio(template, template + content), recall: ratio(template, all.template) };
}

/** Of nothing, nothing is wrong and nothing is missing. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function countSegments(
  chosen: readonly (readonly PathStep[])[],
  segments: readonly TemplateSegment[],
): readonly ExportedSelector[] {
  const first = segments.map(({ path }) => chosen.findIndex((steps) => isOn(steps, path)));
  return chosen.map((steps, place) => {
    const own = segments.filter((_, i) => first[i] === place);
    const chars = own.reduce((sum, { text }) => sum + [...text].length, 0);
    return { selector: verified(steps), segments: own.length, chars };
  });
}

/** Throws for what is no selector: a fault of the program. */
function verified(steps: readonly PathStep[]): string {
  const selector = spellPath(steps);
  createSelector(selector);
  return selector;
}

/** Whether the steps are a stretch of the path. */
function isOn(steps: readonly PathStep[], path: readonly PathStep[]): boolean {
  for (let from = 0; from + steps.length <= path.length; from++) {
    if (steps.every((step, i) => includesStep(step, path[from + i]!))) return true;
  }
  return false;
}

/**
 * Selectors for the template where no page is there to try them on. Whether an element also holds content cannot be
 * known then, so each selector ends at the element that directly holds the text; only texts that lie side by side in
 * one named element (the links of a menu) are taken with that element.
 *
 * How often texts were seen is the one hint there is: the furniture of a site is on most of its pages, while content
 * that happens to repeat is on a few. An element with such a rare text in it is left alone. Without that rule the
 * selectors matched 75 % of the content of 12 synthetic sites (seeds 300 to 311); with it less than 0.1 %, there and
 * on 12 others (320 to 331), and 83 % of the template. Real sites are harder: on 24 of the corpus precision is 0.86
 * on average and 0.03 at worst, recall 0.67.
 */

type Path = readonly PathStep[];

/** By the HTML standard these hold what a page is about; html and body hold everything. */
const contentTags: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article']);
/** A text is common if it was seen this often, compared with the commonest of the site. */
const COMMON_SHARE = 0.5;

/** The steps of each selector, in the order of the segments. */
function chooseCarefulSelectors(segments: readonly TemplateSegment[]): readonly Path[] {
  const least = COMMON_SHARE * segments.reduce((most, { seen }) => Math.max(most, seen), 0);
  const rare = segments.filter(({ seen }) => seen < least).map(({ path }) => path);
  const paths = [...groupPaths(segments)].map((group) => choosePath(group, rare));
  const chosen = paths.filter((path) => path !== undefined);
  const outermost = chosen.filter((path) => !chosen.some((other) => isInside(path, other)));
  return distinct(outermost.map(shorten));
}

interface PathGroup {
  readonly path: Path;
  readonly texts: number;
}

function groupPaths(segments: readonly TemplateSegment[]): Iterable<PathGroup> {
  const groups = new Map<string, PathGroup>();
  for (const { path } of segments) {
    const key = spellPath(path);
    groups.set(key, { path, texts: (groups.get(key)?.texts ?? 0) + 1 });
  }
  return groups.values();
}

/** To its last named step if several texts share it, else to its end; undefined if neither will do. */
function choosePath({ path, texts }: PathGroup, rare: readonly Path[]): Path | undefined {
  const shared = path.slice(0, path.findLastIndex(isNamed) + 1);
  const candidates = texts > 1 ? [shared, path] : [path];
  return candidates.find(
    (steps) => steps.length > 2 && !isContent(steps) && !rare.some((one) => startsWith(one, steps)),
  );
}

function isContent(steps: Path): boolean {
  const last = steps.at(-1)!;
  return (
    contentTags.has(last.tag) || (!isNamed(last) && steps.slice(2).some(({ tag }) => contentTags.has(tag)))
  );
}

function startsWith(path: Path, steps: Path): boolean {
  return steps.length <= path.length && steps.every((step, i) => includesStep(step, path[i]!));
}

function isInside(path: Path, other: Path): boolean {
  return other.length < path.length && startsWith(path, other);
}

/** From the last id on, which there is only one of; without one, from body on, whose classes tell kinds of pages. */
function shorten(path: Path): Path {
  const from = path.findLastIndex(({ id }) => id !== undefined);
  return from > 1 ? path.slice(from) : [{ tag: 'body', classes: [] }, ...path.slice(2)];
}

function distinct(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [spellPath(path), path])).values()];
}
