/** What a line of a run keeps of a verdict: small, since there are as many as pages times methods. */
import { type Page, TEXT, type Verdict } from 'dehusk/parts';

/** Inclusive numbers, in document order: of a page's segments, or of its elements (html is 0). */
export type NumberRange = readonly [from: number, to: number];

export function keptRanges(page: Page, { template }: Pick<Verdict, 'template'>): readonly NumberRange[] {
  const ranges: [number, number][] = [];
  for (const [segment, node] of page.segments.entries()) if (template[node] === 0) extend(ranges, segment);
  return ranges;
}

export function elementRanges(page: Page, { template }: Pick<Verdict, 'template'>): readonly NumberRange[] {
  const ranges: [number, number][] = [];
  let element = 0;
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT) continue;
    if (template[node] === 1) extend(ranges, element);
    element++;
  }
  return ranges;
}

function extend(ranges: [number, number][], next: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === next - 1) last[1] = next;
  else ranges.push([next, next]);
}

/** 1 for each segment, of `count`, that is in a range. */
export function inRanges(ranges: readonly NumberRange[], count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const [from, to] of ranges) marks.fill(1, from, to + 1);
  return marks;
}

/** 1 for each node of the page that is an element in a range. */
export function templateElements(page: Page, ranges: readonly NumberRange[]): Uint8Array {
  const isNumbered = inRanges(ranges, page.nodeCount);
  const template = new Uint8Array(page.nodeCount);
  let element = 0;
  for (let node = 0; node < page.nodeCount; node++)
    if (page.tag[node] !== TEXT) template[node] = isNumbered[element++]!;
  return template;
}

/**
 * Scores of the segments in whole hundredths, a byte each, as base64: four characters for three segments, whatever
 * the scores are. As an array of numbers they would take twice to three times that, and be half of a line.
 */
export function packScores(page: Page, { score }: Pick<Verdict, 'score'>): string {
  return Buffer.from(Uint8Array.from(page.segments, (node) => Math.round(100 * score[node]!))).toString(
    'base64',
  );
}

/** One for each segment, 0 … 1. */
export function unpackScores(packed: string): Float32Array {
  return Float32Array.from(Buffer.from(packed, 'base64'), (hundredths) => Math.min(100, hundredths) / 100);
}
