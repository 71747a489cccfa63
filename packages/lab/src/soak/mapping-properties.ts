/**
 * The properties of all mappings on random pairs of small trees. Trees come in groups, some of them edited versions
 * of others, and every tree of a group is compared with every other.
 *
 *   dehusk-lab soak mapping-properties [COUNT [SEED]]     (default: a million pairs)
 *
 * The exit code is 1 if a mapping was not valid, or larger than the optimum, or if `restricted-top-down` is not to the
 * node what its full table gives; for that, a hundredth of the pairs (10,000) has long lists of siblings. The tests run
 * the same with fewer pairs.
 */

import type { Page } from 'dehusk';
import { ExitCode, type Labels, labelPages, type Mapping, mappingNames, mappings } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { createRandom, mutateTree, pageOfTree, randomTree, type Tree, type TreeShape } from './trees.ts';

export function run([count = '1000000', seed = '1000000']: readonly string[], out: Output): number {
  const started = Date.now();
  let lastTold = 0;
  const report = checkRandomPairs(Number(count), Number(seed), (done) => {
    if (done - lastTold < 50_000) return;
    lastTold = done;
    out.progress(`${done} of ${count}, ${Math.round((Date.now() - started) / 1000)} s`);
  });
  const wide = checkWidePairs(Math.ceil(Number(count) / 100), Number(seed));
  const faults = [...report.faults, ...wide];
  for (const fault of faults.slice(0, 20)) out.line(fault);
  out.line(`${report.pairs} pairs, ${faults.length} faults`);
  const optimum = report.found['top-down-exact']!;
  for (const [name, found] of Object.entries(report.found)) {
    const share = ((100 * found) / optimum).toFixed(2);
    const smaller = ((100 * report.smaller[name]!) / report.pairs).toFixed(2);
    out.line(`${name.padEnd(20)} ${share.padStart(6)} % of the optimum's pairs; smaller on ${smaller} %`);
  }
  return faults.length > 0 ? ExitCode.failed : ExitCode.done;
}

/** Pairs of long lists that begin, end or both with the same; what differs between literal and quick, in words. */
export function checkWidePairs(count: number, seed: number): readonly string[] {
  const faults: string[] = [];
  for (let pair = 0; pair < count; pair++) {
    const random = createRandom(seed + pair);
    // Few kinds of items: many are the same, and some are a part of a larger one.
    const kinds = Array.from({ length: 2 + random(20) }, () =>
      randomTree(random, {
        maxNodes: 1 + random(6),
        names: ['a', 'b'].slice(0, 1 + random(2)),
        texts: ["'x'", "'y'"],
      }),
    );
    const items = (length: number): Tree[] => Array.from({ length }, () => kinds[random(kinds.length)]!);
    const [front, back] = [items(random(60)), items(random(30))];
    const listOf = (): Tree => ({ name: 'r', children: [...front, ...items(random(12)), ...back] });
    const fault = literalFault(pageOfTree(listOf()), pageOfTree(listOf()));
    if (fault !== undefined) faults.push(`wide pair ${seed + pair}: ${fault}`);
  }
  return faults;
}

function literalFault(key: Page, other: Page): string | undefined {
  const map = mappings['restricted-top-down'];
  const [quick, literal] = [map(key, other), map(key, other, { siblingRuns: false })];
  const node = quick.other.findIndex((counterpart, i) => counterpart !== literal.other[i]);
  return node === -1 ? undefined : `restricted-top-down: ${node} is not as in the full table`;
}

const GROUP = 40;

interface PropertyReport {
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
    if (name === 'restricted-top-down') fault ??= literalFault(key, other);
    report.found[name] = (report.found[name] ?? 0) + mapping.size;
    report.smaller[name] = (report.smaller[name] ?? 0) + (mapping.size < largest ? 1 : 0);
  }
  return fault === undefined ? { largest } : { fault, largest };
}

function spell({ name, children }: Tree): string {
  return children.length === 0 ? name : `${name}(${children.map(spell).join(',')})`;
}

/** What is wrong with a mapping, in words; nothing if it is a valid ordered top-down mapping. */
export function faultOf(
  key: Page,
  other: Page,
  mapping: Mapping,
  labels: Labels = labelPages(key, other),
): string | undefined {
  return oneToOneFault(key, other, mapping, labels) ?? topDownFault(key, other, mapping);
}

/** What every mapping must be, bottom-up too: pairs of equal label, no node in two pairs. */
export function oneToOneFault(
  key: Page,
  other: Page,
  mapping: Mapping,
  labels: Labels = labelPages(key, other),
): string | undefined {
  if (mapping.other.length !== key.nodeCount) return 'not of the length of the key page';
  const taken = new Uint8Array(other.nodeCount);
  let pairs = 0;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = mapping.other[node]!;
    if (counterpart === -1) continue;
    if (counterpart < 0 || counterpart >= other.nodeCount) return `${node} → ${counterpart} does not exist`;
    if (taken[counterpart] === 1) return `${counterpart} is taken twice`;
    taken[counterpart] = 1;
    pairs++;
    if (labels.key[node] !== labels.other[counterpart]) return `${node} → ${counterpart} has another label`;
  }
  return pairs === mapping.size ? undefined : `size ${mapping.size}, but ${pairs} pairs`;
}

function topDownFault(key: Page, other: Page, mapping: Mapping): string | undefined {
  let last = -1;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = mapping.other[node]!;
    if (counterpart === -1) continue;
    const parent = key.parent[node]!;
    const parentCounterpart = parent === -1 ? -1 : mapping.other[parent]!;
    if (parentCounterpart !== other.parent[counterpart]) return `the parent of ${node} is not mapped with it`;
    // Parents go with parents: then siblings in order and document order are the same.
    if (counterpart <= last) return `${node} → ${counterpart} is out of order`;
    last = counterpart;
  }
  return undefined;
}

/** The optimum by its definition, for small trees: recursion and a full table, nothing clever. */
function naiveOptimum(a: Tree, b: Tree): number {
  if (a.name !== b.name) return 0;
  const table = Array.from({ length: a.children.length + 1 }, () =>
    new Array<number>(b.children.length + 1).fill(0),
  );
  for (const [i, c] of a.children.entries()) {
    for (const [j, d] of b.children.entries()) {
      const paired = table[i]![j]! + naiveOptimum(c, d);
      table[i + 1]![j + 1] = Math.max(table[i]![j + 1]!, table[i + 1]![j]!, paired);
    }
  }
  return 1 + table[a.children.length]![b.children.length]!;
}
