import type { Page, Verdict } from '../../index.ts';

/** Methods judge segments; peers give text. */
export type SiteOutput = (
  | { readonly verdicts: readonly Verdict[] }
  | { readonly texts: readonly PeerText[] }
) & {
  /** Per page, for what the process's own CPU clock does not see. */
  readonly ms?: number;
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
  run(pages: readonly Page[]): SiteOutput | Promise<SiteOutput>;
}
