import type { Page, Verdict } from 'dehusk/parts';

/** Methods judge segments; peers give text. */
export type SiteOutput = (
  | { readonly verdicts: readonly Verdict[] }
  | { readonly texts: readonly PeerText[] }
) & {
  /** Per page, and the most memory: for what is not seen from this process. */
  readonly ms?: number;
  readonly peakBytes?: number;
  /** Asked for when the clock has stopped. */
  readonly stateBytes?: () => number;
};

export interface PeerText {
  readonly text: string;
  readonly failed?: string;
}

/** A method or peer, run on the pages of one site in the order of a crawl. */
export interface EvalMethod {
  readonly name: string;
  /** It must have seen all pages before it judges the first. */
  readonly holdsSite?: boolean;
  /** What it says of elements is meant; that of other methods follows from their texts. */
  readonly judgesElements?: boolean;
  /** It parses pages itself, so its time has that in it. */
  readonly parses?: boolean;
  /** `htmls`: what the pages were parsed from, for tools that read pages themselves. */
  run(pages: readonly Page[], htmls: readonly string[]): SiteOutput | Promise<SiteOutput>;
}
