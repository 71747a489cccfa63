/**
 * A log of pages that many processes share: whoever fetches pages appends them, any number of workers judge them, and
 * somebody takes what comes out.
 *
 *     append ──► partition 0: pages │ position ──► commit: outputs, states of sites, position ──► take
 *            ──► partition 1: pages │ …
 *
 * A partition has all pages of its sites, in one order, so what is learned of a site is learned in that order whoever
 * does it. One worker at a time owns a partition, for as long as its lease lasts by the clock of the server. Who was
 * overtaken must not write, and a commit says what it follows: the epoch of the claim, and the position. The epoch alone
 * is not enough: a server that takes over from one that failed may lack the last commits, and then the owner would go
 * on behind pages whose outputs are gone. So what is lost by such a fall back is done again, to the same bytes. And of
 * each site that was judged it says the digest of what was known of it: what a worker has loaded may have come from a
 * server that took over for a moment only, and epoch and position do not tell.
 *
 * `memory-log.ts`, `redis-log.ts` and `postgres-log.ts` keep this contract (`test/contracts/page-log-contract.ts`). They
 * know nothing of pages, and nobody but them knows how anything is kept.
 */
import type { SiteChange, SiteState } from '../engine/store.ts';

/** A page as the log keeps it; `logged-page.ts` has what is in it. */
export interface LogEntry {
  /** JSON. */
  readonly head: string;
  /** Empty where the page lies elsewhere. */
  readonly body: Uint8Array;
}

export interface LoggedEntry extends LogEntry {
  /** In its partition, from 1 on, without gaps. */
  readonly number: number;
}

/** What somebody hands in for one partition. Each has an item number of whoever appends it, which only grows. */
export interface Appended {
  /** Names who appends. */
  readonly producer: string;
  /** The last item of the producer in this partition, for all it knows; 0 before the first. */
  readonly follows: number;
  readonly entries: readonly (LogEntry & { readonly item: number; readonly digest: number })[];
  /** More than this must not wait in the partition. One entry is taken however large it is, where nothing waits. */
  readonly limitBytes: number;
}

/** What a producer has appended to a partition last. */
export interface Produced {
  readonly item: number;
  readonly digest: number;
}

type AppendAnswer =
  /** Those that were there already are not there twice. */
  | { readonly kind: 'appended' }
  /** Nothing was taken: as much waits as is allowed. */
  | { readonly kind: 'full' }
  /** Nothing was taken: the log has fallen back, and lacks what came before. */
  | { readonly kind: 'behind' };

/** Somebody owns a partition. */
export interface Claim {
  readonly partition: number;
  readonly owner: string;
  /** Grows with each claim of the partition. */
  readonly epoch: number;
  /** Number of the last page that was done before. */
  readonly position: number;
  /** Whoever had it before has not given it back: killed, frozen, or cut off. */
  readonly isInherited: boolean;
}

export interface LogOutput {
  /** Of the page that it came from. */
  readonly number: number;
  readonly kind: 'record' | 'failure';
  readonly bytes: Uint8Array;
}

/** What becomes durable together. */
export interface LogCommit {
  /** The position that the partition has, for all the worker knows. */
  readonly follows: number;
  readonly position: number;
  /** What the pages between the two take in the log. */
  readonly sizeBytes: number;
  /** One for each of these pages, in order. */
  readonly outputs: readonly LogOutput[];
  /** The sites of these pages, but for those of which nothing had to be known. */
  readonly sites: ReadonlyMap<string, JudgedSite>;
}

export interface JudgedSite {
  /** The digest of its facts in the log, for all the worker knows; undefined where the log does not have the site. */
  readonly follows: string | undefined;
  /** Undefined where nothing was learned: a page that comes again is judged, and teaches nothing. */
  readonly change: SiteChange | undefined;
}

interface ReadLimits {
  readonly entries: number;
  /** The first is read however large it is. */
  readonly bytes: number;
}

export interface PartitionStatus {
  readonly partition: number;
  /** Pages that were ever appended, and those of them that are done. */
  readonly appended: number;
  readonly position: number;
  /** What waits to be judged. */
  readonly waitingBytes: number;
  /** What waits to be taken. */
  readonly outputBytes: number;
  /** Outputs up to this number were taken. */
  readonly taken: number;
  /** Pages that have failed. */
  readonly failures: number;
  /** Undefined where nobody has a lease that lasts. */
  readonly owner: string | undefined;
  readonly epoch: number;
  /** How long the oldest page waits; undefined where none does. */
  readonly oldestMs: number | undefined;
}

export interface LogStatus {
  readonly partitions: readonly PartitionStatus[];
  /** Workers that were heard of within their lease. */
  readonly workers: readonly string[];
  /** Who takes outputs, as it has named itself. */
  readonly drain: string | undefined;
}

/** Everything throws LOG_UNREACHABLE or LOG_FULL when the server cannot be asked or has no room: it may have been done. */
export interface PageLog extends AsyncDisposable {
  /** As messages name it. */
  readonly name: string;
  /** What all must do in the same way: who says it first decides. Returns what was decided. */
  agree(what: string, value: string): Promise<string>;
  agreed(what: string): Promise<string | undefined>;

  append(partition: number, appended: Appended): Promise<AppendAnswer>;
  /** By partition: what a producer has appended last. */
  produced(producer: string): Promise<ReadonlyMap<number, Produced>>;

  /** Undefined where somebody else has a lease that lasts. */
  claim(partition: number, owner: string, leaseMs: number): Promise<Claim | undefined>;
  /** Says that the worker lives, and prolongs its leases; of each claim, whether it still holds. */
  renew(worker: string, claims: readonly Claim[], leaseMs: number): Promise<readonly boolean[]>;
  /** The worker begins with the page behind the position: returns how often that was said of it; undefined if overtaken. */
  attempt(claim: Claim, position: number): Promise<number | undefined>;
  /** Gives back what was claimed, in order. What is not held any more is left alone. */
  release(claim: Claim): Promise<void>;
  /** The pages behind a position. */
  read(partition: number, after: number, limits: ReadLimits): Promise<readonly LoggedEntry[]>;
  loadSite(partition: number, site: string): Promise<SiteState | undefined>;
  /** All of it or nothing. False where the worker was overtaken, or the log is not what this follows. */
  commit(claim: Claim, commit: LogCommit): Promise<boolean>;

  /** What came out, from a number on, this one included: whoever goes on sees whether it still is what it knows. */
  outputs(partition: number, from: number, limits: ReadLimits): Promise<readonly LogOutput[]>;
  /** Who takes outputs: itself, unless another has begun and is not done. */
  beginDrain(drain: string): Promise<string>;
  /** What lies before these positions is dropped; the last that was taken stays. `isDone`: another may begin. */
  take(drain: string, taken: ReadonlyMap<number, number>, isDone: boolean): Promise<void>;

  status(): Promise<LogStatus>;
}

/** What an entry counts for in limits. */
export function entryBytes({ head, body }: LogEntry): number {
  return Buffer.byteLength(head) + body.length;
}

/** The partition of a site: FNV-1a over its UTF-8 bytes. It must never change: what a log knows of a site lies there. */
export function partitionOf(site: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(site)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitions;
}
