/** The paths of a site's template segments as one tree, so that what they share is looked at once. */
import { type PathStep, stepSelector } from '../../page/css-path.ts';

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
