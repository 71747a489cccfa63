/** Scores of elements and of mappings, as the two theses on them report theirs. */
import type { Page, Verdict } from 'dehusk';
import { isTooMuchWork, type Mapping, type MappingName, mappings, TEXT } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { type Counts, meanRates, type Rates, rates } from './statistics.ts';

// How well a verdict on elements agrees with gold, as Alarte 2014 reports it for the template of a key page: elements
// said to be template, against elements that are.
//
// An element is template by gold if it has template text and no content text below it, and content if it has content
// text and no template text; those that are mixed, without text, or ignored are not scored.

type ElementScore = Rates;

const Holds = { template: 1, content: 2 } as const;

/** Undefined for a page without template elements. */
export function scoreElements(
  page: Page,
  labels: GoldLabels,
  verdict: Pick<Verdict, 'template'>,
): ElementScore | undefined {
  const counts = countElements(page, labels, verdict);
  return counts.gold === 0 ? undefined : rates(counts);
}

export function countElements(
  page: Page,
  labels: GoldLabels,
  { template }: Pick<Verdict, 'template'>,
): Counts {
  const holds = new Uint8Array(page.nodeCount);
  for (const [i, node] of page.segments.entries()) holds[node] = bitOf(labels[i]!);
  const counts = { right: 0, said: 0, gold: 0 };
  for (let node = page.nodeCount - 1; node > 0; node--) {
    holds[page.parent[node]!]! |= holds[node]!;
    const isScored =
      page.tag[node] !== TEXT && (holds[node] === Holds.template || holds[node] === Holds.content);
    if (isScored) countElement(counts, holds[node] === Holds.template, template[node] === 1);
  }
  return counts;
}

function countElement(
  counts: { right: number; said: number; gold: number },
  isGold: boolean,
  isSaid: boolean,
): void {
  if (isGold) counts.gold++;
  if (isSaid) counts.said++;
  if (isGold && isSaid) counts.right++;
}

function bitOf(label: number): number {
  if (label === GoldLabel.template) return Holds.template;
  return label === GoldLabel.content ? Holds.content : 0;
}

/**
 * What a method that judges texts alone says of elements, per node: one is template if it has text and all of its
 * text is. `kept`: 1 for each segment that is kept.
 */
export function elementsByText(page: Page, kept: Uint8Array): Uint8Array {
  const holds = new Uint8Array(page.nodeCount);
  for (const [i, node] of page.segments.entries())
    holds[node] = kept[i] === 1 ? Holds.content : Holds.template;
  for (let node = page.nodeCount - 1; node > 0; node--) holds[page.parent[node]!]! |= holds[node]!;
  return holds.map((held) => (held === Holds.template ? 1 : 0));
}

// How close a mapping comes to the optimal one, as Huang 2011 reports it: by the nodes of the key page that have a
// counterpart, whichever it is. The optimum is the largest common subtree, which `top-down-exact` finds.

/** All pairs of so many pages are compared: ten. The thesis took up to 120 pairs a site; `dehusk-lab paper` does. */
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
    if (isTooMuchWork(error)) return undefined;
    throw error;
  }
}
