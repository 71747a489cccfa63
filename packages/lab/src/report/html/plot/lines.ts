/** Methods as lines, the chosen ones named at their ends and the others quiet in the background. */
import { html, type Markup } from '../markup.ts';
import type { MethodKind } from '../method-kind.ts';
import type { Drawing } from './figure.ts';
import { type Axis, drawPlot, type PlotArea, plotArea } from './frame.ts';
import { dot, line, type Point } from './marks.ts';
import { spreadHeights } from './place-labels.ts';
import type { Scale, Span } from './scale.ts';
import { shortName } from './short-name.ts';
import { textWidth } from './text-width.ts';

export interface PlotLine {
  readonly name: string;
  readonly number: number;
  /** A `reference` is no method, but what others are held against. */
  readonly kind: MethodKind | 'reference';
  /** Not named, and without marks. */
  readonly isQuiet?: boolean;
  readonly points: readonly (Point & { readonly title: string; readonly isPale?: boolean })[];
}

interface LineAxis extends Omit<Axis, 'scale'> {
  readonly scale: (range: Span) => Scale;
}

export interface LinePlot {
  readonly lines: readonly PlotLine[];
  readonly x: LineAxis;
  readonly y: LineAxis;
  readonly title: string;
  readonly description: string;
}

const LABEL_GAP = 9;
const LABEL_LETTERS = 42;

export function drawLines(plot: LinePlot, { size, isNarrow }: Drawing): Markup {
  const { title, description } = plot;
  const named = plot.lines.filter(({ isQuiet }) => !isQuiet);
  // A reference has no number; the sentence above the plot tells what it is.
  const labelled = isNarrow ? named.filter(({ kind }) => kind !== 'reference') : named;
  const labelOf = ({ name, number }: PlotLine): string =>
    isNarrow ? String(number) : shortName(name, LABEL_LETTERS);
  const room = Math.max(0, ...labelled.map((one) => textWidth(labelOf(one))));
  const area = plotArea(size, room + LABEL_GAP + 12);
  const x = { ...plot.x, scale: plot.x.scale([area.left, area.right]) };
  const y = { ...plot.y, scale: plot.y.scale([area.bottom, area.top]) };
  const place = (one: PlotLine): PlotLine => ({
    ...one,
    points: one.points.map((point) => ({ ...point, x: x.scale.at(point.x), y: y.scale.at(point.y) })),
  });
  // The quiet ones lie below the others.
  const drawn = [...plot.lines.filter(({ isQuiet }) => isQuiet), ...named].map(place).map(drawLine);
  const labels = drawLabels(labelled.map(place), labelOf, area);
  return drawPlot({ size, area, x, y, title, description }, [...drawn, ...labels]);
}

function drawLine({ name, kind, isQuiet, points }: PlotLine): Markup {
  const path = line(points, isQuiet ? 'quiet' : kind, name);
  if (isQuiet || kind === 'reference') return path;
  return html`${path}${points.map((point) => dot(point, kind, point.title))}`;
}

function drawLabels(
  lines: readonly PlotLine[],
  labelOf: (one: PlotLine) => string,
  area: PlotArea,
): readonly Markup[] {
  const ends = lines.filter(({ points }) => points.length > 0);
  const heights = spreadHeights(
    ends.map(({ points }) => points.at(-1)!.y),
    area,
  );
  return ends.map((one, i) => {
    const { x, y } = one.points.at(-1)!;
    const height = heights[i]!;
    const leader =
      Math.abs(height - y) > 8 || area.right - x > 20
        ? html`<line class="leader" x1="${x + 5}" y1="${y}" x2="${area.right + LABEL_GAP - 2}" y2="${height}"/>`
        : '';
    return html`${leader}<text class="label ${one.kind}" x="${area.right + LABEL_GAP}" y="${height + 4}">${labelOf(one)}</text>`;
  });
}
