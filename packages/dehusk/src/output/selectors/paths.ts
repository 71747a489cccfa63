/** The paths of a site's template segments as one tree, so that what they share is looked at once. */
import { escapeIdentifier, type PathStep, stepSelector } from '../../page/css-path.ts';

export interface PathTree {
  readonly step: PathStep;
  readonly children: ReadonlyMap<string, PathTree>;
}

interface GrowingTree extends PathTree {
  readonly children: Map<string, GrowingTree>;
}

/** Browsers flatten what is nested deeper; the template of an honest site ends long before. */
const MAX_DEPTH = 512;

/** The root stands for `html`. */
export function growPathTree(paths: Iterable<readonly PathStep[]>): PathTree {
  const root: GrowingTree = { step: { tag: 'html', classes: [] }, children: new Map() };
  for (const path of paths) {
    if (path.length > MAX_DEPTH) continue;
    let at = root;
    for (const step of path.slice(1)) at = childOf(at, step);
  }
  return root;
}

function childOf({ children }: GrowingTree, step: PathStep): GrowingTree {
  const key = stepSelector(step);
  const known = children.get(key) ?? { step, children: new Map() };
  children.set(key, known);
  return known;
}

/** Steps of a path as one selector. */

/** A step of a selector: one of a path, or only those of its places that are the nth child. */
export interface SelectorStep extends PathStep {
  readonly nth?: number;
}

/** `#menu > ul > li:nth-child(2)`. An id says all: tag and classes of such a step would only break sooner. */
export function spellPath(steps: readonly SelectorStep[]): string {
  return printable(steps.map(spellStep).join(' > '));
}

function spellStep(step: SelectorStep): string {
  const compound = step.id === undefined ? stepSelector(step) : `#${escapeIdentifier(step.id)}`;
  return step.nth === undefined ? compound : `${compound}:nth-child(${step.nth})`;
}

/** What steers a terminal or ends a line is written as CSS's own escape, which means the same. */
function printable(selector: string): string {
  return selector.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\${char.codePointAt(0)!.toString(16)} `,
  );
}

/** A step that says more than its tag. */
export function isNamed({ id, classes }: PathStep): boolean {
  return id !== undefined || classes.length > 0;
}

/** Whether what the other step tells of an element makes this one match it. */
export function includesStep(step: PathStep, other: PathStep): boolean {
  if (step.id !== undefined) return step.id === other.id;
  return step.tag === other.tag && step.classes.every((name) => other.classes.includes(name));
}
