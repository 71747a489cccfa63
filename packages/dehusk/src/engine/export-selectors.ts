/**
 * The learned template of a site as CSS selectors, for tools that know nothing of dehusk. Selectors match elements
 * and a template is made of texts, so a set of selectors is an approximation: with pages of the site to try them on
 * it is measured, without it is careful.
 */
import type { TemplateSegment, Verdict } from '../detect/detector.ts';
import type { PathStep } from '../page/css-path.ts';
import type { Page } from '../page/page.ts';
import { createSelector } from '../page/select.ts';
import { chooseCarefulSelectors } from './export-selectors/careful-selectors.ts';
import { CheckedPage } from './export-selectors/checked-page.ts';
import { chooseCheckedSelectors, sumChars } from './export-selectors/checked-selectors.ts';
import { growPathTree } from './export-selectors/path-tree.ts';
import { includesStep, spellPath } from './export-selectors/spell-path.ts';

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
