/**
 * Where the page says something new: the smallest element that holds most of its new prose. Content stands there;
 * what stands far from it is template even if this page words it in its own way (titles of other pages, a list of
 * sections, a clock).
 */
import { type Outline, SegmentFlag } from './outline.ts';

/** More than half, so that there is one such element; .5, .7 and .8 were tried as well. */
const MAIN_SHARE = 0.6;
/** Beyond that, further is not less likely. */
const MAX_STEPS = 6;

/** An element by the segments it holds, from `from` to before `to`. */
interface Region {
  readonly from: number;
  readonly to: number;
}

/**
 * How far each segment is from the main region: 0 inside it, 1 in the next larger region, and so on. Only elements
 * that hold more text than the ones inside them count as steps, so wrappers do not matter. `repeated` is from 0,
 * never seen before, to 1.
 */
export function stepsFromMain(outline: Outline, repeated: Float64Array): Uint8Array {
  const steps = new Uint8Array(outline.count).fill(MAX_STEPS);
  const nested = regionsAround(outline, newProse(outline, repeated));
  // The largest first, so that what is inside overwrites what is around.
  for (let step = nested.length - 1; step >= 0; step--) {
    const { from, to } = nested[step]!;
    steps.fill(Math.min(step, MAX_STEPS), from, to);
  }
  return steps;
}

/** Running sums: entry `i` is the new prose of all segments before `i`. Links are no prose. */
function newProse({ count, chars, flags }: Outline, repeated: Float64Array): Float64Array {
  const before = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const isLink = (flags[i]! & SegmentFlag.link) !== 0;
    before[i + 1] = before[i]! + (isLink ? 0 : (chars[i]! + 1) * (1 - repeated[i]!));
  }
  return before;
}

/** The regions that hold most of the new prose, smallest first. They are nested, as each has more than half of it. */
function regionsAround(outline: Outline, before: Float64Array): readonly Region[] {
  const least = MAIN_SHARE * before[outline.count]!;
  const found: Region[] = [];
  if (least <= 0) return found;
  forEachRegion(outline, (from, to) => {
    if (before[to]! - before[from]! >= least) found.push({ from, to });
  });
  return found;
}

/**
 * All regions, inner ones before outer ones: single segments, and the elements above them that hold more than one.
 * An element stays open as long as what comes next is joined at its depth or below.
 */
function forEachRegion({ count, joint }: Outline, visit: (from: number, to: number) => void): void {
  const starts: number[] = [];
  const depths: number[] = [];
  for (let i = 0; i < count; i++) {
    visit(i, i + 1);
    const next = i + 1 < count ? joint[i + 1]! : -1;
    let from = i;
    while (depths.length > 0 && depths.at(-1)! > next) {
      depths.pop();
      from = starts.pop()!;
      visit(from, i + 1);
    }
    if (next < 0 || depths.at(-1) === next) continue;
    starts.push(from);
    depths.push(next);
  }
}
