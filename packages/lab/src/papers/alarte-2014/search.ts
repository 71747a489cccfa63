/**
 * A bounded search for the best of many settings: some are drawn, and from the best of them and of the start steps are
 * taken as long as one is better. The same seed finds the same; no setting is tried twice.
 */
import type { Random } from '../../synthetic/random.ts';

export interface SearchSpace<Point> {
  draw(random: Random): Point;
  /** Those one step away. */
  neighbours(point: Point): readonly Point[];
  value(point: Point): number;
}

export interface SearchLimits {
  readonly drawn: number;
  /** Points that may be valued in all, the start and those drawn among them. */
  readonly values: number;
  readonly random: Random;
}

export interface Found<Point> {
  readonly point: Point;
  readonly value: number;
  /** How many points were valued. */
  readonly values: number;
  /** No step is better: not merely the end of what was allowed. */
  readonly isPeak: boolean;
}

export function search<Point>(
  start: Point,
  space: SearchSpace<Point>,
  { drawn, values, random }: SearchLimits,
): Found<Point> {
  const known = new Map<string, number>();
  let best = { point: start, value: Number.NEGATIVE_INFINITY };
  /** Whether the point is better than all before. */
  const tryPoint = (point: Point): boolean => {
    const key = JSON.stringify(point);
    if (known.has(key) || known.size >= values) return false;
    const value = space.value(point);
    known.set(key, value);
    if (value <= best.value) return false;
    best = { point, value };
    return true;
  };
  tryPoint(start);
  for (let i = 0; i < drawn; i++) tryPoint(space.draw(random));
  while (space.neighbours(best.point).some(tryPoint)) if (known.size >= values) break;
  const isPeak = space.neighbours(best.point).every((point) => known.has(JSON.stringify(point)));
  return { ...best, values: known.size, isPeak };
}
