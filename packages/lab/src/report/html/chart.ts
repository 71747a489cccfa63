/**
 * Charts as SVG, drawn by Observable Plot while the report is made: the file needs no script for them. Colours come
 * from the style of the report, so that charts are light and dark with it. Each figure is drawn twice, for a screen and
 * for a phone.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Area, placeBeside, shortName, spreadHeights, textWidth } from './label-layout.ts';
import { html, join, type Markup, printable, trusted } from './markup.ts';
import { kindNames, type MethodKind } from './methods.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** On a phone marks are named by numbers, and a list below tells whose they are. */
  readonly isNarrow: boolean;
}

type Key = readonly { readonly number: number; readonly name: string }[];

export interface Figure {
  /** For tests and for links: what the figure is about, in one word. */
  readonly id: string;
  readonly title: string;
  readonly note: Markup;
  readonly draw: (drawing: Drawing) => Markup;
  /** What the numbers mean of those that have no name on a phone, and on a screen. */
  readonly narrowKey?: Key;
  readonly wideKey?: Key;
  readonly wide?: Pick<Drawing, 'width' | 'height'>;
}

/** A chart with its title and a sentence on how to read it. */
export function drawFigure(figure: Figure): Markup {
  const { id, title, note, draw, narrowKey = [], wideKey = [], wide = { width: 760, height: 430 } } = figure;
  return html`<figure id="${id}"><figcaption><h3>${title}</h3><p>${note}</p></figcaption>
<div class="wide">${draw({ ...wide, isNarrow: false })}${drawKey(wideKey)}</div>
<div class="narrow">${draw({ width: 350, height: 340, isNarrow: true })}${drawKey(narrowKey)}</div></figure>
`;
}

function drawKey(key: Key): Markup {
  if (key.length === 0) return html``;
  const items = key.map(({ number, name }) => html`<li><b>${number}</b> ${name}</li>`);
  return html`<ul class="key">${join(items)}</ul>`;
}

const { document } = parseHTML('<!doctype html><html></html>');

/** `name`: for those who do not see it. A `group` has links inside. */
export function drawPlot(name: string, options: Plot.PlotOptions, role: 'img' | 'group' = 'img'): Markup {
  const svg = Plot.plot({ ...options, document, className: 'chart' });
  // The policy of the report allows no style but its own, and charts are as wide as there is room.
  svg.querySelector('style').remove();
  for (const attribute of ['width', 'height', 'font-size', 'font-family']) svg.removeAttribute(attribute);
  svg.setAttribute('role', role);
  svg.setAttribute('aria-label', printable(name));
  for (const element of svg.querySelectorAll('*')) roundNumbers(element);
  return trusted(svg.outerHTML);
}

/** Two decimals are more than a screen can show, and half of the file. */
function roundNumbers(element: Pick<Element, 'getAttribute' | 'setAttribute'>): void {
  for (const name of ['d', 'transform', 'cx', 'cy', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height']) {
    const value = element.getAttribute(name);
    if (value !== null)
      element.setAttribute(
        name,
        value.replace(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)))),
      );
  }
}

interface Element {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
}

export type Span = readonly [from: number, to: number];

export interface Axis {
  readonly name: string;
  /** What lies outside goes to its ends. */
  readonly domain: Span;
  readonly isLog?: boolean;
  readonly format?: (value: number) => string;
}

interface Axes {
  readonly x: Axis;
  readonly y: Axis;
  readonly title: string;
  readonly description: string;
}

export interface ScatterMark {
  readonly name: string;
  /** Its name where there is no room for one: on a phone, and where marks crowd. */
  readonly number: number;
  readonly isNamed: boolean;
  readonly kind: MethodKind;
  readonly x: number;
  readonly y: number;
  readonly interval?: { readonly low: number; readonly high: number } | undefined;
  readonly title: string;
}

export interface Scatter extends Axes {
  readonly marks: readonly ScatterMark[];
}

/** Methods as named marks between two axes. */
export function drawScatter(scatter: Scatter, drawing: Drawing): Markup {
  const frame = frameOf(scatter, drawing);
  const { area, xAt, yAt } = frame;
  const marks = scatter.marks.map((mark) => ({ ...mark, title: printable(mark.title) }));
  const labels = marks.map(({ name, number, isNamed, kind, x, y }) => ({
    kind,
    x: xAt(x),
    y: yAt(y),
    text: drawing.isNarrow || !isNamed ? String(number) : shortName(printable(name), 48),
  }));
  const placed = placeBeside(labels, area).map((label, i) => ({ ...labels[i]!, ...label, mark: labels[i]! }));
  const whiskers = marks.flatMap(({ x, interval }) => (interval === undefined ? [] : [{ x, ...interval }]));
  return drawPlot(`${scatter.title}. ${scatter.description}`, {
    ...frame.options,
    marks: [
      ...frame.marks,
      // An interval may be longer than the chart is high.
      Plot.ruleX(whiskers, {
        x: 'x',
        y1: ({ low }) => Math.max(low, scatter.y.domain[0]),
        y2: 'high',
        className: 'whisker',
      }),
      ...dots(marks),
      ...leaders(
        placed.flatMap(({ mark, leader }) => (leader === undefined ? [] : [{ from: mark, to: leader }])),
      ),
      ...(['start', 'middle', 'end'] as const).map((anchor) =>
        names(
          placed.filter((label) => label.anchor === anchor),
          anchor,
        ),
      ),
    ],
  });
}

export interface ChartLine {
  readonly name: string;
  readonly number: number;
  /** A `reference` is no method, but what others are held against. */
  readonly kind: MethodKind | 'reference';
  /** In the background: not named, and without marks. */
  readonly isQuiet?: boolean;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly title: string;
    /** It stands for little. */
    readonly isPale?: boolean;
  }[];
}

export interface LineChart extends Axes {
  readonly lines: readonly ChartLine[];
}

const LABEL_GAP = 9;

/** Methods as lines, the chosen ones named at their ends and the others quiet in the background. */
export function drawLines(chart: LineChart, drawing: Drawing): Markup {
  const { isNarrow } = drawing;
  const named = chart.lines.filter(({ isQuiet }) => !isQuiet);
  // A reference has no number; the sentence above the chart tells what it is.
  const labelled = named.filter(
    ({ kind, points }) => points.length > 0 && !(isNarrow && kind === 'reference'),
  );
  const textOf = ({ name, number }: ChartLine): string =>
    isNarrow ? String(number) : shortName(printable(name), 42);
  const room = Math.max(0, ...labelled.map((line) => textWidth(textOf(line))));
  const frame = frameOf(chart, drawing, room + LABEL_GAP + 12);
  const { area, xAt, yAt } = frame;
  const ends = labelled.map(({ points }) => ({ x: xAt(points.at(-1)!.x), y: yAt(points.at(-1)!.y) }));
  const heights = spreadHeights(
    ends.map(({ y }) => y),
    area,
  );
  const labels = labelled.map((line, i) => ({
    kind: line.kind,
    text: textOf(line),
    x: area.right + LABEL_GAP,
    y: heights[i]!,
  }));
  const isLed = ({ x, y }: (typeof ends)[number], i: number): boolean =>
    Math.abs(heights[i]! - y) > 8 || area.right - x > 20;
  const led = ends.flatMap((end, i) =>
    isLed(end, i)
      ? [{ from: { x: end.x + 5, y: end.y }, to: { x: area.right + LABEL_GAP - 2, y: heights[i]! } }]
      : [],
  );
  const marked = named.flatMap(({ kind, points }) =>
    kind === 'reference' ? [] : points.map((point) => ({ ...point, kind, title: printable(point.title) })),
  );
  return drawPlot(`${chart.title}. ${chart.description}`, {
    ...frame.options,
    marks: [
      ...frame.marks,
      // The quiet ones lie below the others.
      ...[...chart.lines.filter(({ isQuiet }) => isQuiet), ...named].map(({ name, kind, isQuiet, points }) =>
        Plot.line([...points], {
          x: 'x',
          y: 'y',
          title: () => printable(name),
          className: `line ${isQuiet ? 'quiet' : kind}`,
        }),
      ),
      ...dots(marked),
      ...leaders(led),
      names(labels, 'start'),
    ],
  });
}

interface Frame {
  readonly area: Area;
  /** From values to pixels. */
  readonly xAt: (value: number) => number;
  readonly yAt: (value: number) => number;
  readonly options: Plot.PlotOptions;
  /** Axes and grid. */
  readonly marks: readonly Plot.Markish[];
}

/** Room for the names of axes and ticks; more at the right where lines are named at their ends. */
function frameOf({ x, y }: Axes, { width, height }: Drawing, marginRight: number = 14): Frame {
  const margins = { marginLeft: 50, marginRight, marginTop: 24, marginBottom: 42 };
  const area = { left: 50, right: width - marginRight, top: 24, bottom: height - 42 };
  const scales = { x: scaleOf(x), y: scaleOf(y) };
  const xAt = Plot.scale({ x: { ...scales.x, range: [area.left, area.right] } }).apply as Frame['xAt'];
  const yAt = Plot.scale({ y: { ...scales.y, range: [area.bottom, area.top] } }).apply as Frame['yAt'];
  const [xTicks, yTicks] = [ticksOf(x), ticksOf(y)];
  const plain = { labelArrow: 'none', tickSize: 0 } as const;
  return {
    area,
    xAt,
    yAt,
    options: { width, height, ...margins, ...scales },
    marks: [
      Plot.gridX({ ...xTicks, className: 'grid' }),
      Plot.gridY({ ...yTicks, className: 'grid' }),
      Plot.axisX({
        ...plain,
        ...xTicks,
        ...(x.format && { tickFormat: withoutTouching(x, xAt) }),
        label: x.name,
        labelAnchor: 'center',
        className: 'axis',
      }),
      Plot.axisY({
        ...plain,
        ...yTicks,
        ...(y.format && { tickFormat: y.format }),
        label: y.name,
        labelAnchor: 'top',
        className: 'axis',
      }),
    ],
  };
}

function scaleOf({ domain, isLog }: Axis): Plot.ScaleOptions {
  return { type: isLog ? 'log' : 'linear', domain: [...domain], clamp: true };
}

function ticksOf({ domain, isLog }: Axis): { readonly ticks: number[] | number } {
  return { ticks: isLog ? [...logTicks(domain)] : 5 };
}

/** Powers of ten; with 2 and 5 where there are few. */
export function logTicks([low, high]: Span): readonly number[] {
  const factors = high / low <= 1000 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

/** The name of a tick that would touch the one before is left out; its line stays. */
function withoutTouching({ format }: Axis, at: (value: number) => number): (value: number) => string {
  let free = 0;
  return (value) => {
    const name = format!(value);
    const half = textWidth(name) / 2;
    if (at(value) - half < free) return '';
    free = at(value) + half + 4;
    return name;
  };
}

/** A domain that holds all values, from a round value below them up to `top`. */
export function domainBelow(values: readonly number[], top: number): Span {
  const lowest = Math.min(top, ...values);
  return [Math.max(0, Math.floor((lowest - 0.02) * 10) / 10), top];
}

/** A domain for a log scale with some room at both ends; 1 to 10 if no value is above 0. */
export function logDomain(values: readonly number[]): Span {
  const known = values.filter((value) => value > 0);
  if (known.length === 0) return [1, 10];
  return [Math.min(...known) / 1.6, Math.max(...known) * 1.6];
}

/** Kinds of methods differ in shape and colour, never in colour alone. */
const symbols: Readonly<Record<MethodKind, Plot.SymbolType>> = {
  stream: 'circle',
  batch: 'diamond2',
  peer: 'square',
  baseline: 'times',
};

interface Dot {
  readonly kind: MethodKind;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly isPale?: boolean;
}

function dots(all: readonly Dot[]): readonly Plot.Markish[] {
  return kindNames.flatMap((kind) =>
    [false, true].map((isPale) =>
      Plot.dot(
        all.filter((dot) => dot.kind === kind && (dot.isPale ?? false) === isPale),
        {
          x: 'x',
          y: 'y',
          title: 'title',
          symbol: symbols[kind],
          r: 4.6,
          className: `dot ${kind}${isPale ? ' pale' : ''}`,
        },
      ),
    ),
  );
}

interface Line {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** A channel in pixels. */
const pixels = <Item>(value: (item: Item) => number) => ({ value, scale: null }) as const;

function leaders(lines: readonly Line[]): readonly Plot.Markish[] {
  const ends = {
    x1: pixels(({ from }: Line) => from.x),
    y1: pixels(({ from }: Line) => from.y),
    x2: pixels(({ to }: Line) => to.x),
    y2: pixels(({ to }: Line) => to.y),
  };
  return [Plot.link([...lines], { ...ends, className: 'leader' })];
}

interface Name {
  readonly kind: MethodKind | 'reference';
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

function names(labels: readonly Name[], anchor: 'start' | 'middle' | 'end'): Plot.Markish {
  return Plot.text([...labels], {
    x: pixels(({ x }: Name) => x),
    y: pixels(({ y }: Name) => y),
    text: 'text',
    textAnchor: anchor,
    fill: { value: ({ kind }: Name) => `var(--${kind === 'reference' ? 'soft' : kind})`, scale: null },
    className: 'label',
  });
}
