/** What a method costs when a site grows: flat lines are what one hopes for. */
import type { Growth } from '../../../run/growth.ts';
import { html, type Markup } from '../markup.ts';
import type { NumberedMethod } from '../numbered-methods.ts';
import { bytesText, grouped, timesText } from '../numbers.ts';
import { drawFigure } from '../plot/figure.ts';
import { drawLines, type LinePlot, type PlotLine } from '../plot/lines.ts';
import { evenDecimals, linearScale, logDomain, logScale, type Span } from '../plot/scale.ts';

const wide = { width: 520, height: 330 };

export function growthPlots(methods: readonly NumberedMethod[], growth: Growth): Markup {
  const lines = growth.methods.map(({ method, points }) => {
    const { name, number, kind } = methods.find((known) => known.name === method)!;
    return { name, number, kind, measured: points };
  });
  return html`<div class="pair">${timeFigure(lines)}${stateFigure(lines, growth)}</div>`;
}

type MeasuredLine = Omit<PlotLine, 'points'> & { readonly measured: Growth['methods'][number]['points'] };

function timeFigure(measured: readonly MeasuredLine[]): Markup {
  const lines = measured.map(
    (line): PlotLine => ({
      ...line,
      points: line.measured.map(({ pages, ofParsing }) => ({
        x: pages,
        y: ofParsing,
        title: `${line.name}: ${timesText(ofParsing)} of parsing up to page ${grouped(pages)}`,
      })),
    }),
  );
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ y }) => y)));
  const title = 'CPU time of a page as a site grows';
  return drawFigure({
    id: 'growth-time',
    title,
    note: html`A generated site; each mark is the time of the pages since the mark before, relative to parsing them.`,
    narrowKey: lines,
    wide,
    draw: (drawing) =>
      drawLines(
        {
          ...pagesAxis(lines),
          title,
          description: 'CPU time relative to parsing, by the number of pages of the site.',
          y: {
            name: 'Relative to parsing',
            format: (value, ticks) => `${evenDecimals(value, ticks)}×`,
            scale: (range) => linearScale([0, most * 1.25], range, 4),
          },
        },
        drawing,
      ),
  });
}

function stateFigure(measured: readonly MeasuredLine[], { sources }: Growth): Markup {
  const methodLines = measured.map(
    (line): PlotLine => ({
      ...line,
      points: line.measured.map(({ pages, stateBytes }) => ({
        x: pages,
        y: stateBytes,
        title: `${line.name}: ${bytesText(stateBytes)} after ${grouped(pages)} pages`,
      })),
    }),
  );
  const held: PlotLine = {
    name: 'the pages',
    number: 0,
    kind: 'reference',
    points: sources.map(({ pages, bytes }) => ({ x: pages, y: bytes, title: bytesText(bytes) })),
  };
  const lines = [...methodLines, held];
  const domain: Span = logDomain(lines.flatMap(({ points }) => points.map(({ y }) => y)));
  const title = 'State as a site grows';
  return drawFigure({
    id: 'growth-state',
    title,
    note: html`The same site. The broken line is the source of all pages so far: what a method that holds a site back has to hold at least. Both scales are logarithmic.`,
    narrowKey: methodLines,
    wide,
    draw: (drawing) =>
      drawLines(
        {
          ...pagesAxis(lines),
          title,
          description: 'Bytes of state, and of the pages themselves, by the number of pages of the site.',
          y: { name: 'Bytes', format: bytesText, scale: (range) => logScale(domain, range) },
        },
        drawing,
      ),
  });
}

function pagesAxis(lines: readonly PlotLine[]): Pick<LinePlot, 'lines' | 'x'> {
  const pages = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const domain: Span = [Math.min(...pages), Math.max(...pages, Math.min(...pages) * 2)];
  return {
    lines,
    x: { name: 'Pages of the site', format: grouped, scale: (range) => logScale(domain, range) },
  };
}
