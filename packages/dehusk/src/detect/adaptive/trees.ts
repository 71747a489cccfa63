/** Small trees of questions, whose answers are added up. */

import type { QuestionTrees } from '../../page/segment-judge.ts';

export type Trees = QuestionTrees;

export const TREE_DEPTH = 3;
export const QUESTIONS: number = 2 ** TREE_DEPTH - 1;
export const LEAVES: number = 2 ** TREE_DEPTH;

/** The limit of a question that is none: everything goes to the first child. */
export const NEVER_ABOVE = 1_000_000;

/** Rows of some fifty facts, four bytes each: a third of 32 KB. */
const ROWS_AT_ONCE = 48;

/**
 * For each row of `width` facts what the trees say, summed up. A fact above the limit goes to the second child.
 *
 * Tree by tree, because pieces beside each other mostly get the same answers, and processors guess the next one by the
 * last; some pieces at a time, because all of a page are more than the nearest cache holds. Written out, so that
 * questions and leaves are read once a tree.
 */
export function sumTrees(
  { count, columns, limits, leaves }: Trees,
  rows: Float32Array,
  width: number,
): Float64Array {
  const sums = new Float64Array(rows.length / width);
  for (let from = 0; from < sums.length; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, sums.length);
    for (let tree = 0; tree < count; tree++) {
      const root = tree * QUESTIONS;
      const leaf = tree * LEAVES;
      const [c0, c1, c2] = [columns[root]!, columns[root + 1]!, columns[root + 2]!];
      const [l0, l1, l2] = [limits[root]!, limits[root + 1]!, limits[root + 2]!];
      for (let row = from, at = from * width; row < to; row++, at += width) {
        const two = rows[at + c0]! > l0 ? (rows[at + c2]! > l2 ? 6 : 5) : rows[at + c1]! > l1 ? 4 : 3;
        const three = 2 * two + (rows[at + columns[root + two]!]! > limits[root + two]! ? 2 : 1);
        sums[row]! += leaves[leaf + three - QUESTIONS]!;
      }
    }
  }
  return sums;
}

/** Two of them are a number below 4096. */
export const treeDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A leaf in thousandths and this: no digit has a sign. */
export const LEAF_ZERO = 2048;

/**
 * As the model has them, small, because every page with a cleaner in it loads them. `questions`: those that are asked,
 * each once, apart by `;`, a column and a limit. `trees`: fifteen numbers each, of two digits: the numbers of its
 * questions, and its leaves.
 */
export function readTrees(questions: string, trees: string): Trees {
  const asked = questions.split(';').map((question) => question.split(' ').map(Number));
  const count = trees.length / 2 / (QUESTIONS + LEAVES);
  const columns = new Uint8Array(count * QUESTIONS);
  const limits = new Float32Array(count * QUESTIONS);
  const leaves = new Float32Array(count * LEAVES);
  let at = 0;
  const digit = (): number => treeDigits.indexOf(trees[at++]!);
  const number = (): number => 64 * digit() + digit();
  for (let tree = 0; tree < count; tree++) {
    for (let i = tree * QUESTIONS; i < (tree + 1) * QUESTIONS; i++) {
      const question = asked[number()]!;
      columns[i] = question[0]!;
      limits[i] = question[1]!;
    }
    for (let i = tree * LEAVES; i < (tree + 1) * LEAVES; i++) leaves[i] = (number() - LEAF_ZERO) / 1000;
  }
  return { count, columns, limits, leaves };
}
