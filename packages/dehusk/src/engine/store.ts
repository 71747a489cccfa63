/**
 * Keeps what is known about each site, and how far each run has come, so that a run that was killed at any point
 * goes on as if nothing had happened.
 *
 * The one rule that makes this true: what was learned from a page and the position behind that page become durable
 * together, in one `commit`, or not at all. A store therefore has no separate `saveSite` and `savePosition`.
 */
import { DehuskError } from '../errors.ts';
import type { TitleParts } from '../metadata/page-title.ts';
import type { HashKey } from '../page/hash.ts';

/** What is known about one site; `site-state.ts` has the bytes. */
export interface SiteState {
  readonly snapshot: Uint8Array | undefined;
  /** What was learned since, in order. */
  readonly journals: readonly Uint8Array[];
  readonly facts: SiteFacts;
}

/** What `dehusk sites` tells of a site without loading its state. */
export interface SiteFacts {
  /** Pages of the site that were learned; the same page again counts once (`SeenPages`). */
  readonly pageCount: number;
  /** Pages of the site that were judged and written. */
  readonly writtenCount: number;
  /** Characters of those, and how many of them were judged template. */
  readonly chars: number;
  readonly templateChars: number;
  /** Identity of the last page that was learned. */
  readonly lastPage: string;
  /** Chained over the pages that were learned: sites that have the same one have learned the same. */
  readonly digest: string;
  /** What the titles of its pages have in common; undefined where none has a sign in it. */
  readonly titleParts?: TitleParts | undefined;
}

export interface SiteChange {
  /** The whole state: what was kept before is dropped. */
  readonly snapshot?: Uint8Array;
  /** What was learned since the snapshot, or since the last commit. */
  readonly journal: Uint8Array;
  readonly facts: SiteFacts;
}

/** How much of its input a run has read: raw bytes, as they lie in the files, whatever those are called. */
export interface InputMark {
  /** Files before the one at hand. */
  readonly files: number;
  /** Bytes of that one. */
  readonly bytes: number;
  /** SHA-256 of all of them, in hex; the length of each file before counts too. */
  readonly digest: string;
}

/** Where the input ended, when a run came to its end. */
export interface InputEnd {
  readonly itemCount: number;
  /** Items before the failures at the very end, which may be pages when more has come. */
  readonly settledCount: number;
  /** Tells the last of these again: the end of a file may have cut it. */
  readonly lastItem: string;
}

/** How much a run has written. */
export interface WrittenMark {
  readonly bytes: number;
  /** SHA-256 of them in hex; of a folder, what its run is called. Empty where nothing can be looked at again. */
  readonly digest: string;
}

/** How far a run has come. */
export interface RunPosition {
  /** Commits of this run so far, this one included: no two positions are the same. */
  readonly commits: number;
  /** When the run began: the date of what it writes and nobody has dated. */
  readonly startedAt?: string;
  /** Which pass over the input: the first may only learn. */
  readonly pass: number;
  /** Items of the input, pages and failures alike, that this pass has done or found done. */
  readonly itemCount: number;
  /** Items that were done when the input was shorter: this run begins behind them. */
  readonly startItem: number;
  /** What was read until then, in any pass. */
  readonly input: InputMark;
  /** Once a pass has read all of it. */
  readonly end?: InputEnd;
  /** What was written until then: what is behind it is cut off before the run goes on. */
  readonly output: WrittenMark;
  /** The same of the links, where they are wanted. */
  readonly links?: WrittenMark | undefined;
  /** The same of what early verdicts rest on, where a list of changed ones is wanted. */
  readonly traces?: WrittenMark | undefined;
  /** Whether the last pass came to its end: such a run has nothing left to do. */
  readonly finished: boolean;
  /** Tells what a run that learns nothing has judged by. */
  readonly judgedBy?: string;
  /** A repair has dropped sites since: the run cannot go on. */
  readonly repaired?: true;
  /** Counts for the summary of a run that goes on. */
  readonly tally: Readonly<Record<string, number>>;
}

/** How far a run has come with a commit. */
export interface RunProgress {
  /** Names the run. */
  readonly run: string;
  /** The position that the store has, for all the run knows; undefined for the first. */
  readonly follows: RunPosition | undefined;
  readonly position: RunPosition;
}

/** What becomes durable together. */
export interface Commit {
  /** Left out by those who have no position: they hand in pages one by one. */
  readonly progress?: RunProgress | undefined;
  /** The sites that changed since the last commit, by site key. */
  readonly sites: ReadonlyMap<string, SiteChange>;
  /** What is remembered of single pages, for stores that have `pageFacts`. */
  readonly facts?: FactChanges | undefined;
}

/** By name; undefined for what is forgotten. */
export type FactChanges = ReadonlyMap<string, Uint8Array | undefined>;

/** What is remembered of single pages; who asks for it knows the names (`run/known-pages.ts`). */
export interface PageFacts {
  get(name: string): Uint8Array | undefined;
  /** Those whose names begin so, by name in code unit order. */
  list(prefix: string): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>;
}

/**
 * What is kept, to be looked at. Damaged state, or state of another version, is an error that says so; it is never
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
  /** Only where a file keeps them. */
  readonly pageFacts?: PageFacts;
  /** The runs whose names begin so, by name in code unit order. */
  runs(prefix: string): AsyncIterable<{ readonly run: string; readonly position: RunPosition }>;
}

/** Where what is learned is kept. One writes at a time; others may read meanwhile. */
export interface Store extends StoreReader {
  /**
   * All of it or nothing; it is durable when the promise is fulfilled. Throws STATE_OVERTAKEN where the run has another
   * position than the one that this commit follows.
   */
  commit(commit: Commit): Promise<void>;
}

/** A store that lasts as long as the process: for tests, and for a browser that keeps the bytes elsewhere. */
export function createMemoryStore(hashKey: HashKey = drawHashKey()): Store {
  const sites = new Map<string, SiteState>();
  const positions = new Map<string, RunPosition>();
  return {
    hashKey,
    loadSite: async (site) => sites.get(site),
    loadPosition: async (run) => positions.get(run),
    async *runs(prefix) {
      for (const run of [...positions.keys()].filter((name) => name.startsWith(prefix)).sort())
        yield { run, position: positions.get(run)! };
    },
    async *sites() {
      for (const site of [...sites.keys()].sort()) {
        const { snapshot, journals, facts } = sites.get(site)!;
        const sizeBytes = journals.reduce((sum, { length }) => sum + length, snapshot?.length ?? 0);
        yield { site, facts, sizeBytes };
      }
    },
    commit: async ({ progress, sites: changes }) => {
      if (progress !== undefined) checkFollows(progress, positions.get(progress.run));
      for (const [site, change] of changes) sites.set(site, changedState(sites.get(site), change));
      if (progress !== undefined) positions.set(progress.run, progress.position);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** What is known of a site after a change. */
export function changedState(
  before: SiteState | undefined,
  { snapshot, journal, facts }: SiteChange,
): SiteState {
  const kept = snapshot === undefined ? (before?.journals ?? []) : [];
  const journals = journal.length === 0 ? kept : [...kept, journal];
  return { snapshot: snapshot ?? before?.snapshot, journals, facts };
}

/** Throws for the commit of somebody who was overtaken. */
export function checkFollows({ run, follows }: RunProgress, found: RunPosition | undefined): void {
  if (JSON.stringify(found) !== JSON.stringify(follows)) throw new DehuskError('STATE_OVERTAKEN', { run });
}

/** 64 random bits, so that nobody can craft pages whose segments collide. */
export function drawHashKey(): HashKey {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}

/** Of what is empty. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const startPosition: RunPosition = {
  commits: 0,
  pass: 1,
  itemCount: 0,
  startItem: 0,
  input: { files: 0, bytes: 0, digest: emptyDigest },
  output: { bytes: 0, digest: emptyDigest },
  finished: false,
  tally: {},
};

/** What the pages since the last commit have changed, gathered page by page. */
export class PendingChanges {
  #sites = new Map<string, { snapshot?: Uint8Array; journals: Uint8Array[]; facts: SiteFacts }>();

  /** The sites that would be committed now. */
  get sites(): Iterable<string> {
    return this.#sites.keys();
  }

  add(site: string, { snapshot, journal, facts }: SiteChange): void {
    const pending = this.#sites.get(site) ?? { journals: [], facts };
    pending.facts = facts;
    if (snapshot !== undefined) {
      pending.snapshot = snapshot;
      pending.journals = [];
    }
    if (journal.length > 0) pending.journals.push(journal);
    this.#sites.set(site, pending);
  }

  /** Hands them over; after this there are none. */
  take(): ReadonlyMap<string, SiteChange> {
    const changes = new Map<string, SiteChange>();
    for (const [site, { snapshot, journals, facts }] of this.#sites)
      changes.set(site, { ...(snapshot && { snapshot }), journal: joined(journals), facts });
    this.#sites = new Map();
    return changes;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
