/**
 * A worker: claims partitions of a log, judges their pages through the engine, and commits what comes out together with
 * what was learned and the position. Any number of workers share a log; each may be killed, frozen or cut off at any
 * moment, and another goes on from the last commit.
 *
 * It knows neither server nor clock: both are handed in, so that a test can try every order of events. Two things go on
 * at the same time:
 *
 * - the keeper prolongs the leases, and finds partitions to claim or to give back. Pages are judged in other threads, so
 *   no page can keep it from that;
 * - lanes take batches of pages from the partitions that are held. A batch is bounded by time, bytes and pages.
 *
 * Whoever is overtaken learns it from a refused commit, forgets the sites of that partition, and has lost nothing but
 * time. When the log cannot be asked, all that is held is forgotten too: what was under way may have been done, and the
 * next claim tells. A log that has lost everything and was begun anew has another key of the hashes: what is known by the
 * old one must not get there, so the setting is looked at behind each claim.
 */
import type { RenderedPage } from '../engine/run/render-page.ts';
import type { Outcome, Work } from '../engine/run/work.ts';
import { PendingChanges, type SiteState } from '../engine/store.ts';
import { DehuskError } from '../errors.ts';
import type { RawPage } from '../page/raw-page.ts';
import { isSameSetting, type LogSetting } from './log-setting.ts';
import { decodePage, encodeFailure, type LoggedPage, type PageReference } from './logged-page.ts';
import {
  type Claim,
  entryBytes,
  type JudgedSite,
  type LoggedEntry,
  type LogOutput,
  type LogStatus,
  type PageLog,
  type PartitionStatus,
  partitionOf,
} from './page-log.ts';
import { canPass, type Patience } from './patience.ts';

/** What judges pages, here or in threads. */
export type PageWork = Pick<Work<RenderedPage>, 'inFlight' | 'page' | 'forget' | 'close'>;

export interface WorkerOptions extends Patience {
  readonly log: PageLog;
  /** Tells this worker from all others, of any time. */
  readonly name: string;
  /** What all who use the log must do in the same way, as the log has it now. Throws LOG_EMPTY, LOG_OTHER_SETTING. */
  readonly readSetting: () => Promise<LogSetting>;
  readonly openWork: (
    setting: LogSetting,
    loadSite: (site: string) => Promise<SiteState | undefined>,
  ) => Promise<PageWork>;
  /** The bytes of a page that lies in an archive. Throws what the page's failure is, or LOG_ARCHIVE_MISSING. */
  readonly readReference: (reference: PageReference) => Promise<Uint8Array>;
  readonly leaseMs: number;
  readonly batch: BatchLimits;
  /** Batches under way at once. */
  readonly lanes: number;
  /** A partition whose outputs nobody takes waits when they have become more than this. */
  readonly maxOutputBytes: number;
  /** A page that takes longer is taken for one that never ends. */
  readonly pageMs: number;
  /** So often a page is begun by itself before it is set aside. */
  readonly maxAttempts: number;
  /** Between two looks at a log in which there is nothing to do. */
  readonly pollMs: number;
  /** Ends when all pages are done; else it waits for more. */
  readonly untilEmpty: boolean;
  /** Finishes the batches at hand, gives everything back, and ends. */
  readonly signal: AbortSignal;
  readonly report: WorkerReport;
}

interface BatchLimits {
  readonly ms: number;
  readonly bytes: number;
  readonly pages: number;
}

/** Who is told how it goes. */
type WorkerReport = Patience['report'] & {
  committed(pages: number, failures: number): void;
  /** Pages that wait in all of the log, and partitions that are held. */
  looked(lag: number, held: number): void;
  /** A commit was refused, or a lease lost. */
  overtaken(partition: number): void;
};

/** A third of a lease: two may get lost. */
const RENEWALS_PER_LEASE = 3;

/** How long to wait after the first trouble, and at the most. */
const TROUBLE_MS = [200, 10_000] as const;

/** Works until it is told to stop, or all is done. Throws what cannot get better by waiting. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { clock, signal, report } = options;
  let waitMs: number = TROUBLE_MS[0];
  let hadSetting = false;
  while (!signal.aborted) {
    const shift = new Shift(options);
    try {
      return await shift.run();
    } catch (error) {
      hadSetting ||= shift.hasSetting;
      // Whoever appends begins a log again that has lost everything.
      const isBeginning = hadSetting && error instanceof DehuskError && error.code === 'LOG_EMPTY';
      if (!(error instanceof WorkLost) && !isBeginning && !canPass(error)) throw error;
      report.trouble(error);
      // What went well in between begins the waiting anew.
      waitMs = shift.hasCommitted ? TROUBLE_MS[0] : Math.min(2 * waitMs, TROUBLE_MS[1]);
    }
    await clock.sleep(waitMs, signal);
  }
}

/** What was judging pages is of no use any more: a thread out of memory, one that was given up, or the key is another. */
class WorkLost extends Error {}

/** A partition that is held. */
interface Held {
  readonly claim: Claim;
  position: number;
  /** Pages behind the position, when somebody looked last. */
  lag: number;
  outputBytes: number;
  /** A batch of it is under way. */
  isBusy: boolean;
  /** Pages up to this number are begun one by one: one of them may have killed whoever had the partition before. */
  carefulUntil: number;
  /** Sites that were loaded, each with the digest that its facts have in the log; undefined where the log has none. */
  readonly sites: Map<string, string | undefined>;
  /** It is given back when its batch is done. */
  isUnwanted: boolean;
  /** When the oldest page under way was begun. */
  begunMs: number | undefined;
}

/** Work without trouble, from its first claim to its end. */
class Shift {
  readonly #options: WorkerOptions;
  readonly #held = new Map<number, Held>();
  /** No more pages are begun. */
  readonly #ending = new AbortController();
  /** Nothing is under way any more. */
  readonly #over = new AbortController();
  #setting: LogSetting | undefined;
  #work: PageWork | undefined;
  /** Why the threads were ended. */
  #gaveUp: WorkLost | undefined;
  #balancing: Promise<void> | undefined;
  #lag = Number.POSITIVE_INFINITY;
  hasCommitted = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** The log was there when it began. */
  get hasSetting(): boolean {
    return this.#setting !== undefined;
  }

  async run(): Promise<void> {
    const { readSetting, openWork, log, lanes } = this.#options;
    const setting = await readSetting();
    this.#setting = setting;
    this.#work = await openWork(setting, async (site) => {
      const partition = partitionOf(site, setting.partitions);
      const state = await log.loadSite(partition, site);
      this.#held.get(partition)!.sites.set(site, state?.facts.digest);
      return state;
    });
    const stop = (): void => this.#ending.abort();
    const orStop = (loop: Promise<void>): Promise<void> =>
      loop.catch((error: unknown) => {
        stop();
        throw error;
      });
    this.#options.signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#renew();
      await this.#balance();
      const keeper = orStop(this.#keep());
      // Looked at when the lanes are done.
      keeper.catch(() => undefined);
      await Promise.all(Array.from({ length: lanes }, () => orStop(this.#lane())));
      this.#over.abort();
      await keeper;
      for (const held of this.#held.values()) await log.release(held.claim);
    } finally {
      this.#options.signal.removeEventListener('abort', stop);
      stop();
      this.#over.abort();
      await this.#work.close();
    }
  }

  // The keeper

  async #keep(): Promise<void> {
    const { clock, leaseMs, pageMs } = this.#options;
    for (;;) {
      await clock.sleep(leaseMs / RENEWALS_PER_LEASE, this.#over.signal);
      if (this.#over.signal.aborted) return;
      const begun = [...this.#held.values()].flatMap(({ begunMs }) => begunMs ?? []);
      if (begun.some((ms) => clock.now() - ms > pageMs)) {
        this.#gaveUp = new WorkLost(`a page has taken more than ${Math.round(pageMs / 1000)} s`);
        // Ends the threads, and with them the waiting for what never comes.
        await this.#work!.close();
        throw this.#gaveUp;
      }
      await this.#renew();
      if (!this.#isEnding) await this.#balance();
    }
  }

  async #renew(): Promise<void> {
    const { log, name, leaseMs } = this.#options;
    const held = [...this.#held.values()];
    const claims = held.map(({ claim }) => claim);
    const holds = await log.renew(name, claims, leaseMs);
    for (const [i, one] of held.entries()) if (!holds[i]) await this.#lose(one);
  }

  /** Looks at the whole log, and takes or gives partitions. Only one at a time does. */
  #balance(): Promise<void> {
    this.#balancing ??= this.#look().finally(() => {
      this.#balancing = undefined;
    });
    return this.#balancing;
  }

  async #look(): Promise<void> {
    const { log, name, report, batch } = this.#options;
    const knownBefore = new Map([...this.#held].map(([partition, { position }]) => [partition, position]));
    const status = await log.status();
    this.#lag = 0;
    for (const { partition, appended, position, outputBytes } of status.partitions) {
      this.#lag += appended - position;
      const held = this.#held.get(partition);
      if (held === undefined) continue;
      held.lag = appended - held.position;
      held.outputBytes = outputBytes;
      // The log has fallen back, or is back where it was. A batch that is under way learns it from its commit; without one
      // nobody would. What was committed while the log was looked at lies between the two.
      const isElsewhere = position < (knownBefore.get(partition) ?? 0) || position > held.position;
      if (!held.isBusy && isElsewhere) await this.#lose(held);
    }
    const { claim, giveBack } = balance(status, { name, held: this.#held, busyLag: 2 * batch.pages });
    for (const partition of claim) if (!this.#isEnding) await this.#claim(partition);
    const unwanted = giveBack && this.#held.get(giveBack.partition);
    if (unwanted !== undefined) {
      unwanted.isUnwanted = true;
      if (!unwanted.isBusy) await this.#giveBack(unwanted);
    }
    report.looked(this.#lag, this.#held.size);
  }

  async #claim({ partition, appended, outputBytes }: PartitionStatus): Promise<void> {
    const { log, name, leaseMs, batch, readSetting } = this.#options;
    if (this.#held.has(partition)) return;
    const claim = await log.claim(partition, name, leaseMs);
    if (claim === undefined) return;
    // A log that has this claim has the setting from before it: if it falls back behind both, commits are refused.
    if (!isSameSetting(await readSetting(), this.#setting!)) throw new WorkLost('the log was begun anew');
    const { position, isInherited } = claim;
    this.#held.set(partition, {
      claim,
      position,
      lag: appended - position,
      outputBytes,
      isBusy: false,
      carefulUntil: isInherited ? position + batch.pages : 0,
      sites: new Map(),
      isUnwanted: false,
      begunMs: undefined,
    });
  }

  async #giveBack(held: Held): Promise<void> {
    await this.#forget(held);
    await this.#options.log.release(held.claim);
  }

  async #lose(held: Held): Promise<void> {
    if (this.#held.get(held.claim.partition) !== held) return;
    this.#options.report.overtaken(held.claim.partition);
    // A batch that is under way forgets when its commit is refused: until then it would bring the sites back.
    if (held.isBusy) return;
    await this.#forget(held);
  }

  /** Another goes on with its sites: what is in memory is out of date from then on. */
  async #forget(held: Held): Promise<void> {
    for (const site of held.sites.keys()) await this.#work!.forget(site);
    held.sites.clear();
    this.#held.delete(held.claim.partition);
  }

  // The lanes

  async #lane(): Promise<void> {
    const { clock, pollMs, untilEmpty } = this.#options;
    while (!this.#isEnding) {
      const held = this.#next();
      if (held !== undefined) {
        await this.#batch(held);
        continue;
      }
      if (untilEmpty && this.#lag === 0) return;
      await clock.sleep(pollMs, this.#ending.signal);
      if (!this.#isEnding) await this.#balance();
    }
  }

  /** In turn, so that a large partition does not starve the others. */
  #next(): Held | undefined {
    for (const [partition, held] of this.#held) {
      const { isBusy, isUnwanted, lag, outputBytes } = held;
      if (isBusy || isUnwanted || lag === 0 || outputBytes > this.#options.maxOutputBytes) continue;
      this.#held.delete(partition);
      this.#held.set(partition, held);
      return held;
    }
    return undefined;
  }

  async #batch(held: Held): Promise<void> {
    held.isBusy = true;
    try {
      const isHeld = await this.#judgeBatch(held);
      if (!isHeld) {
        this.#options.report.overtaken(held.claim.partition);
        await this.#forget(held);
      } else if (held.isUnwanted) await this.#giveBack(held);
    } finally {
      held.isBusy = false;
      held.begunMs = undefined;
    }
  }

  /** False where somebody else has the partition now. */
  async #judgeBatch(held: Held): Promise<boolean> {
    const { log, batch, maxAttempts } = this.#options;
    const { claim, position, carefulUntil } = held;
    const isCareful = position < carefulUntil;
    const limits = { entries: isCareful ? 1 : batch.pages, bytes: batch.bytes };
    const entries = await log.read(claim.partition, position, limits);
    if (entries.length === 0) {
      held.lag = 0;
      return true;
    }
    if (!isCareful) return this.#commit(held, await this.#judge(held, entries));
    const attempts = await log.attempt(claim, position);
    if (attempts === undefined) return false;
    if (attempts <= maxAttempts) return this.#commit(held, await this.#judge(held, entries));
    return this.#commit(held, [setAside(entries[0]!, maxAttempts)]);
  }

  /** As many of them as there is time for, at least one. */
  async #judge(held: Held, entries: readonly LoggedEntry[]): Promise<readonly JudgedEntry[]> {
    const { clock, batch } = this.#options;
    const startMs = clock.now();
    const underWay: { readonly begunMs: number; readonly judged: Promise<JudgedEntry> }[] = [];
    const done: JudgedEntry[] = [];
    const first = async (): Promise<void> => {
      held.begunMs = underWay[0]!.begunMs;
      done.push(await underWay.shift()!.judged);
    };
    let previous: Promise<unknown> = Promise.resolve();
    for (const entry of entries) {
      const isLate = this.#isEnding || clock.now() - startMs > batch.ms;
      if (isLate && done.length + underWay.length > 0) break;
      const { begun, judged } = this.#judgeEntry(entry, previous);
      previous = begun;
      // Looked at when its turn comes; if the shift has ended by then, nobody will.
      judged.catch(() => undefined);
      underWay.push({ begunMs: clock.now(), judged });
      if (underWay.length >= this.#work!.inFlight) await first();
    }
    while (underWay.length > 0) await first();
    return done;
  }

  /** The bytes of several pages may be read at once; they are handed to the engine in their order. */
  #judgeEntry(entry: LoggedEntry, previous: Promise<unknown>): BegunEntry {
    const page = decodePage(entry);
    const { site } = page;
    const reading = this.#bytesOf(page);
    const begun = Promise.all([reading, previous]).then(([bytes]) => ({
      outcome: bytes instanceof Uint8Array ? this.#outcomeOf(site, { ...page.page, bytes }) : bytes,
    }));
    const judged = begun.then(async ({ outcome }) => ({ entry, site, outcome: await outcome }));
    return { begun, judged };
  }

  async #bytesOf({ reference, body, page }: LoggedPage): Promise<Uint8Array | FailedOutcome> {
    if (reference === undefined) return body;
    try {
      return await this.#options.readReference(reference);
    } catch (error) {
      if (!(error instanceof DehuskError) || error.code === 'LOG_ARCHIVE_MISSING') throw error;
      return failureOf(error, page);
    }
  }

  async #outcomeOf(site: string, raw: RawPage): Promise<Outcome<RenderedPage>> {
    try {
      return await this.#work!.page({ site, raw, mode: 'observe' });
    } catch (error) {
      // What goes wrong with a page is an outcome: this is the end of what judges them, for this reason or another.
      throw error instanceof DehuskError ? error : (this.#gaveUp ?? new WorkLost((error as Error).message));
    }
  }

  async #commit(held: Held, judged: readonly JudgedEntry[]): Promise<boolean> {
    const { log, report } = this.#options;
    const changes = new PendingChanges();
    for (const { site, outcome } of judged)
      if (outcome.change !== undefined) changes.add(site, outcome.change);
    const outputs = judged.map(outputOf);
    const position = judged.at(-1)!.entry.number;
    const sizeBytes = judged.reduce((sum, { entry }) => sum + entryBytes(entry), 0);
    const follows = held.position;
    const changed = changes.take();
    const sites = new Map<string, JudgedSite>();
    // A page that failed early has met no site.
    for (const { site } of judged)
      if (held.sites.has(site)) sites.set(site, { follows: held.sites.get(site), change: changed.get(site) });
    if (!(await log.commit(held.claim, { follows, position, sizeBytes, outputs, sites }))) return false;
    for (const [site, { facts }] of changed) held.sites.set(site, facts.digest);
    this.hasCommitted = true;
    held.lag = Math.max(0, held.lag - (position - held.position));
    held.position = position;
    held.outputBytes += outputs.reduce((sum, { bytes }) => sum + bytes.length, 0);
    report.committed(judged.length, outputs.filter(({ kind }) => kind === 'failure').length);
    return true;
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }
}

type FailedOutcome = Extract<Outcome<RenderedPage>, { kind: 'failure' }>;

/** `begun`: its bytes are there, and it is in the row of its site. */
interface BegunEntry {
  readonly begun: Promise<unknown>;
  readonly judged: Promise<JudgedEntry>;
}

interface JudgedEntry {
  readonly entry: LoggedEntry;
  readonly site: string;
  readonly outcome: Outcome<RenderedPage>;
}

function outputOf({ entry: { number }, outcome }: JudgedEntry): LogOutput {
  return outcome.kind === 'failure'
    ? { number, kind: 'failure', bytes: encodeFailure(outcome) }
    : { number, kind: 'record', bytes: outcome.rendered!.record };
}

/** A page that was begun so often, and that nobody has lived to finish. */
function setAside(entry: LoggedEntry, attempts: number): JudgedEntry {
  const { page, site } = decodePage(entry);
  const error = new DehuskError('PAGE_KILLS_WORKER', { attempts });
  return { entry, site, outcome: failureOf(error, page) };
}

function failureOf({ code, facts }: DehuskError, { url, provenance }: LoggedPage['page']): FailedOutcome {
  return { kind: 'failure', code, facts, provenance, ...(url !== undefined && { url }) };
}

/** Who asks what it should claim. */
interface Claimant {
  readonly name: string;
  /** What it holds, for all it knows, by partition. */
  readonly held: ReadonlyMap<number, unknown>;
  /** Whoever has fewer pages than this will soon be done. */
  readonly busyLag: number;
}

/**
 * What a worker should claim, and what it should give back: by the pages that wait, and not by the number of
 * partitions. Nobody is idle while a partition with pages is free; and who is busy with several gives one to somebody who
 * has none.
 */
export function balance(
  { partitions, workers }: LogStatus,
  { name, held, busyLag }: Claimant,
): { readonly claim: readonly PartitionStatus[]; readonly giveBack: PartitionStatus | undefined } {
  const waiting = partitions.filter((one) => lagOf(one) > 0);
  const loads = new Map([...workers, name].map((worker) => [worker, 0]));
  for (const one of waiting)
    if (one.owner !== undefined) loads.set(one.owner, (loads.get(one.owner) ?? 0) + lagOf(one));
  // What it had before a trouble is its own until the lease runs out, and nobody else can have it.
  const isFree = ({ owner, partition }: PartitionStatus): boolean =>
    owner === undefined || (owner === name && !held.has(partition));
  const free = waiting.filter(isFree).sort((a, b) => lagOf(b) - lagOf(a));
  const own = waiting.filter(({ partition }) => held.has(partition)).sort((a, b) => lagOf(a) - lagOf(b));
  const share = waiting.reduce((sum, one) => sum + lagOf(one), 0) / loads.size;
  // The largest first, until the share is reached; one at least, so that nothing stays behind.
  const claim: PartitionStatus[] = [];
  let load = own.reduce((sum, one) => sum + lagOf(one), 0);
  const isBusy = load > busyLag;
  for (const one of free) {
    if (claim.length > 0 && load >= share) break;
    claim.push(one);
    load += lagOf(one);
  }
  const isSomebodyIdle = [...loads].some(([worker, pages]) => worker !== name && pages === 0);
  const canGive = isSomebodyIdle && isBusy && free.length === 0 && own.length > 1;
  return { claim, giveBack: canGive ? own[0] : undefined };
}

function lagOf({ appended, position }: PartitionStatus): number {
  return appended - position;
}
