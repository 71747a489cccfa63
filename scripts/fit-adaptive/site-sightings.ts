/** On how many other pages the segments of a site's pages stood, in the two ways in which the method is used. */
import type { Sightings } from '../../src/detect/adaptive/evidence.ts';
import { adaptiveDefaults } from '../../src/detect/adaptive/options.ts';
import type { Outline } from '../../src/detect/adaptive/outline.ts';
import { FadingTable } from '../../src/table/fading-table.ts';

/** Pages judged as they come, or all of them learned first. */
export const modeNames = ['stream', 'two-pass'] as const;
export type ModeName = (typeof modeNames)[number];

/** In the order of the pages. */
export function siteSightings(
  outlines: readonly Outline[],
): Readonly<Record<ModeName, readonly Sightings[]>> {
  return { stream: streamSightings(outlines), 'two-pass': twoPassSightings(outlines) };
}

/** Each page is asked about before it is learned. */
function streamSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const table = new FadingTable(adaptiveDefaults);
  return outlines.map((outline) => {
    const sightings = lookUp(table, outline, 0);
    learn(table, outline);
    return sightings;
  });
}

/** Every page was learned, so what it has taught itself is taken off. */
function twoPassSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const table = new FadingTable({ ...adaptiveDefaults, forgetting: false });
  for (const outline of outlines) learn(table, outline);
  return outlines.map((outline) => lookUp(table, outline, 1));
}

function learn(table: FadingTable, { hashLow }: Outline): void {
  table.beginPage(0);
  for (const hash of hashLow) table.touch(hash, 0);
}

function lookUp(table: FadingTable, { hashLow }: Outline, own: number): Sightings {
  const seen = Float64Array.from(hashLow, (hash) => table.find(hash, own));
  return { seen, pages: Math.max(0, table.pages - own) };
}
