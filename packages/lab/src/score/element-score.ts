/**
 * How well a verdict on elements agrees with gold, as Alarte 2014 reports it for the template of a key page: elements
 * said to be template, against elements that are.
 *
 * An element is template by gold if it has template text and no content text below it, and content if it has content
 * text and no template text; those that are mixed, without text, or ignored are not scored.
 */
import type { Page, Verdict } from 'dehusk';
import { TEXT } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { type Counts, type Rates, rates } from './statistics.ts';

export type ElementScore = Rates;

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
