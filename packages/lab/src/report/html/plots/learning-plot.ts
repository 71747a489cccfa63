/** F1 by the position of a page in its site: who needs how many pages before it is good. */
import type { CurvePoint } from '../../../results/details.ts';
import { decimals } from '../../table.ts';
import { html, type Markup } from '../markup.ts';
import { type NumberedMethod, toldMethods } from '../numbered-methods.ts';
import { counted, grouped } from '../numbers.ts';
import { drawFigure } from '../plot/figure.ts';
import { drawLines, type PlotLine } from '../plot/lines.ts';
import { domainBelow, evenDecimals, linearScale, logScale } from '../plot/scale.ts';

type Curves = ReadonlyMap<string, readonly CurvePoint[]>;

export function learningPlot(methods: readonly NumberedMethod[], curves: Curves): Markup {
  const told = toldMethods(methods);
  const lines = methods
    .map((method) => lineOf(method, curves.get(method.name) ?? [], !told.includes(method)))
    .filter(({ points }) => points.length > 0);
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return html``;
  const last = Math.max(...points.map(({ x }) => x));
  const quiet = lines.length - told.length;
  const others = quiet > 0 ? ` The thin grey lines are the ${quiet} other methods.` : '';
  const title = 'F1 by position in the stream';
  return drawFigure({
    id: 'learning',
    title,
    note: html`Lenient zone gold, which covers all pages; a mark is the mean over sites of the pages 1, 2, 3, 4 to 5, 6 to 8 and so on. Methods that judge a page when it comes know nothing at first; those that hold a site back have seen all of it.${others}`,
    narrowKey: lines.filter(({ isQuiet }) => !isQuiet),
    draw: (drawing) =>
      drawLines(
        {
          lines,
          title,
          description: `${counted(lines.length, 'method')} by F1 on the first ${grouped(last)} pages of a site.`,
          x: {
            name: 'Position of the page in its site',
            format: grouped,
            scale: (range) => logScale([1, Math.max(2, last)], range),
          },
          y: {
            name: 'F1 of content',
            format: evenDecimals,
            scale: (range) =>
              linearScale(
                domainBelow(
                  points.map(({ y }) => y),
                  1,
                ),
                range,
              ),
          },
        },
        drawing,
      ),
  });
}

function lineOf(
  { name, number, kind }: NumberedMethod,
  curve: readonly CurvePoint[],
  isQuiet: boolean,
): PlotLine {
  const points = curve.map(({ from, to, f1, sites }) => ({
    // In the middle of the stretch, on the scale of the axis.
    x: Math.sqrt(from * to),
    y: f1,
    title: `${name}: ${decimals(f1)} on ${from === to ? `page ${from}` : `pages ${from} to ${to}`} (${counted(sites, 'site')})`,
  }));
  return { name, number, kind, isQuiet, points };
}
