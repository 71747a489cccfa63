/** F1 of one method site by site, and of all methods in small beside their figures. */
import * as Plot from '@observablehq/plot';
import type { MethodResult } from '../../results/results.ts';
import { decimals } from '../table.ts';
import { type Drawing, drawFigure, drawPlot, type Span } from './chart.ts';
import { shortName, textWidth } from './label-layout.ts';
import { html, type Markup, printable } from './markup.ts';
import type { NumberedMethod } from './methods.ts';

interface SiteBar {
  readonly site: string;
  readonly read: number | undefined;
  readonly lenient: number | undefined;
  readonly f1: number;
}

/** F1 of one method on each site, the worst first. A row leads to the worst pages of its site, which `idOf` names. */
export function siteChart({ result, name, number }: NumberedMethod, idOf: (site: string) => string): Markup {
  const bars = barsOf(result);
  const title = `${name}: F1 by site`;
  return drawFigure({
    id: `bars-${number}`,
    title,
    note: html`Bars: read gold, the worst site first; the ring is the lenient zone gold. Where nothing was read there is only the ring.`,
    draw: (drawing) => drawBars(bars, { title, idOf, drawing }),
  });
}

function barsOf({ sites }: MethodResult): readonly SiteBar[] {
  const bars = sites.flatMap(({ site, golds }) => {
    const read = golds.read.figures.f1;
    const lenient = golds.lenient.figures.f1;
    const f1 = read ?? lenient;
    return f1 === undefined ? [] : [{ site, read, lenient, f1 }];
  });
  return bars.sort((a, b) => a.f1 - b.f1 || (a.site < b.site ? -1 : 1));
}

interface BarChart {
  readonly title: string;
  readonly idOf: (site: string) => string;
  readonly drawing: Drawing;
}

/** On a phone the names stand above their bars. */
function drawBars(bars: readonly SiteBar[], { title, idOf, drawing }: BarChart): Markup {
  const { width, isNarrow } = drawing;
  const rowHeight = isNarrow ? 36 : 21;
  const nameOf = ({ site }: SiteBar): string => shortName(printable(site), isNarrow ? 44 : 32);
  const longest = Math.max(0, ...bars.map((bar) => textWidth(nameOf(bar))));
  // The middle of a bar, in its row.
  const dy = isNarrow ? 8 : 0;
  const rows = { y: 'site', dy } as const;
  return drawPlot(
    title,
    {
      width,
      height: bars.length * rowHeight + 20,
      marginTop: 0,
      marginBottom: 20,
      marginLeft: isNarrow ? 10 : longest + 10,
      marginRight: 48,
      x: { domain: [0, 1] },
      y: { axis: null, type: 'band', domain: bars.map(({ site }) => site), padding: 0 },
      marks: [
        Plot.gridX({ ticks: 5, className: 'grid' }),
        Plot.axisX({ ticks: 5, tickSize: 0, tickPadding: 4, label: null, className: 'axis' }),
        Plot.barX(
          bars.filter(({ read }) => read !== undefined),
          {
            ...rows,
            x: 'read',
            insetTop: (rowHeight - 12) / 2,
            insetBottom: (rowHeight - 12) / 2,
            className: 'bars',
          },
        ),
        Plot.dot(
          bars.filter(({ lenient }) => lenient !== undefined),
          { ...rows, x: 'lenient', r: 4, className: 'rings' },
        ),
        Plot.text([...bars], {
          y: 'site',
          x: () => 0,
          dx: isNarrow ? 0 : -8,
          dy: isNarrow ? -8 : 0,
          text: nameOf,
          textAnchor: isNarrow ? 'start' : 'end',
          className: 'sites',
        }),
        Plot.text([...bars], {
          ...rows,
          x: () => 1,
          dx: 8,
          text: ({ f1 }: SiteBar) => decimals(f1),
          textAnchor: 'start',
          className: 'values',
        }),
        // Last, so that it lies on top: all of a row can be clicked.
        Plot.barX([...bars], {
          y: 'site',
          x1: () => 0,
          x2: () => 1,
          fill: 'transparent',
          href: ({ site }: SiteBar) => `#${idOf(site)}`,
          title: barTitle,
          className: 'rows',
        }),
      ],
    },
    'group',
  );
}

function barTitle({ site, read, lenient }: SiteBar): string {
  return `${printable(site)}: ${decimals(read)} on the read gold, ${decimals(lenient)} on the lenient zone gold; to its worst pages`;
}

interface MeanInterval {
  readonly f1: number;
  readonly range: { readonly low: number; readonly high: number } | undefined;
  readonly domain: Span;
}

/** A mean and its interval on a scale of its own, to stand in a table. */
export function drawInterval(name: string, { f1, range, domain }: MeanInterval): Markup {
  return drawPlot(name, {
    width: 92,
    height: 12,
    margin: 0,
    marginLeft: 3,
    marginRight: 3,
    x: { axis: null, domain: [...domain], clamp: true },
    y: { axis: null, domain: [0, 2] },
    marks: [
      Plot.ruleY([1], { className: 'grid', insetLeft: -3, insetRight: -3 }),
      Plot.ruleY(range === undefined ? [] : [range], {
        x1: 'low',
        x2: 'high',
        y: () => 1,
        className: 'range',
      }),
      Plot.dot([f1], { x: (value: number) => value, y: () => 1, r: 3, className: 'mean' }),
    ],
  });
}
