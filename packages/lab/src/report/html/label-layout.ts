/**
 * Where names stand on a chart: a library draws the charts, but none puts names beside marks so that they do not lie on
 * one another. Letters cannot be measured here; names are Latin, so a guess will do.
 */

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A name and the mark that it belongs to, in pixels. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface PlacedLabel {
  /** Where the letters begin, end or have their middle; `y` is the middle of their height. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Where a line from the mark ends, for a name that is not beside its mark. */
  readonly leader: { readonly x: number; readonly y: number } | undefined;
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

export function textWidth(text: string): number {
  return text.length * 6.9;
}

/** As much of a name as there is room for; all of it stands in a title or in a table. */
export function shortName(name: string, mostLetters: number): string {
  const letters = [...name];
  return letters.length <= mostLetters ? name : `${letters.slice(0, mostLetters - 1).join('')}…`;
}

/** Each name takes the free box that is nearest to its mark, in the order of the list. */
export function placeBeside(labels: readonly Label[], area: Area): readonly PlacedLabel[] {
  const taken = labels.map(({ x, y }): Area => around(x, y, 2 * MARK_RADIUS, 2 * MARK_RADIUS));
  return labels.map((label) => {
    const { anchor, ...box } = bestBox(label, taken, area);
    taken.push(box);
    const x = { start: box.left, middle: (box.left + box.right) / 2, end: box.right }[anchor];
    return { x, y: (box.top + box.bottom) / 2, anchor, leader: leaderTo(label, box) };
  });
}

interface Candidate extends Area {
  /** The side of the mark: a name that is wider than guessed stays clear of it. */
  readonly anchor: PlacedLabel['anchor'];
}

function bestBox(label: Label, taken: readonly Area[], area: Area): Candidate {
  let best: Candidate | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [rank, box] of candidates(label).entries()) {
    // A pixel of overlap weighs as much as 20 ranks: among free boxes the nearest wins, else the freest.
    const cost =
      rank + 20 * (outside(box, area) + taken.reduce((sum, other) => sum + overlap(box, other), 0));
    if (cost >= least) continue;
    least = cost;
    best = box;
  }
  return best!;
}

function candidates({ x, y, text }: Label): readonly Candidate[] {
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

function leaderTo({ x, y }: Label, box: Area): PlacedLabel['leader'] {
  const near = {
    x: Math.min(Math.max(x, box.left), box.right),
    y: Math.min(Math.max(y, box.top), box.bottom),
  };
  return Math.hypot(near.x - x, near.y - y) > MARK_RADIUS + distances[1]! - 2 ? near : undefined;
}

function around(x: number, y: number, width: number, height: number): Area {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? Math.sqrt(width * height) : 0;
}

function outside(box: Area, area: Area): number {
  const over = [area.left - box.left, box.right - area.right, area.top - box.top, box.bottom - area.bottom];
  return over.reduce((sum, by) => sum + Math.max(0, by), 0);
}

/** Heights for names at the ends of lines, in the order of the lines and a line apart. */
export function spreadHeights(
  wanted: readonly number[],
  area: Pick<Area, 'top' | 'bottom'>,
): readonly number[] {
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
