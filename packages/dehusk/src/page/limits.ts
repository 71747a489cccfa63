/** What a page may cost. A page over a limit is refused with an error of its own, and the run goes on. */
export interface PageLimits {
  readonly maxBytes: number;
  readonly maxNodes: number;
  /** Open elements at one time. */
  readonly maxDepth: number;
  readonly maxAttributes: number;
}

export const defaultPageLimits: PageLimits = {
  // The largest pages that are documents and not data dumps have some megabytes.
  maxBytes: 50 * 1024 * 1024,
  // About 12 MB of the table; the largest of 2,944 real pages has 42,000. Misnested formatting elements
  // multiply nodes (17 KB of source can ask for half a million), so this is also what stops that.
  maxNodes: 250_000,
  // Browsers flatten beyond 512; real pages stay below 100 (48 at most in 2,944), unclosed tags included.
  maxDepth: 2_048,
  maxAttributes: 500_000,
};
