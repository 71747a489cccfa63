/** The frame of a plot: its size, its axes with their names, and what it is called for those who do not see it. */
import { html, join, type Markup } from '../markup.ts';
import type { Scale } from './scale.ts';
import { textWidth } from './text-width.ts';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Axis {
  readonly scale: Scale;
  readonly name: string;
  readonly format: (value: number, ticks: readonly number[]) => string;
}

export interface PlotFrame {
  readonly size: PlotSize;
  readonly area: PlotArea;
  readonly x: Axis;
  readonly y: Axis;
  readonly title: string;
  readonly description: string;
}

/** Room for the names of axes and ticks; more at the right where lines are named at their ends. */
export function plotArea({ width, height }: PlotSize, right: number = 14): PlotArea {
  return { left: 46, right: width - right, top: 24, bottom: height - 42 };
}

export function drawPlot(frame: PlotFrame, marks: readonly Markup[]): Markup {
  const { size, title, description } = frame;
  return html`<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}. ${description}"><title>${title}</title><desc>${description}</desc>${drawX(frame)}${drawY(frame)}${marks}</svg>`;
}

function drawX({ area, x }: PlotFrame): Markup {
  // A name that would touch the one before is left out; its line stays.
  let free = 0;
  const ticks = x.scale.ticks.map((tick) => {
    const at = x.scale.at(tick);
    const name = x.format(tick, x.scale.ticks);
    const half = textWidth(name) / 2;
    const isFree = at - half >= free;
    if (isFree) free = at + half + 4;
    const text = isFree
      ? html`<text class="tick" x="${at}" y="${area.bottom + 16}" text-anchor="middle">${name}</text>`
      : '';
    return html`<line class="grid" x1="${at}" x2="${at}" y1="${area.top}" y2="${area.bottom}"/>${text}`;
  });
  const middle = (area.left + area.right) / 2;
  return html`<g class="axis">${ticks}<text class="name" x="${middle}" y="${area.bottom + 34}" text-anchor="middle">${x.name}</text></g>`;
}

/** Its name lies above the axis, where it is read without turning the head. */
function drawY({ area, y }: PlotFrame): Markup {
  const ticks = y.scale.ticks.map((tick) => {
    const at = y.scale.at(tick);
    return html`<line class="grid" x1="${area.left}" x2="${area.right}" y1="${at}" y2="${at}"/><text class="tick" x="${area.left - 6}" y="${at + 4}" text-anchor="end">${y.format(tick, y.scale.ticks)}</text>`;
  });
  return html`<g class="axis">${join(ticks)}<text class="name" x="4" y="12">${y.name}</text></g>`;
}
