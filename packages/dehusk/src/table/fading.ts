/** How counts fade: what a page counts after so many others. */

/** Faded below this an entry is dropped: one seen once, after 28 pages with a memory of 40. */
export const DROPPED_BELOW = 0.5;
/** With a longer memory what has not faded would be too old for the sixteen bits of a page number. */
const LONGEST_MEMORY = 4_000;

export interface Fading {
  /** What a page counts after so many others; beyond the end it counts nothing. */
  readonly weights: Float64Array;
  /** After so many pages a page counts a half. */
  readonly halfLife: number;
}

/** By memory in pages: the sites of a run share one. */
const fadings = new Map<number, Fading>();

/** By multiplication, which is the same everywhere; powers are not. Until even the largest count is dropped. */
export function fadingOf(wantedPages: number): Fading {
  const memoryPages = Math.min(wantedPages, LONGEST_MEMORY);
  const cached = fadings.get(memoryPages);
  if (cached !== undefined) return cached;
  const kept = 1 - 1 / memoryPages;
  const weights: number[] = [];
  for (let weight = 1; weight * memoryPages >= DROPPED_BELOW / 2; weight *= kept) weights.push(weight);
  const halfLife = weights.filter((weight) => weight > 0.5).length;
  const fading = { weights: Float64Array.from(weights), halfLife };
  fadings.set(memoryPages, fading);
  return fading;
}
