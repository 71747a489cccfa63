/** Algorithm 5 of Huang 2011: both trees as sequences, their dominant matches, the template matches among them. */
import type { Page } from '../../../page/page.ts';
import type { Mapping } from '../mapping.ts';
import type { MappingOptions } from '../options.ts';
import { StepBudget } from '../step-budget.ts';
import { pairTrees, type Tree } from '../tree-pair.ts';
import { findDominantMatches } from './dominant-matches.ts';
import { Occurrences } from './occurrences.ts';
import type { Sequence } from './sequences.ts';
import { type Decision, identifyTemplateMatches, type Side } from './template-matches.ts';

export interface SequenceKind {
  readonly toSequence: (tree: Tree) => Sequence;
  readonly byBranch: boolean;
  readonly onDecision?: (decision: Decision) => void;
}

export function mapBySequences(
  pages: { readonly key: Page; readonly other: Page },
  kind: SequenceKind,
  options: MappingOptions,
): Mapping {
  const pair = pairTrees(pages.key, pages.other, { label: options.label });
  const budget = new StepBudget(options.maxSteps);
  const toSide = (tree: Tree): Side => {
    const sequence = kind.toSequence(tree);
    return { sequence, occurrences: new Occurrences(sequence, pair.labelCount), parent: tree.parent };
  };
  // 1, 2: the sequences.
  const rows = toSide(pair.key);
  const columns = toSide(pair.other);
  // 3: the dominant matches.
  const { occurrences, sequence } = columns;
  const matches = findDominantMatches(rows.sequence, { length: sequence.length, occurrences }, budget);
  // 4: the template matches. 5, the template itself, is the key tree restricted to mapped nodes (H25).
  const { byBranch, onDecision } = kind;
  return identifyTemplateMatches({ rows, columns, matches, byBranch, budget, onDecision });
}
