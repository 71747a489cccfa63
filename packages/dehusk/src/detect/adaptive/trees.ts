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
const QUESTIONS: number = 2 ** TREE_DEPTH - 1;
const LEAVES: number = 2 ** TREE_DEPTH;

/** Of the row at `at`. A fact above the limit goes to the second child. */
export function sumTrees({ count, columns, limits, leaves }: Trees, rows: Float32Array, at: number): number {
  let sum = 0;
  for (let tree = 0; tree < count; tree++) {
    const root = tree * QUESTIONS;
    let question = 0;
    for (let depth = 0; depth < TREE_DEPTH; depth++) {
      const isAbove = rows[at + columns[root + question]!]! > limits[root + question]!;
      question = 2 * question + (isAbove ? 2 : 1);
    }
    sum += leaves[tree * LEAVES + question - QUESTIONS]!;
  }
  return sum;
}

/** As the model has them: trees apart by `;`, each a column and a limit for every question, then leaves in thousandths. */
export function readTrees(text: string): Trees {
  const trees = text === '' ? [] : text.split(';').map((tree) => tree.split(' ').map(Number));
  const questions = trees.flatMap((tree) => tree.slice(0, 2 * QUESTIONS));
  return {
    count: trees.length,
    columns: Uint8Array.from(questions.filter((_, i) => i % 2 === 0)),
    limits: Float32Array.from(questions.filter((_, i) => i % 2 === 1)),
    leaves: Float32Array.from(
      trees.flatMap((tree) => tree.slice(2 * QUESTIONS)),
      (thousandths) => thousandths / 1000,
    ),
  };
}
