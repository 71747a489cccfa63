/**
 * The properties of all mappings on random pairs of small trees. Trees come in groups, some of them edited versions
 * of others, and every tree of a group is compared with every other.
 */
import { labelPages } from '../../packages/dehusk/src/compare/mapping/labels.ts';
import { mappingNames, mappings } from '../../packages/dehusk/src/compare/mapping/mappings.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { naiveOptimum } from './naive-optimum.ts';
import { createRandom, mutateTree, pageOfTree, randomTree, type Tree, type TreeShape } from './trees.ts';
import { faultOf, oneToOneFault } from './validity.ts';

const GROUP = 40;

export interface PropertyReport {
  pairs: number;
  readonly faults: string[];
  /** Per mapping: pairs of nodes found, and pairs of trees where it found fewer than the optimum. */
  readonly found: Record<string, number>;
  readonly smaller: Record<string, number>;
}

export function checkRandomPairs(
  count: number,
  seed: number,
  onGroup: (done: number) => void = () => {},
): PropertyReport {
  const report: PropertyReport = { pairs: 0, faults: [], found: {}, smaller: {} };
  for (let group = 0; report.pairs < count; group++) {
    checkGroup(randomGroup(createRandom(seed + group)), report, count);
    onGroup(report.pairs);
  }
  return report;
}

function randomGroup(random: (limit: number) => number): Tree[] {
  const shape: TreeShape = {
    maxNodes: 4 + random(random(10) === 0 ? 120 : 25),
    names: ['a', 'b', 'i'].slice(0, 1 + random(3)),
    texts: ["'x'", "'y'"].slice(0, random(3)),
  };
  const trees: Tree[] = [];
  while (trees.length < GROUP) {
    const tree = randomTree(random, shape);
    trees.push(tree, mutateTree(tree, random, { rate: 8 + random(20), shape }));
  }
  return trees;
}

function checkGroup(trees: readonly Tree[], report: PropertyReport, count: number): void {
  const pages = trees.map(pageOfTree);
  for (const [i, key] of pages.entries()) {
    for (const [j, other] of pages.entries()) {
      if (report.pairs === count) return;
      const { fault, largest } = checkPair(key, other, report);
      // The naive optimum is slow: every fifth pair, and small trees only.
      const optimum =
        report.pairs % 5 === 0 && key.nodeCount * other.nodeCount < 900
          ? naiveOptimum(trees[i]!, trees[j]!)
          : undefined;
      report.pairs++;
      if (fault !== undefined) report.faults.push(`${fault}: ${spell(trees[i]!)} and ${spell(trees[j]!)}`);
      if (optimum !== undefined && optimum !== largest)
        report.faults.push(`not the optimum ${optimum}: ${spell(trees[i]!)} and ${spell(trees[j]!)}`);
    }
  }
}

function checkPair(key: Page, other: Page, report: PropertyReport): { fault?: string; largest: number } {
  const labels = labelPages(key, other);
  let largest = 0;
  let fault: string | undefined;
  for (const name of mappingNames) {
    const mapping = mappings[name](key, other);
    if (name === 'top-down-exact') largest = mapping.size;
    const isTopDown = name !== 'bottom-up';
    const found = (isTopDown ? faultOf : oneToOneFault)(key, other, mapping, labels);
    if (found !== undefined) fault ??= `${name}: ${found}`;
    else if (isTopDown && mapping.size > largest) fault ??= `${name}: ${mapping.size} pairs of ${largest}`;
    report.found[name] = (report.found[name] ?? 0) + mapping.size;
    report.smaller[name] = (report.smaller[name] ?? 0) + (mapping.size < largest ? 1 : 0);
  }
  return fault === undefined ? { largest } : { fault, largest };
}

function spell({ name, children }: Tree): string {
  return children.length === 0 ? name : `${name}(${children.map(spell).join(',')})`;
}
