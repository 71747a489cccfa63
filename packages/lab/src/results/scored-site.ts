/** Page by page, a method on a site: there while it is scored, and not kept. */
import type { Page } from 'dehusk/parts';
import type { RunLine } from '../run/run-line.ts';
import type { Kept } from '../score/kept.ts';
import type { PageScore } from '../score/page-score.ts';
import type { GoldName, SiteGold } from '../score/site-score.ts';

export interface ScoredSite {
  readonly method: string;
  readonly site: string;
  /** In the order of the crawl; labels, kept and scores are in the same order. */
  readonly pages: readonly Page[];
  readonly labels: SiteGold['labels'];
  readonly kept: readonly Kept[];
  readonly scores: Readonly<Record<GoldName, readonly (PageScore | undefined)[]>>;
  /** By address: what a method that gives text has given. */
  readonly lines: ReadonlyMap<string, RunLine>;
}

export type OnScored = (scored: ScoredSite) => void;
