/** What facts and terms are called, for whoever speaks of them: the lab, and those who explain verdicts. */
import { Fact, Mark } from './facts.ts';

/** In the order of the columns. Of what is said of three regions, the first is the smallest around the piece. */
export const factNames: readonly string[] = /* @__PURE__ */ [Fact, Mark].flatMap((list) => Object.keys(list));

/** In the order of the weights of the model; docs/methods/adaptive.md says what each is for. */
export const termNames = [
  'seenBefore',
  'repeatedLink',
  'repeatedLinkInMain',
  'repeatedProse',
  'repeatedAlone',
  'repeatedAround',
  'blockLinks',
  'withinPage',
  'step',
  'stepOnFirstPages',
] as const;
