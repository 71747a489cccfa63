/**
 * The exact top-down mapping by equality probability (Alarte 2014, chapter 3; A18 to A29): from the roots down,
 * children of corresponding nodes are paired by best match. How probably two nodes are the same one is told by id,
 * classes, attribute names, number of children and place (`equality/probability.ts`), text nodes by their text.
 *
 * Unlike the other mappings it looks at no more than one level at a time: a pair that looks well is kept, whatever
 * is below. Where two corresponding subtrees are the same in all that is compared, they are mapped whole; that is
 * what level by level would give, since each node is most like the one of its own kind at its own place. Cost: close
 * to linear in the pages; wide nodes are compared by kinds of children, not child by child (`equality/kind-offers.ts`).
 */
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { tagName } from '../../page/read.ts';
import { ChildMatcher } from './equality/child-matcher.ts';
import { type EqualityOptions, resolveEqualityOptions } from './equality/equality-options.ts';
import { Kinds } from './equality/kinds.ts';
import { Likeness } from './equality/likeness.ts';
import { mapWhole } from './map-whole.ts';
import type { Mapping } from './mapping.ts';
import { PairTable } from './pair-table.ts';
import { StepBudget } from './step-budget.ts';
import { createTree, type Tree } from './tree-pair.ts';

/** Both pages must have been parsed with one hash key. The labels of other mappings play no part. */
export function mapEquality(key: Page, other: Page, options: EqualityOptions = {}): Mapping {
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  // Roots have no place among siblings: that their tags are the same is enough (A19).
  if (tagName(key, 0) !== tagName(other, 0)) return { other: pairs, size: 0 };
  if (key.pathHashLow[0] !== other.pathHashLow[0]) throw new DehuskError('MAPPING_HASH_KEYS', {});
  const budget = new StepBudget(options.maxSteps);
  const resolved = resolveEqualityOptions(options);
  const kinds = new Kinds(key, other, { text: resolved.text, budget });
  const likeness = new Likeness(kinds, resolved);
  const classes = new PairTable(2 * (key.nodeCount + other.nodeCount), key.pathHashLow[0]!);
  const trees: Trees = {
    key: createTree(key, kinds.ofKey, classes),
    other: createTree(other, kinds.ofOther, classes),
    mayMapWhole: likeness.isAlwaysEnough,
  };
  return { other: pairs, size: mapPairs(trees, pairs, new ChildMatcher(trees, likeness, budget)) };
}

interface Trees {
  readonly key: Tree;
  readonly other: Tree;
  /** Whether no node of two subtrees that are the same would be left out. */
  readonly mayMapWhole: boolean;
}

function mapPairs({ key, other, mayMapWhole }: Trees, pairs: Int32Array, matcher: ChildMatcher): number {
  // Pairs whose children are still to be matched: key, other, key, other …
  const pending = [0, 0];
  const take = (keyNode: number, otherNode: number): void => {
    pending.push(keyNode, otherNode);
  };
  let size = 0;
  while (pending.length > 0) {
    const otherNode = pending.pop()!;
    const keyNode = pending.pop()!;
    if (mayMapWhole && key.subtreeClass[keyNode] === other.subtreeClass[otherNode]) {
      size += mapWhole(key, pairs, keyNode, otherNode);
      continue;
    }
    pairs[keyNode] = otherNode;
    size++;
    matcher.match(keyNode, otherNode, take);
  }
  return size;
}
