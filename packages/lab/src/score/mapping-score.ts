/**
 * How close a mapping comes to the optimal one, as Huang 2011 reports it: by the nodes of the key page that have a
 * counterpart, whichever it is. The optimum is the largest common subtree, which `top-down-exact` finds.
 */
import { DehuskError, type Page } from 'dehusk';
import { type Mapping, type MappingName, mappings } from 'dehusk/parts';
import { meanRates, type Rates, rates } from './statistics.ts';

/** All pairs of so many pages are compared: ten. The thesis took up to 120 pairs a site; `eval paper` does. */
const SAMPLED_PAGES = 5;

export function scoreMapping(mapping: Mapping, optimum: Mapping): Rates {
  let right = 0;
  for (const [node, counterpart] of mapping.other.entries())
    if (counterpart !== -1 && optimum.other[node] !== -1) right++;
  return rates({ right, said: mapping.size, gold: optimum.size });
}

/** Means over pairs of pages that are spread over the site; undefined where there is no pair. */
export function createMappingScorer(pages: readonly Page[]): (name: MappingName) => Rates | undefined {
  let pairs: readonly ComparedPair[] | undefined;
  return (name) => {
    pairs ??= sampledPairs(pages);
    const scores = pairs.flatMap(({ key, other, optimum }) => {
      const mapping = mapWithin(name, key, other);
      return mapping === undefined ? [] : [scoreMapping(mapping, optimum)];
    });
    return scores.length === 0 ? undefined : meanRates(scores);
  };
}

interface ComparedPair {
  readonly key: Page;
  readonly other: Page;
  readonly optimum: Mapping;
}

function sampledPairs(pages: readonly Page[]): readonly ComparedPair[] {
  const count = Math.min(SAMPLED_PAGES, pages.length);
  const sample = Array.from({ length: count }, (_, i) => pages[Math.floor((i * pages.length) / count)]!);
  return sample.flatMap((key, i) =>
    sample.slice(i + 1).flatMap((other) => {
      const optimum = mapWithin('top-down-exact', key, other);
      return optimum === undefined ? [] : [{ key, other, optimum }];
    }),
  );
}

/** A pair that costs more than a mapping's budget says nothing. */
function mapWithin(name: MappingName, key: Page, other: Page): Mapping | undefined {
  try {
    return mappings[name](key, other);
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'MAPPING_BUDGET') return undefined;
    throw error;
  }
}
