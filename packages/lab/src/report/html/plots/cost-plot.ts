/** F1 against cost: up and to the left is where one wants to be. */
import { decimals, interval } from '../../table.ts';
import { html, type Markup } from '../markup.ts';
import { type NumberedMethod, namedMethods } from '../numbered-methods.ts';
import { counted, timesText } from '../numbers.ts';
import { drawFigure } from '../plot/figure.ts';
import { domainBelow, evenDecimals, linearScale, logDomain, logScale } from '../plot/scale.ts';
import { drawScatter, type ScatterMark } from '../plot/scatter.ts';
import { missingNote } from './missing-note.ts';

export function costPlot(methods: readonly NumberedMethod[]): Markup {
  const named = namedMethods(methods);
  const marks = methods.flatMap((method) => markOf(method, named.includes(method)));
  if (marks.length === 0) return html``;
  const missing = methods.filter(({ number }) => !marks.some((mark) => mark.number === number));
  // What keeps everything costs next to nothing: with it inside, all others would crowd at the right.
  const others = marks.filter(({ kind }) => kind !== 'baseline');
  const lows = [...marks.map(({ y }) => y), ...others.flatMap(({ interval: found }) => found?.low ?? [])];
  const title = 'F1 against cost';
  return drawFigure({
    id: 'cost',
    title,
    note: html`Read gold. The line through a mark is its 95 % interval. Up and to the left is better; the cost is CPU time relative to parsing the same pages, on a log scale. What keeps everything costs next to nothing, and stands at the left edge.${missingNote(missing, 'cost')}`,
    narrowKey: marks,
    wideKey: marks.filter(({ isNamed }) => !isNamed),
    draw: (drawing) =>
      drawScatter(
        {
          marks,
          title,
          description: `${counted(marks.length, 'method')} by F1 on the read gold and CPU time relative to parsing.`,
          x: {
            name: 'CPU time of a page, relative to parsing it',
            format: timesText,
            scale: (range) => logScale(logDomain(others.map(({ x }) => x)), range),
          },
          y: {
            name: 'F1 of content',
            format: evenDecimals,
            scale: (range) => linearScale(domainBelow(lows, 1), range),
          },
        },
        drawing,
      ),
  });
}

function markOf({ result, ...method }: NumberedMethod, isNamed: boolean): readonly ScatterMark[] {
  const { read } = result.all;
  const { ofParsing } = result.cost;
  if (read.figures.f1 === undefined || ofParsing === undefined) return [];
  const title = `${method.name}: F1 ${decimals(read.figures.f1)} (${interval(read.interval)}), ${decimals(ofParsing)} of parsing`;
  const name = method.kind === 'baseline' ? `${method.name} (${timesText(ofParsing)})` : method.name;
  return [{ ...method, name, isNamed, x: ofParsing, y: read.figures.f1, interval: read.interval, title }];
}
