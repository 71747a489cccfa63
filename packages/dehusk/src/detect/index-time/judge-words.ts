/** The two thresholds of a block (readings C13 to C15), in whole words, and the walk over its words that they end. */
export interface WordThresholds {
  /** T_b: so many template words make a template. */
  readonly templateWords: number;
  /** NT_b: with more other words than this it is none, whatever follows. */
  readonly otherWords: number;
}

export interface WordJudgement {
  readonly template: boolean;
  /** Template words over all words; of those that were looked at if the block was given up. */
  readonly ratio: number;
}

export interface ThresholdOptions {
  readonly templateRatio: number;
  readonly contentRatio: number | undefined;
}

/** Shares like 0.8 are not exact in binary: 8 of 10 must reach 0.8. */
const ROUNDING = 1e-9;

export function wordThresholds(
  words: number,
  { templateRatio, contentRatio }: ThresholdOptions,
): WordThresholds {
  return {
    templateWords: Math.ceil(templateRatio * words - ROUNDING),
    otherWords: Math.floor((contentRatio ?? 1 - templateRatio) * words + ROUNDING),
  };
}

/** Looks at one different word after the other, until it is clear that the block is no template. */
export function judgeWords(
  words: number,
  isTemplateWord: (place: number) => boolean,
  { templateWords, otherWords }: WordThresholds,
): WordJudgement {
  let found = 0;
  for (let place = 0; place < words; place++) {
    if (isTemplateWord(place)) found++;
    else if (place + 1 - found > otherWords) return { template: false, ratio: found / words };
  }
  return { template: words > 0 && found >= templateWords, ratio: words === 0 ? 0 : found / words };
}
