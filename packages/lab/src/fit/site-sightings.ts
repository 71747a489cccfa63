/** On how many other pages the segments of a site's pages stood, in the two ways in which the method is used. */
import { adaptiveDefaults, type Outline, type Sightings, SiteMemory } from 'dehusk/parts';

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
  const memory = new SiteMemory(adaptiveDefaults);
  return outlines.map(({ hashLow }, page) => {
    const sightings = memory.sightings(hashLow, page);
    memory.learn(hashLow, page);
    return sightings;
  });
}

/** Every page was learned, so what it has taught itself is taken off. */
function twoPassSightings(outlines: readonly Outline[]): readonly Sightings[] {
  const memory = new SiteMemory({ ...adaptiveDefaults, forgetting: false });
  for (const [page, { hashLow }] of outlines.entries()) memory.learn(hashLow, page);
  return outlines.map(({ hashLow }, page) => memory.sightings(hashLow, page));
}
