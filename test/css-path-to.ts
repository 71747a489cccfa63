import { type PathStep, pathStep } from '../packages/dehusk/src/page/css-path.ts';
import type { Page } from '../packages/dehusk/src/page/page.ts';

/** The steps from html to the element that a text stands in. */
export function cssPathTo(page: Page, text: number): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (let at = page.parent[text]!; at >= 0; at = page.parent[at]!) steps.push(pathStep(page, at));
  return steps.reverse();
}
