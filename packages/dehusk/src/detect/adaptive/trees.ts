/** Small trees of questions, whose answers are added up. */

/** Trees of three questions on a way, one after the other. */
export interface Trees {
  readonly count: number;
  /** Seven a tree: the column of a fact, and what it is compared with; first the root, then its two children … */
  readonly columns: Uint8Array;
  readonly limits: Float32Array;
  /** Eight a tree: log odds. */
  readonly leaves: Float32Array;
}

export const TREE_DEPTH = 3;
export const QUESTIONS: number = 2 ** TREE_DEPTH - 1;
export const LEAVES: number = 2 ** TREE_DEPTH;

/** The limit of a question that is none: everything goes to the first child. */
export const NEVER_ABOVE = 1_000_000;

/** Of the row at `at`. A fact above the limit goes to the second child. */
export function sumTrees({ count, columns, limits, leaves }: Trees, rows: Float32Array, at: number): number {
  let sum = 0;
  for (let tree = 0; tree < count; tree++) {
    const root = tree * QUESTIONS;
    // Three times the same, written out: a loop here takes half as long again.
    const one = rows[at + columns[root]!]! > limits[root]! ? 2 : 1;
    const two = 2 * one + (rows[at + columns[root + one]!]! > limits[root + one]! ? 2 : 1);
    const three = 2 * two + (rows[at + columns[root + two]!]! > limits[root + two]! ? 2 : 1);
    sum += leaves[tree * LEAVES + three - QUESTIONS]!;
  }
  return sum;
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
  const size = QUESTIONS + LEAVES;
  const numbers = Array.from(
    { length: trees.length / 2 },
    (_, i) => 64 * treeDigits.indexOf(trees[2 * i]!) + treeDigits.indexOf(trees[2 * i + 1]!),
  );
  const asking = numbers.filter((_, i) => i % size < QUESTIONS);
  return {
    count: numbers.length / size,
    columns: Uint8Array.from(asking, (number) => asked[number]![0]!),
    limits: Float32Array.from(asking, (number) => asked[number]![1]!),
    leaves: Float32Array.from(
      numbers.filter((_, i) => i % size >= QUESTIONS),
      (number) => (number - LEAF_ZERO) / 1000,
    ),
  };
}
