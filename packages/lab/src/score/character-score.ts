/**
 * Content by character per segment: the characters of kept segments against those of content segments. Unlike tokens
 * this tells a word of the menu from the same word in the text. Ignored segments are left out.
 */
import type { Page } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../gold/gold-labels.ts';
import { type Rates, rates } from './rates.ts';

/** `kept`: 1 for each segment that is kept. */
export function scoreCharacters(page: Page, labels: GoldLabels, kept: Uint8Array): Rates {
  let right = 0;
  let said = 0;
  let gold = 0;
  for (const [segment, node] of page.segments.entries()) {
    if (labels[segment] === GoldLabel.ignored) continue;
    const chars = page.chars[node]!;
    const isContent = labels[segment] === GoldLabel.content;
    if (isContent) gold += chars;
    if (kept[segment] === 1) said += chars;
    if (isContent && kept[segment] === 1) right += chars;
  }
  return rates({ right, said, gold });
}
