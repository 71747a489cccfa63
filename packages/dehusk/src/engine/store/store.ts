/**
 * Keeps what is known about each site, and how far each run has come, so that a run that was killed at any point
 * goes on as if nothing had happened.
 *
 * The one rule that makes this true: what was learned from a page and the position behind that page become durable
 * together, in one `commit`, or not at all. A store therefore has no separate `saveSite` and `savePosition`.
 *
 * A site is kept as a snapshot and the journals since: a detector's state is rewritten now and then, what it learned
 * in between is appended.
 */
import type { HashKey } from '../../page/text-hash.ts';

/** What is known about one site. */
export interface SiteState {
  /** A detector's `save()`; it names its method, so the store need not. */
  readonly snapshot: Uint8Array | undefined;
  /** What the detector learned since, in order. */
  readonly journals: readonly Uint8Array[];
  readonly facts: SiteFacts;
}

/** What `dehusk sites` tells of a site without loading its state. */
export interface SiteFacts {
  /** Pages of the site that were cleaned. */
  readonly pageCount: number;
  /** Characters of those pages, and how many of them were judged template. */
  readonly chars: number;
  readonly templateChars: number;
  /** Identity of the last page. */
  readonly lastPage: string;
}

export interface SiteChange {
  /** The whole state: what was kept before is dropped. */
  readonly snapshot?: Uint8Array;
  /** What was learned since the snapshot, or since the last commit. */
  readonly journal: Uint8Array;
  readonly facts: SiteFacts;
}

/** How far a run has come. */
export interface RunPosition {
  /** Which pass over the input: the first may only learn. */
  readonly pass: number;
  /** Items of the input, pages and failures alike, that this pass has done. */
  readonly itemCount: number;
  /** How long the output was behind the last of them: a longer one is cut back to this before the run goes on. */
  readonly outputBytes: number;
  /** Whether the last pass came to its end: such a run has nothing left to do. */
  readonly finished: boolean;
  /** Counts for the summary of a run that goes on. */
  readonly tally: Readonly<Record<string, number>>;
}

/** What becomes durable together. */
export interface Commit {
  /** Names the run: a digest of command, options and inputs (names, sizes, times). */
  readonly run: string;
  readonly position: RunPosition;
  /** The sites that changed since the last commit, by site key. */
  readonly sites: ReadonlyMap<string, SiteChange>;
}

/**
 * What is kept, to be looked at. Damaged state, or state of a newer version, is an error that says so; it is never
 * taken for a store that is empty.
 */
export interface StoreReader extends AsyncDisposable {
  /** Drawn once, when the store was created: every page whose hashes are kept here is parsed with it. */
  readonly hashKey: HashKey;
  /** Undefined for a site that was never committed. */
  loadSite(site: string): Promise<SiteState | undefined>;
  /** All sites, by key in code unit order. */
  sites(): AsyncIterable<{ readonly site: string; readonly facts: SiteFacts; readonly sizeBytes: number }>;
  /** Undefined for a run that was never committed. */
  loadPosition(run: string): Promise<RunPosition | undefined>;
}

/** One writer at a time, and no reader meanwhile. */
export interface Store extends StoreReader {
  /** All of it or nothing; it is durable when the promise is fulfilled. */
  commit(commit: Commit): Promise<void>;
}
