/**
 * How well a verdict on elements agrees with gold, as Alarte 2014 reports it for the template of a key page: elements
 * said to be template, against elements that are.
 *
 * An element is template by gold if it has template text and no content text below it, and content if it has content
 * text and no template text; those that are mixed, without text, or ignored are not scored.
 */
import { type Page, TEXT, type Verdict } from '../../index.ts';
import { GoldLabel, type GoldLabels } from '../gold/gold-labels.ts';

export interface ElementScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const Holds = { template: 1, content: 2 } as const;

/** Undefined for a page without template elements. */
export function scoreElements(
  page: Page,
  labels: GoldLabels,
  { template }: Verdict,
): ElementScore | undefined {
  const holds = new Uint8Array(page.nodeCount);
  for (const [i, node] of page.segments.entries()) holds[node] = bitOf(labels[i]!);
  const counts = { right: 0, said: 0, gold: 0 };
  for (let node = page.nodeCount - 1; node > 0; node--) {
    holds[page.parent[node]!]! |= holds[node]!;
    const isScored =
      page.tag[node] !== TEXT && (holds[node] === Holds.template || holds[node] === Holds.content);
    if (isScored) countElement(counts, holds[node] === Holds.template, template[node] === 1);
  }
  if (counts.gold === 0) return undefined;
  const precision = counts.said === 0 ? 0 : counts.right / counts.said;
  const recall = counts.right / counts.gold;
  return { precision, recall, f1: counts.right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
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
