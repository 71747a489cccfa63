import { type Page, readNormalText } from 'dehusk/parts';
import type { GoldTokens } from '../score/token-score.ts';
import { addTokens, type TokenCounts } from '../score/tokens.ts';
import { GoldLabel, type GoldLabels } from './gold-labels.ts';

/** The tokens of a page by what gold says of them. */
export function goldTokens(page: Page, labels: GoldLabels): GoldTokens {
  const tokens = { template: new Map(), content: new Map(), ignored: new Map() };
  const byLabel: TokenCounts[] = [];
  byLabel[GoldLabel.template] = tokens.template;
  byLabel[GoldLabel.content] = tokens.content;
  byLabel[GoldLabel.ignored] = tokens.ignored;
  for (const [segment, node] of page.segments.entries()) {
    addTokens(byLabel[labels[segment]!]!, readNormalText(page, node));
  }
  return tokens;
}
