/** A plot with its title and a sentence on how to read it, drawn twice: for a screen, and for a phone. */
import { html, join, type Markup } from '../markup.ts';
import type { PlotSize } from './frame.ts';

export interface Drawing {
  readonly size: PlotSize;
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
  readonly wide?: PlotSize;
}

const wideSize: PlotSize = { width: 760, height: 430 };
const narrowSize: PlotSize = { width: 350, height: 340 };

export function drawFigure(figure: Figure): Markup {
  const { id, title, note, draw, narrowKey = [], wideKey = [], wide = wideSize } = figure;
  return html`<figure id="${id}"><figcaption><h3>${title}</h3><p>${note}</p></figcaption>
<div class="wide">${draw({ size: wide, isNarrow: false })}${drawKey(wideKey)}</div>
<div class="narrow">${draw({ size: narrowSize, isNarrow: true })}${drawKey(narrowKey)}</div></figure>
`;
}

function drawKey(key: Key): Markup {
  if (key.length === 0) return html``;
  const items = key.map(({ number, name }) => html`<li><b>${number}</b> ${name}</li>`);
  return html`<ul class="key">${join(items)}</ul>`;
}
