/** Methods as named marks between two axes. */
import type { Interval } from '../../../score/statistics.ts';
import type { Markup } from '../markup.ts';
import type { MethodKind } from '../method-kind.ts';
import type { Drawing } from './figure.ts';
import { type Axis, drawPlot, type PlotArea, plotArea } from './frame.ts';
import { dot, whisker } from './marks.ts';
import { placeLabels } from './place-labels.ts';
import type { Scale, Span } from './scale.ts';
import { shortName } from './short-name.ts';

export interface ScatterMark {
  readonly name: string;
  /** Its name where there is no room for one: on a phone, and where marks crowd. */
  readonly number: number;
  readonly isNamed: boolean;
  readonly kind: MethodKind;
  readonly x: number;
  readonly y: number;
  readonly interval?: Interval | undefined;
  readonly title: string;
}

interface ScatterAxis extends Omit<Axis, 'scale'> {
  readonly scale: (range: Span) => Scale;
}

export interface Scatter {
  readonly marks: readonly ScatterMark[];
  readonly x: ScatterAxis;
  readonly y: ScatterAxis;
  readonly title: string;
  readonly description: string;
}

const LABEL_LETTERS = 48;

export function drawScatter(scatter: Scatter, { size, isNarrow }: Drawing): Markup {
  const { marks, title, description } = scatter;
  const area = plotArea(size);
  const x = { ...scatter.x, scale: scatter.x.scale([area.left, area.right]) };
  const y = { ...scatter.y, scale: scatter.y.scale([area.bottom, area.top]) };
  const placed = marks.map((mark) => ({ ...mark, x: x.scale.at(mark.x), y: y.scale.at(mark.y) }));
  const whiskers = placed.flatMap(({ interval, x: at }) =>
    interval === undefined
      ? []
      : [whisker(at, y.scale.at(interval.high), lowEnd(y.scale.at(interval.low), area))],
  );
  const labels = placed.map(({ name, number, isNamed, ...mark }) => ({
    ...mark,
    text: isNarrow || !isNamed ? String(number) : shortName(name, LABEL_LETTERS),
  }));
  return drawPlot({ size, area, x, y, title, description }, [
    ...whiskers,
    ...placed.map((mark) => dot(mark, mark.kind, mark.title)),
    ...placeLabels(labels, area),
  ]);
}

/** An interval may be longer than the plot is high. */
function lowEnd(height: number, { bottom }: PlotArea): number {
  return Math.min(height, bottom);
}
