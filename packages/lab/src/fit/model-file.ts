/** A fitted model as the source file that the method imports: short, and the same for the same model. */
import { factNames, LEAF_ZERO, type Model, type Trees, treeDigits } from 'dehusk/parts';

/** `data`: what it was fitted on, a line each. */
export function modelFile({ weights, siteTrees, firstPageTrees }: Model, data: readonly string[]): string {
  return `/**
 * What was fitted; written by \`dehusk-lab fit\`, not by hand. Fitted on:
 *
${data.map((line) => ` *     ${line}`).join('\n')}
 *
 * Of the trees first all questions, each the number of a fact and what it is compared with; then the trees
 * (\`trees.ts\`). The facts have these numbers:
 *
${wrapped(factNames.map((name, i) => `${i} ${name}`).join(', '))}
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [${weights.join(', ')}],
  siteTrees: readTrees(
${quoted(treesText(siteTrees))}
  ),
  firstPageTrees: readTrees(
${quoted(treesText(firstPageTrees))}
  ),
};
`;
}

/** The two texts that `readTrees` takes. */
export function treesText({ count, columns, limits, leaves }: Trees): readonly [string, string] {
  const questions: string[] = [];
  const size = leaves.length / count;
  const trees = Array.from({ length: count }, (_, tree) => {
    const asked = Array.from({ length: size - 1 }, (_, i) => {
      const at = tree * (size - 1) + i;
      const question = `${columns[at]} ${shortest(limits[at]!)}`;
      const known = questions.indexOf(question);
      return known < 0 ? questions.push(question) - 1 : known;
    });
    const said = Array.from(
      { length: size },
      (_, i) => LEAF_ZERO + Math.round(leaves[tree * size + i]! * 1000),
    );
    return [...asked, ...said].map(twoDigits).join('');
  });
  return [questions.join(';'), trees.join('')];
}

function twoDigits(number: number): string {
  if (!(number >= 0 && number < 64 ** 2)) throw new RangeError(`${number} has not two digits`);
  return treeDigits[number >> 6]! + treeDigits[number & 63]!;
}

/** The shortest text that reads as the same number of 32 bits. */
function shortest(value: number): string {
  for (let digits = 1; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text.replace(/^(-?)0\./, '$1.');
  }
  return String(value);
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `    '${text}',`).join('\n');
}

function wrapped(text: string): string {
  return text.replace(/(.{1,110})(?:, |$)/g, ' * $1,\n').replace(/,\n$/, '');
}
