/** F1 of one method on each site, the worst first. A bar leads to the worst pages of its site. */
import type { MethodResult } from '../../../results/results.ts';
import { decimals } from '../../table.ts';
import { html, join, type Markup } from '../markup.ts';
import type { NumberedMethod } from '../numbered-methods.ts';
import { type Drawing, drawFigure } from '../plot/figure.ts';
import { linearScale, type Scale } from '../plot/scale.ts';
import { shortName } from '../plot/short-name.ts';
import { textWidth } from '../plot/text-width.ts';

interface SiteBar {
  readonly site: string;
  readonly read: number | undefined;
  readonly lenient: number | undefined;
  readonly f1: number;
}

interface BarRow {
  readonly bar: SiteBar;
  readonly top: number;
  readonly scale: Scale;
  readonly isNarrow: boolean;
}

/** `placeOf`: where the worst pages of a site are. */
export function siteBars(
  { result, name, number }: NumberedMethod,
  placeOf: (site: string) => string,
): Markup {
  const bars = barsOf(result);
  const title = `${name}: F1 by site`;
  return drawFigure({
    id: `bars-${number}`,
    title,
    note: html`Bars: read gold, the worst site first; the ring is the lenient zone gold. Where nothing was read there is only the ring.`,
    draw: (drawing) => drawBars(bars, { title, placeOf, drawing }),
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

const VALUE_WIDTH = 48;
const AXIS_HEIGHT = 20;
const WIDE_LETTERS = 32;
const NARROW_LETTERS = 44;

function drawBars(
  bars: readonly SiteBar[],
  { title, placeOf, drawing }: { title: string; placeOf: (site: string) => string; drawing: Drawing },
): Markup {
  const { isNarrow, size } = drawing;
  const rowHeight = isNarrow ? 36 : 21;
  const longest = Math.max(0, ...bars.map(({ site }) => textWidth(shortName(site, WIDE_LETTERS))));
  const left = isNarrow ? 4 : longest + 10;
  const scale = linearScale([0, 1], [left, size.width - VALUE_WIDTH]);
  const height = bars.length * rowHeight + AXIS_HEIGHT;
  const grid = scale.ticks.map(
    (tick) =>
      html`<line class="grid" x1="${scale.at(tick)}" x2="${scale.at(tick)}" y1="0" y2="${height - AXIS_HEIGHT}"/><text class="tick" x="${scale.at(tick)}" y="${height - 5}" text-anchor="middle">${tick.toFixed(1)}</text>`,
  );
  const rows = bars.map(
    (bar, i) =>
      html`<a href="#${placeOf(bar.site)}" class="bar"><title>${barTitle(bar)}</title>${drawRow({ bar, top: i * rowHeight, scale, isNarrow })}</a>`,
  );
  return html`<svg viewBox="0 0 ${size.width} ${height}" role="group" aria-label="${title}">${join(grid)}${join(rows)}</svg>`;
}

function drawRow({ bar, top, scale, isNarrow }: BarRow): Markup {
  const { site, read, lenient, f1 } = bar;
  const zero = scale.at(0);
  const middle = top + (isNarrow ? 26 : 11);
  const label = isNarrow
    ? html`<text class="site" x="${zero}" y="${top + 14}">${shortName(site, NARROW_LETTERS)}</text>`
    : html`<text class="site" x="${zero - 8}" y="${middle + 4}" text-anchor="end">${shortName(site, WIDE_LETTERS)}</text>`;
  const fill =
    read === undefined
      ? ''
      : html`<rect x="${zero}" y="${middle - 6}" width="${scale.at(read) - zero}" height="12"/>`;
  const ring =
    lenient === undefined ? '' : html`<circle class="ring" cx="${scale.at(lenient)}" cy="${middle}" r="4"/>`;
  return html`${label}${fill}${ring}<text class="value" x="${scale.at(1) + 8}" y="${middle + 4}">${decimals(f1)}</text>`;
}

function barTitle({ site, read, lenient }: SiteBar): string {
  return `${site}: ${decimals(read)} on the read gold, ${decimals(lenient)} on the lenient zone gold; to its worst pages`;
}
