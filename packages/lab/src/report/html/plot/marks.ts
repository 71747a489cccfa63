/** What stands on a plot. Kinds of methods differ in shape and colour, never in colour alone. */
import { html, type Markup } from '../markup.ts';
import type { MethodKind } from '../method-kind.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const R = 5;

/** A circle, a diamond, a square or a cross, by kind; pale if it stands for little. */
export function dot(
  { x, y, isPale }: Point & { readonly isPale?: boolean },
  kind: MethodKind,
  title: string,
): Markup {
  const shapes: Readonly<Record<MethodKind, () => Markup>> = {
    stream: () => html`<circle cx="${x}" cy="${y}" r="${R}"/>`,
    batch: () => html`<path d="M${x} ${y - R - 1}L${x + R + 1} ${y}L${x} ${y + R + 1}L${x - R - 1} ${y}Z"/>`,
    peer: () =>
      html`<rect x="${x - R + 0.5}" y="${y - R + 0.5}" width="${2 * R - 1}" height="${2 * R - 1}"/>`,
    baseline: () =>
      html`<path class="cross" d="M${x - R + 1} ${y - R + 1}L${x + R - 1} ${y + R - 1}M${x - R + 1} ${y + R - 1}L${x + R - 1} ${y - R + 1}"/>`,
  };
  return html`<g class="dot ${kind}${isPale ? ' pale' : ''}"><title>${title}</title>${shapes[kind]()}</g>`;
}

/** An interval: a thin line through a mark. */
export function whisker(x: number, from: number, to: number): Markup {
  return html`<line class="whisker" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>`;
}

/** `look`: a kind, or `quiet` for what stays in the background. */
export function line(
  points: readonly Point[],
  look: MethodKind | 'quiet' | 'reference',
  title: string,
): Markup {
  const path = points.map(({ x, y }, i) => html`${i === 0 ? 'M' : 'L'}${x} ${y}`);
  return html`<path class="line ${look}" d="${path}"><title>${title}</title></path>`;
}
