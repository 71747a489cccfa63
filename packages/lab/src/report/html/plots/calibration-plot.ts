/** Are scores probabilities? Of the blocks with a score of 0.7, seven in ten should be template. */
import type { Calibration } from '../../../results/calibration.ts';
import { decimals } from '../../table.ts';
import { html, type Markup } from '../markup.ts';
import { type NumberedMethod, toldMethods } from '../numbered-methods.ts';
import { counted, grouped } from '../numbers.ts';
import { drawFigure } from '../plot/figure.ts';
import { drawLines, type PlotLine } from '../plot/lines.ts';
import { evenDecimals, linearScale, type Scale, type Span } from '../plot/scale.ts';

const diagonal: PlotLine = {
  name: 'as it should be',
  number: 0,
  kind: 'reference',
  points: [
    { x: 0, y: 0, title: '' },
    { x: 1, y: 1, title: '' },
  ],
};

const PALE_SHARE = 0.01;

/** Nothing where no method grades what it says. */
export function calibrationPlot(methods: readonly NumberedMethod[]): Markup {
  const graded = methods.filter(({ result }) => result.all.read.calibration !== undefined);
  if (graded.length === 0) return html``;
  const told = toldMethods(graded);
  const lines = told.map((method) => lineOf(method, method.result.all.read.calibration!));
  const others = told.length < graded.length ? ' The table of reliability below has the other methods.' : '';
  const title = 'Scores as probabilities';
  const unit = (range: Span): Scale => linearScale([0, 1], range);
  return drawFigure({
    id: 'calibration',
    title,
    note: html`Read gold. Blocks by the score that a method gave them, against the share of them that is template: on the broken line a score is a probability, above it a method rates template too low, below it too high. A mark is a tenth of the scale; a pale one stands for less than one block in a hundred. The expected calibration error stands beside each name. Methods that only say yes or no are not here.${others}`,
    narrowKey: lines,
    draw: (drawing) =>
      drawLines(
        {
          lines: [diagonal, ...lines],
          title,
          description: `${counted(lines.length, 'method')} by the scores of blocks and the share of them that is template.`,
          x: { name: 'Score of the block', format: evenDecimals, scale: unit },
          y: { name: 'Share that is template', format: evenDecimals, scale: unit },
        },
        drawing,
      ),
  });
}

function lineOf({ name, number, kind }: NumberedMethod, { bins, error }: Calibration): PlotLine {
  const all = bins.reduce((sum, { blocks }) => sum + blocks, 0);
  const points = bins.flatMap(({ blocks, score, share }) =>
    score === undefined || share === undefined
      ? []
      : [
          {
            x: score,
            y: share,
            isPale: blocks < PALE_SHARE * all,
            title: `${name}: ${decimals(share)} of ${grouped(blocks)} blocks at a score of ${decimals(score)}`,
          },
        ],
  );
  return { name: `${name} (error ${decimals(error)})`, number, kind, points };
}
