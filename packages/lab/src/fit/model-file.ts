/** A fitted model as the source file that the method imports: short, and the same for the same model. */
import { factNames, type Model, type Trees } from 'dehusk/parts';

/** `data`: what it was fitted on, a line each. */
export function modelFile({ weights, siteTrees, firstPageTrees }: Model, data: readonly string[]): string {
  return `/**
 * What was fitted; written by \`dehusk-lab fit\`, not by hand. Fitted on:
 *
${data.map((line) => ` *     ${line}`).join('\n')}
 *
 * Of a tree: seven questions, each the number of a fact and what it is compared with, then eight leaves in
 * thousandths. The facts have these numbers:
 *
${wrapped(factNames.map((name, i) => `${i} ${name}`).join(', '))}
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [${weights.join(', ')}],
  siteTrees: readTrees(
    '${treesText(siteTrees)}',
  ),
  firstPageTrees: readTrees(
    '${treesText(firstPageTrees)}',
  ),
};
`;
}

function treesText({ count, columns, limits, leaves }: Trees): string {
  const questions = columns.length / count;
  const size = leaves.length / count;
  return Array.from({ length: count }, (_, tree) =>
    [
      ...Array.from(
        { length: questions },
        (_, i) => `${columns[tree * questions + i]} ${shortest(limits[tree * questions + i]!)}`,
      ),
      ...Array.from({ length: size }, (_, i) => Math.round(leaves[tree * size + i]! * 1000)),
    ].join(' '),
  ).join(';');
}

/** The shortest text that reads as the same number of 32 bits. */
function shortest(value: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text.replace(/^(-?)0\./, '$1.');
  }
  return String(value);
}

function wrapped(text: string): string {
  return text.replace(/(.{1,110})(?:, |$)/g, ' * $1,\n').replace(/,\n$/, '');
}
