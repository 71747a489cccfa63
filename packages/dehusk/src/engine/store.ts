/**
 * Keeps what is known about each site, and how far each run has come, so that a run that was killed at any point
 * goes on as if nothing had happened.
 *
 * The one rule that makes this true: what was learned from a page and the position behind that page become durable
 * together, in one `commit`, or not at all. A store therefore has no separate `saveSite` and `savePosition`.
 */
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
  /** Names the run: a digest of command, options and inputs. */
  readonly run: string;
  readonly position: RunPosition;
  /** The sites that changed since the last commit, by site key. */
  readonly sites: ReadonlyMap<string, SiteChange>;
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
}

/** Where what is learned is kept. One writer at a time, and no reader meanwhile. */
export interface Store extends StoreReader {
  /** All of it or nothing; it is durable when the promise is fulfilled. */
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
    async *sites() {
      for (const site of [...sites.keys()].sort()) {
        const { snapshot, journals, facts } = sites.get(site)!;
        const sizeBytes = journals.reduce((sum, { length }) => sum + length, snapshot?.length ?? 0);
        yield { site, facts, sizeBytes };
      }
    },
    commit: async ({ run, position, sites: changes }) => {
      for (const [site, { snapshot, journal, facts }] of changes) {
        const before = sites.get(site);
        const kept = snapshot === undefined ? (before?.journals ?? []) : [];
        const journals = journal.length === 0 ? kept : [...kept, journal];
        sites.set(site, { snapshot: snapshot ?? before?.snapshot, journals, facts });
      }
      positions.set(run, position);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** 64 random bits, so that nobody can craft pages whose segments collide. */
export function drawHashKey(): HashKey {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}

export const startPosition: RunPosition = {
  pass: 1,
  itemCount: 0,
  outputBytes: 0,
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
