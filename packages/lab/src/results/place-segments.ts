/**
 * Which segments of a page a tool has kept that gives text: those whose words stand in the text whole and in the order
 * of the page. The longest are placed first, so that a "home" of the menu does not take the place of one in a sentence
 * and push all that follows behind it. Good for looking at a page; scores do not use it.
 */
import { tokensOf } from '../score/tokens.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `words`: of each segment. Returns 1 for each segment that is kept. */
export function placeSegments(words: readonly (readonly string[])[], text: string): Uint8Array {
  const line = ` ${tokensOf(text).join(' ')} `;
  const wanted = words.map((tokens) => ` ${tokens.join(' ')} `);
  const places: (Place | undefined)[] = wanted.map(() => undefined);
  const longestFirst = [...wanted.keys()]
    .filter((segment) => words[segment]!.length > 0)
    .sort((a, b) => wanted[b]!.length - wanted[a]!.length || a - b);
  for (const segment of longestFirst) {
    const start = line.indexOf(wanted[segment]!, endBefore(places, segment));
    // The space behind the last word is also the one before the next.
    const end = start + wanted[segment]!.length - 1;
    if (start >= 0 && end <= startBehind(places, segment, line)) places[segment] = { start, end };
  }
  return Uint8Array.from(places, (place) => (place === undefined ? 0 : 1));
}

function endBefore(places: readonly (Place | undefined)[], segment: number): number {
  for (let i = segment - 1; i >= 0; i--) if (places[i] !== undefined) return places[i]!.end;
  return 0;
}

function startBehind(places: readonly (Place | undefined)[], segment: number, line: string): number {
  for (let i = segment + 1; i < places.length; i++) if (places[i] !== undefined) return places[i]!.start;
  return line.length;
}
