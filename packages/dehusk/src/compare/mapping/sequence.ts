/**
 * The two mappings by sequences (Huang 2011, chapter 4): both trees become sequences of labels, and a common
 * subsequence of these becomes a mapping that keeps parents and order. Both mappings are valid, but not always the
 * largest (H26).
 *
 * Cost: by the number of occurrences of equal labels; memory by the number of dominant matches, which is bounded.
 *
 * Symbols of the thesis: A, i → `rows` (key page) and position `i`; B, j → `columns` (other page) and `j`; bd → the
 * branch boundary of a node; dm[k] → level k; bottom, right → the last row and column that may still be taken.
 */
import type { Page } from '../../page/page.ts';
import { pairTrees, type Tree } from './labelled-trees.ts';
import { type Mapping, type MappingOptions, StepBudget } from './mapping.ts';
import {
  consolidatedSequence,
  type DominantMatches,
  extendedSequence,
  findDominantMatches,
  Occurrences,
  type Sequence,
} from './sequence-matches.ts';

/**
 * PS-TD (Algorithms 2, 3 and 5): by the extended Prüfer sequences. R(A(A),A) and R(A(A,A)) share 3 nodes, of which it
 * finds 2.
 */
export function mapPrufer(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  return mapBySequences({ key, other }, { toSequence: extendedSequence, byBranch: true }, options);
}

/**
 * CPS-TD (Algorithms 2, 4 and 5): by the consolidated Prüfer sequences, in which each node stands once. R(A(A,A),A) and
 * R(A(A(A)),A(A)) share 4 nodes, of which it finds 3.
 */
export function mapConsolidatedPrufer(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  return mapBySequences({ key, other }, { toSequence: consolidatedSequence, byBranch: false }, options);
}

interface SequenceKind {
  readonly toSequence: (tree: Tree) => Sequence;
  readonly byBranch: boolean;
  readonly onDecision?: (decision: Decision) => void;
}

/** Algorithm 5: both trees as sequences, their dominant matches, the template matches among them. */
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

interface Side {
  readonly sequence: Sequence;
  readonly occurrences: Occurrences;
  readonly parent: Int32Array;
}

/** What was decided, step by step, for those who want to watch (and for T-H3 and T-H4). */
export interface Decision {
  /** `mark`: a new pair; `again`: a pair that is mapped already, so only the bounds move. */
  readonly kind: 'mark' | 'again';
  readonly row: number;
  readonly column: number;
  readonly up: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

interface Identification {
  readonly rows: Side;
  readonly columns: Side;
  readonly matches: DominantMatches;
  /**
   * Whether a match must lie in the branch that its parent is at (condition 3). Only extended sequences ask: in a
   * consolidated one a node stands once, below its parent's position already (H21).
   */
  readonly byBranch: boolean;
  readonly budget: StepBudget;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/**
 * Template match identification (Algorithms 2, 3 and 4 as corrected by H12 to H22): from the dominant matches of two
 * sequences, a mapping that keeps parents and order.
 */
function identifyTemplateMatches(input: Identification): Mapping {
  const run = new IdentificationRun(input);
  const { matches, budget } = input;
  // Lines 1 to 5: by Theorem 1 the last level has one match, of the roots; different roots have none (H9).
  // Lines 6 to 9: back from level p − 1 to 1, one match each (H20).
  for (let level = matches.levels; level > 0; level--) budget.spend(run.takeOne(level));
  return { other: run.mapped, size: run.size };
}

class IdentificationRun {
  readonly mapped: Int32Array;
  size = 0;
  readonly #input: Identification;
  readonly #mappedBack: Int32Array;
  readonly #rowBoundary: Int32Array;
  readonly #columnBoundary: Int32Array;
  #bottom: number;
  #right: number;
  /** Non-dominant matches of the level at hand: row, column, row, column … */
  readonly #alternatives: number[] = [];

  constructor(input: Identification) {
    const { rows, columns } = input;
    this.#input = input;
    this.mapped = new Int32Array(rows.parent.length).fill(-1);
    this.#mappedBack = new Int32Array(columns.parent.length).fill(-1);
    this.#rowBoundary = new Int32Array(rows.parent.length);
    this.#columnBoundary = new Int32Array(columns.parent.length);
    this.#bottom = rows.sequence.length;
    this.#right = columns.sequence.length;
  }

  /** Lines 8 to 45: the first match of the level that can be taken; then its alternatives. Returns the visits. */
  takeOne(level: number): number {
    const { first, next, row, column } = this.#input.matches;
    const alternatives = this.#alternatives;
    alternatives.length = 0;
    let visited = 1;
    for (let match = first[level]!; match !== -1; match = next[match]!, visited++) {
      const i = row[match]!;
      const j = column[match]!;
      // Line 10, with the axes the right way round (H13).
      if (i > this.#bottom || j > this.#right) continue;
      if (this.#take(i, j)) return visited;
      this.#addAlternatives(i, j);
    }
    // An alternative is tried once and has none itself (H18).
    for (let at = 0; at < alternatives.length; at += 2) {
      if (this.#take(alternatives[at]!, alternatives[at + 1]!)) break;
    }
    return visited + alternatives.length;
  }

  /** Lines 11 to 25. */
  #take(i: number, j: number): boolean {
    const { rows, columns } = this.#input;
    const a = rows.sequence.node[i]!;
    const b = columns.sequence.node[j]!;
    // Line 11: mapped to each other already, the bounds move; H17: a node that is taken stays with its partner.
    if (this.mapped[a] === b) return this.#move('again', i, j);
    if (this.mapped[a] !== -1 || this.#mappedBack[b] !== -1) return false;
    if (!this.#parentsMatch(a, b) || !this.#inBranches(i, j)) return false;
    this.mapped[a] = b;
    this.#mappedBack[b] = a;
    this.size++;
    return this.#move('mark', i, j);
  }

  /** Line 17; roots have no parents to be matched (Definition 10, condition 1). */
  #parentsMatch(a: number, b: number): boolean {
    const parentA = this.#input.rows.parent[a]!;
    const parentB = this.#input.columns.parent[b]!;
    return parentA === -1 || parentB === -1 ? parentA === parentB : this.mapped[parentA] === parentB;
  }

  /** Line 18 (H15). */
  #inBranches(i: number, j: number): boolean {
    return !this.#input.byBranch || (this.#rowInBranch(i) && this.#columnInBranch(j));
  }

  #rowInBranch(i: number): boolean {
    const { sequence, parent } = this.#input.rows;
    return boundaryAbove(this.#rowBoundary, parent[sequence.node[i]!]!) <= i;
  }

  #columnInBranch(j: number): boolean {
    const { sequence, parent } = this.#input.columns;
    return boundaryAbove(this.#columnBoundary, parent[sequence.node[j]!]!) <= j;
  }

  /** Lines 12 to 14 and 20 to 23: the next match lies above and left of this one (H14). */
  #move(kind: Decision['kind'], i: number, j: number): true {
    const { rows, columns, onDecision } = this.#input;
    this.#bottom = i - 1;
    this.#right = j - 1;
    const up = computeBoundary(rows, this.#rowBoundary, i);
    const left = computeBoundary(columns, this.#columnBoundary, j);
    onDecision?.({ kind, row: i, column: j, up, left, bottom: this.#bottom, right: this.#right });
    return true;
  }

  /**
   * Lines 26 to 43 (H16): a match that fails because one of its nodes is elsewhere than the other's parent says may
   * have a non-dominant neighbour in its row or column that does not. The nearest is taken (H18).
   */
  #addAlternatives(i: number, j: number): void {
    const { rows, columns } = this.#input;
    const parentA = rows.parent[rows.sequence.node[i]!]!;
    const parentB = columns.parent[columns.sequence.node[j]!]!;
    if (parentA === -1 || parentB === -1) return;
    const matched = this.mapped[parentA] === parentB;
    const label = rows.sequence.label[i]!;
    // Lines 33 to 37.
    const counterpartA = this.#mappedBack[parentB]!;
    if (counterpartA !== -1 && !(matched && this.#rowInBranch(i))) {
      const l = rows.occurrences.last(label, this.#bottom);
      if (l > 0 && l >= this.#rowBoundary[counterpartA]!) this.#alternatives.push(l, j);
    }
    // Lines 38 to 42.
    const counterpartB = this.mapped[parentA]!;
    if (counterpartB !== -1 && !(matched && this.#columnInBranch(j))) {
      const l = columns.occurrences.last(label, this.#right);
      if (l > 0 && l >= this.#columnBoundary[counterpartB]!) this.#alternatives.push(i, l);
    }
  }
}

/** Algorithm 2 for one side (H12): behind the position before where the label stands, and not before the parent's. */
function computeBoundary({ sequence, occurrences, parent }: Side, boundary: Int32Array, at: number): number {
  const node = sequence.node[at]!;
  const previous = occurrences.last(sequence.label[at]!, at - 1);
  boundary[node] = Math.max(previous + 1, boundaryAbove(boundary, parent[node]!));
  return boundary[node]!;
}

/** The root's parent has the boundary 1. */
function boundaryAbove(boundary: Int32Array, parent: number): number {
  return parent === -1 ? 1 : boundary[parent]!;
}
