/** The charts of all methods: what quality costs, and how methods learn and grow. */
import type { CurvePoint } from '../../results/details.ts';
import type { Calibration } from '../../results/figures.ts';
import type { Growth } from '../../run/growth.ts';
import { decimals, interval } from '../table.ts';
import {
  type Axis,
  type ChartLine,
  domainBelow,
  drawFigure,
  drawLines,
  drawScatter,
  logDomain,
  type ScatterMark,
} from './chart.ts';
import { bytesText, counted, grouped, html, join, type Markup, timesText } from './markup.ts';
import { mainMethods, type NumberedMethod, namedMethods } from './methods.ts';

/** F1 against cost: up and to the left is where one wants to be. */
export function costChart(methods: readonly NumberedMethod[]): Markup {
  const named = namedMethods(methods);
  const marks = methods.flatMap((method) => costMark(method, named.includes(method)));
  if (marks.length === 0) return html``;
  const missing = methods.filter(({ number }) => !marks.some((mark) => mark.number === number));
  // What keeps everything costs next to nothing: with it inside, all others would crowd at the right.
  const others = marks.filter(({ kind }) => kind !== 'baseline');
  const lows = [...marks.map(({ y }) => y), ...others.flatMap(({ interval: found }) => found?.low ?? [])];
  const x: Axis = {
    name: 'CPU time of a page, relative to parsing it',
    domain: logDomain(others.map((mark) => mark.x)),
    isLog: true,
    format: timesText,
  };
  const y: Axis = { name: 'F1 of content', domain: domainBelow(lows, 1) };
  const title = 'F1 against cost';
  const description = `${counted(marks.length, 'method')} by F1 on the read gold and CPU time relative to parsing.`;
  return drawFigure({
    id: 'cost',
    title,
    note: html`Read gold. The line through a mark is its 95 % interval. Up and to the left is better; the cost is CPU time relative to parsing the same pages, on a log scale. What keeps everything costs next to nothing, and stands at the left edge.${missingNote(missing, 'cost')}`,
    narrowKey: marks,
    wideKey: marks.filter(({ isNamed }) => !isNamed),
    draw: (drawing) => drawScatter({ marks, title, description, x, y }, drawing),
  });
}

function costMark({ result, ...method }: NumberedMethod, isNamed: boolean): readonly ScatterMark[] {
  const { read } = result.all;
  const { ofParsing } = result.cost;
  if (read.figures.f1 === undefined || ofParsing === undefined) return [];
  const title = `${method.name}: F1 ${decimals(read.figures.f1)} (${interval(read.interval)}), ${decimals(ofParsing)} of parsing`;
  const name = method.kind === 'baseline' ? `${method.name} (${timesText(ofParsing)})` : method.name;
  return [{ ...method, name, isNamed, x: ofParsing, y: read.figures.f1, interval: read.interval, title }];
}

/** Who is not on a chart, and why: nobody is left out in silence. */
function missingNote(missing: readonly NumberedMethod[], what: string): Markup {
  if (missing.length === 0) return html``;
  const names = missing.map(({ name }, i) => html`${i === 0 ? '' : ', '}<code>${name}</code>`);
  return html` Without a figure for ${what}, so not here: ${join(names)}.`;
}

/** Recall of template blocks against what a method holds for a site: what the state of a method buys. */
export function storageChart(methods: readonly NumberedMethod[]): Markup {
  // What keeps everything holds nothing and finds nothing: a log scale cannot show it.
  const removing = methods.filter(({ kind }) => kind !== 'baseline');
  const marks = removing.flatMap(storageMark);
  if (marks.length === 0) return html``;
  const missing = removing.filter(({ number }) => !marks.some((mark) => mark.number === number));
  const x: Axis = {
    name: 'Bytes held for a site',
    domain: logDomain(marks.map((mark) => mark.x)),
    isLog: true,
    format: bytesText,
  };
  const recalls = marks.map((mark) => mark.y);
  const y: Axis = { name: 'Recall of template blocks', domain: domainBelow(recalls, 1) };
  const title = 'Template found against storage';
  const description = `${counted(marks.length, 'method')} by recall of template blocks and bytes of state.`;
  return drawFigure({
    id: 'storage',
    title,
    note: html`Share of the template’s blocks that a method removes (read gold), against the bytes it holds for a site, mean over sites, on a log scale. A method that holds a site back has to hold its pages. Whoever removes too much finds the template too, so the precision stands beside each name.${missingNote(missing, 'storage')}`,
    narrowKey: marks,
    draw: (drawing) => drawScatter({ marks, title, description, x, y }, drawing),
  });
}

function storageMark({ result, ...method }: NumberedMethod): readonly ScatterMark[] {
  const { blockRecall, blockPrecision } = result.all.read.figures;
  const { stateBytes } = result.cost;
  if (blockRecall === undefined || !stateBytes) return [];
  const title = `${method.name}: recall ${decimals(blockRecall)} at precision ${decimals(blockPrecision)}, ${bytesText(stateBytes)}`;
  const name = `${method.name} (precision ${decimals(blockPrecision)})`;
  return [{ ...method, name, isNamed: true, x: stateBytes, y: blockRecall, title }];
}

const diagonal: ChartLine = {
  name: 'as it should be',
  number: 0,
  kind: 'reference',
  points: [
    { x: 0, y: 0, title: '' },
    { x: 1, y: 1, title: '' },
  ],
};

/** A mark that stands for a smaller share of the blocks is pale. */
const PALE_SHARE = 0.01;

/** Are scores probabilities? Of the blocks with a score of 0.7, seven in ten should be template. */
export function calibrationChart(methods: readonly NumberedMethod[]): Markup {
  const graded = methods.filter(({ result }) => result.all.read.calibration !== undefined);
  // Nothing where no method grades what it says.
  if (graded.length === 0) return html``;
  const shown = mainMethods(graded);
  const lines = shown.map((method) => calibrationLine(method, method.result.all.read.calibration!));
  const others = shown.length < graded.length ? ' The table of reliability below has the other methods.' : '';
  const title = 'Scores as probabilities';
  const description = `${counted(lines.length, 'method')} by the scores of blocks and the share of them that is template.`;
  const x: Axis = { name: 'Score of the block', domain: [0, 1] };
  const y: Axis = { name: 'Share that is template', domain: [0, 1] };
  return drawFigure({
    id: 'calibration',
    title,
    note: html`Read gold. Blocks by the score that a method gave them, against the share of them that is template: on the broken line a score is a probability, above it a method rates template too low, below it too high. A mark is a tenth of the scale; a pale one stands for less than one block in a hundred. The expected calibration error stands beside each name. Methods that only say yes or no are not here.${others}`,
    narrowKey: lines,
    draw: (drawing) => drawLines({ lines: [diagonal, ...lines], title, description, x, y }, drawing),
  });
}

function calibrationLine({ name, number, kind }: NumberedMethod, { bins, error }: Calibration): ChartLine {
  const all = bins.reduce((sum, { blocks }) => sum + blocks, 0);
  const points = bins.flatMap(({ blocks, score, share }) => {
    if (score === undefined || share === undefined) return [];
    const title = `${name}: ${decimals(share)} of ${grouped(blocks)} blocks at a score of ${decimals(score)}`;
    return [{ x: score, y: share, isPale: blocks < PALE_SHARE * all, title }];
  });
  return { name: `${name} (error ${decimals(error)})`, number, kind, points };
}

type Curves = ReadonlyMap<string, readonly CurvePoint[]>;

/** F1 by the position of a page in its site: who needs how many pages before it is good. */
export function learningChart(methods: readonly NumberedMethod[], curves: Curves): Markup {
  const shown = mainMethods(methods);
  const lines = methods
    .map((method) => learningLine(method, curves.get(method.name) ?? [], !shown.includes(method)))
    .filter(({ points }) => points.length > 0);
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return html``;
  const last = Math.max(...points.map((point) => point.x));
  const quiet = lines.length - shown.length;
  const others = quiet > 0 ? ` The thin grey lines are the ${quiet} other methods.` : '';
  const title = 'F1 by position in the stream';
  const description = `${counted(lines.length, 'method')} by F1 on the first ${grouped(last)} pages of a site.`;
  const x: Axis = {
    name: 'Position of the page in its site',
    domain: [1, Math.max(2, last)],
    isLog: true,
    format: grouped,
  };
  const f1s = points.map((point) => point.y);
  const y: Axis = { name: 'F1 of content', domain: domainBelow(f1s, 1) };
  return drawFigure({
    id: 'learning',
    title,
    note: html`Lenient zone gold, which covers all pages; a mark is the mean over sites of the pages 1, 2, 3, 4 to 5, 6 to 8 and so on. Methods that judge a page when it comes know nothing at first; those that hold a site back have seen all of it.${others}`,
    narrowKey: lines.filter(({ isQuiet }) => !isQuiet),
    draw: (drawing) => drawLines({ lines, title, description, x, y }, drawing),
  });
}

function learningLine(
  { name, number, kind }: NumberedMethod,
  curve: readonly CurvePoint[],
  isQuiet: boolean,
): ChartLine {
  const points = curve.map(({ from, to, f1, sites }) => ({
    // In the middle of the stretch, on the scale of the axis.
    x: Math.sqrt(from * to),
    y: f1,
    title: `${name}: ${decimals(f1)} on ${from === to ? `page ${from}` : `pages ${from} to ${to}`} (${counted(sites, 'site')})`,
  }));
  return { name, number, kind, isQuiet, points };
}

const half = { width: 520, height: 330 };

/** What a method costs when a site grows: flat lines are what one hopes for. */
export function growthCharts(methods: readonly NumberedMethod[], growth: Growth): Markup {
  const lines = growth.methods.map(({ method, points }) => {
    const { name, number, kind } = methods.find((known) => known.name === method)!;
    return { name, number, kind, measured: points };
  });
  return html`<div class="pair">${growingTime(lines)}${growingState(lines, growth)}</div>`;
}

type MeasuredLine = Omit<ChartLine, 'points'> & { readonly measured: Growth['methods'][number]['points'] };

function growingTime(measured: readonly MeasuredLine[]): Markup {
  const lines = measured.map(
    (line): ChartLine => ({
      ...line,
      points: line.measured.map(({ pages, ofParsing }) => ({
        x: pages,
        y: ofParsing,
        title: `${line.name}: ${timesText(ofParsing)} of parsing up to page ${grouped(pages)}`,
      })),
    }),
  );
  const most = Math.max(...lines.flatMap(({ points }) => points.map((point) => point.y)));
  const title = 'CPU time of a page as a site grows';
  const description = 'CPU time relative to parsing, by the number of pages of the site.';
  const y: Axis = { name: 'Relative to parsing', domain: [0, most * 1.25], format: timesText };
  return drawFigure({
    id: 'growth-time',
    title,
    note: html`A generated site; each mark is the time of the pages since the mark before, relative to parsing them.`,
    narrowKey: lines,
    wide: half,
    draw: (drawing) => drawLines({ lines, title, description, x: pagesAxis(lines), y }, drawing),
  });
}

function growingState(measured: readonly MeasuredLine[], { sources }: Growth): Markup {
  const methodLines = measured.map(
    (line): ChartLine => ({
      ...line,
      points: line.measured.map(({ pages, stateBytes }) => ({
        x: pages,
        y: stateBytes,
        title: `${line.name}: ${bytesText(stateBytes)} after ${grouped(pages)} pages`,
      })),
    }),
  );
  const held: ChartLine = {
    name: 'the pages',
    number: 0,
    kind: 'reference',
    points: sources.map(({ pages, bytes }) => ({ x: pages, y: bytes, title: bytesText(bytes) })),
  };
  const lines = [...methodLines, held];
  const sizes = lines.flatMap(({ points }) => points.map((point) => point.y));
  const title = 'State as a site grows';
  const description = 'Bytes of state, and of the pages themselves, by the number of pages of the site.';
  const y: Axis = { name: 'Bytes', domain: logDomain(sizes), isLog: true, format: bytesText };
  return drawFigure({
    id: 'growth-state',
    title,
    note: html`The same site. The broken line is the source of all pages so far: what a method that holds a site back has to hold at least. Both scales are logarithmic.`,
    narrowKey: methodLines,
    wide: half,
    draw: (drawing) => drawLines({ lines, title, description, x: pagesAxis(lines), y }, drawing),
  });
}

function pagesAxis(lines: readonly ChartLine[]): Axis {
  const pages = lines.flatMap(({ points }) => points.map((point) => point.x));
  const first = Math.min(...pages);
  return {
    name: 'Pages of the site',
    domain: [first, Math.max(...pages, first * 2)],
    isLog: true,
    format: grouped,
  };
}
