/** All that is scored of one page and method on one gold. */
import type { Page } from 'dehusk/parts';
import type { GoldLabels } from '../gold/gold-labels.ts';
import { goldTokens } from '../gold/gold-tokens.ts';
import { type BlockGrades, countBlocks, gradeBlocks } from './block-score.ts';
import { scoreCharacters } from './character-score.ts';
import { scoreElements } from './element-score.ts';
import type { Kept } from './kept.ts';
import { chenBlocks, type PageBlocks, wangBlocks } from './page-blocks.ts';
import type { Counts, Rates } from './rates.ts';
import { type GoldTokens, scoreTokens, type TokenScore } from './token-score.ts';
import { totalTokens } from './tokens.ts';

export interface PageGold {
  readonly page: Page;
  readonly labels: GoldLabels;
  readonly tokens: GoldTokens;
  /** Where gold tells the main content from the rest: everything else counts as template. */
  readonly mainTokens: GoldTokens | undefined;
  readonly wang: PageBlocks;
  readonly chen: PageBlocks;
}

export interface PageScore extends TokenScore {
  /** Nothing was kept, though gold has content. */
  readonly empty: boolean;
  /** The same score with the roles swapped: removed tokens against template tokens. */
  readonly template: Rates | undefined;
  /** What was kept against the main content alone. */
  readonly main?: TokenScore | undefined;
  /** Of methods that judge segments. */
  readonly characters?: Rates;
  readonly blocks?: Counts;
  readonly chenBlocks?: Counts;
  /** Undefined on a page without template elements. */
  readonly elements?: Rates | undefined;
  /** Of methods that grade them. */
  readonly grades?: BlockGrades;
}

export function pageGold(page: Page, labels: GoldLabels, mainLabels?: GoldLabels): PageGold {
  return {
    page,
    labels,
    tokens: goldTokens(page, labels),
    mainTokens: mainLabels && goldTokens(page, mainLabels),
    wang: wangBlocks(page),
    chen: chenBlocks(page),
  };
}

/** Undefined for a page with too little content to be scored. */
export function scorePage(gold: PageGold, kept: Kept): PageScore | undefined {
  const { tokens, mainTokens } = gold;
  const score = scoreTokens(kept.tokens, tokens);
  if (score === undefined) return undefined;
  const { content, template, ignored } = tokens;
  return {
    ...score,
    empty: totalTokens(kept.tokens) === 0,
    template: scoreTokens(kept.removed, { content: template, template: content, ignored }),
    ...(mainTokens !== undefined && { main: scoreTokens(kept.tokens, mainTokens) }),
    ...scoreSegments(gold, kept),
  };
}

function scoreSegments(gold: PageGold, { segments, scores, elements }: Kept): Partial<PageScore> {
  if (segments === undefined) return {};
  const { page, labels, wang, chen } = gold;
  return {
    characters: scoreCharacters(page, labels, segments),
    blocks: countBlocks(gold, wang, segments),
    chenBlocks: countBlocks(gold, chen, segments),
    ...(elements !== undefined && { elements: scoreElements(page, labels, { template: elements }) }),
    ...(scores !== undefined && { grades: gradeBlocks(gold, wang, scores) }),
  };
}
