/** Names beside marks without lying on one another: each takes the free place that is nearest to its mark. */
import { html, type Markup } from '../markup.ts';
import type { MethodKind } from '../method-kind.ts';
import type { PlotArea } from './frame.ts';
import type { Point } from './marks.ts';
import { textWidth } from './text-width.ts';

export interface Label extends Point {
  readonly text: string;
  readonly kind: MethodKind;
}

interface Box {
  /** Where the letters begin from: the side of the mark, so that a name that is wider than thought stays clear of it. */
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LINE_HEIGHT = 14;
const MARK_RADIUS = 6;
const directions = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
] as const;
/** From a mark's edge to its name: beside it, else further off with a line that leads there. */
const distances = [3, 13, 25, 40, 58];

export function placeLabels(labels: readonly Label[], area: PlotArea): readonly Markup[] {
  const taken: Box[] = labels.map(({ x, y }) => around(x, y, 2 * MARK_RADIUS, 2 * MARK_RADIUS));
  return labels.map((label) => {
    const box = bestBox(label, taken, area);
    taken.push(box);
    return drawLabel(label, box);
  });
}

function bestBox(label: Label, taken: readonly Box[], area: PlotArea): Box {
  let best: Box | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [rank, box] of candidates(label).entries()) {
    // A pixel of overlap weighs as much as 20 ranks: among free places the nearest wins, else the freest.
    const cost =
      rank + 20 * (outside(box, area) + taken.reduce((sum, other) => sum + overlap(box, other), 0));
    if (cost >= least) continue;
    least = cost;
    best = box;
  }
  return best!;
}

function candidates({ x, y, text }: Label): readonly Box[] {
  const width = textWidth(text);
  return distances.flatMap((distance) =>
    directions.map(([dx, dy]) => {
      const reach = MARK_RADIUS + distance;
      const beside = dx * (reach + width / 2) * (dy === 0 ? 1 : 0.9);
      const box = around(x + beside, y + dy * (reach + LINE_HEIGHT / 2 - 3), width, LINE_HEIGHT);
      return { ...box, anchor: dx === 0 ? 'middle' : dx > 0 ? 'start' : 'end' };
    }),
  );
}

function drawLabel({ x, y, text, kind }: Label, box: Box): Markup {
  const nearX = Math.min(Math.max(x, box.left), box.right);
  const nearY = Math.min(Math.max(y, box.top), box.bottom);
  const isFar = Math.hypot(nearX - x, nearY - y) > MARK_RADIUS + distances[1]! - 2;
  const leader = isFar ? html`<line class="leader" x1="${x}" y1="${y}" x2="${nearX}" y2="${nearY}"/>` : '';
  const at = { start: box.left, middle: (box.left + box.right) / 2, end: box.right }[box.anchor ?? 'middle'];
  return html`${leader}<text class="label ${kind}" x="${at}" y="${box.bottom - 3}" text-anchor="${box.anchor}">${text}</text>`;
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? Math.sqrt(width * height) : 0;
}

function outside(box: Box, area: PlotArea): number {
  const over = [area.left - box.left, box.right - area.right, area.top - box.top, box.bottom - area.bottom];
  return over.reduce((sum, by) => sum + Math.max(0, by), 0);
}

/** Heights for names at the ends of lines, in the order of the lines and a line apart. */
export function spreadHeights(wanted: readonly number[], area: PlotArea): readonly number[] {
  const order = [...wanted.keys()].sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const heights = [...wanted];
  let free = area.top;
  for (const i of order) {
    heights[i] = Math.max(wanted[i]!, free);
    free = heights[i]! + LINE_HEIGHT;
  }
  let limit = area.bottom;
  for (const i of order.reverse()) {
    heights[i] = Math.min(heights[i]!, limit);
    limit = heights[i]! - LINE_HEIGHT;
  }
  return heights;
}
