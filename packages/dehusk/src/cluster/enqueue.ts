/**
 * Appends pages of inputs to a log, each once, also where the same is begun again after a kill, a connection was cut in
 * the middle, or the log has fallen back and lacks some: each item has a number, and the log knows for each partition
 * the last one that it was given.
 */
import { type PageFailure, pageFailure } from '../engine/engine.ts';
import { loadSiteKey, type SiteKey } from '../engine/site-key.ts';
import { DehuskError } from '../errors.ts';
import type { PassedOver, SourceItem } from '../input/input.ts';
import type { RawPage } from '../page/raw-page.ts';
import { isSameSetting, type LogSetting } from './log-setting.ts';
import { encodePage, entryDigest } from './logged-page.ts';
import { type Appended, entryBytes, type PageLog, type Produced, partitionOf } from './page-log.ts';
import { PageReferences } from './page-references.ts';
import { type Patience, untilReached } from './patience.ts';

export interface EnqueueOptions extends Patience {
  readonly log: PageLog;
  /** Begins the log, or finds how it was begun. Throws LOG_OTHER_SETTING, LOG_NEWER. */
  readonly begin: () => Promise<LogSetting>;
  /** The input, from its start each time. */
  readonly open: () => AsyncIterable<SourceItem>;
  /** False for what has no second time. */
  readonly canReadAgain: boolean;
  /** Names who appends: what it has appended before is not appended again. */
  readonly producer: string;
  /** Name pages by their place, where workers can read them there. */
  readonly byReference: boolean;
  /** So much may wait in a partition. */
  readonly limitBytes: number;
  readonly report: EnqueueReport;
}

type EnqueueReport = Patience['report'] & {
  addPage(site: string, raw: RawPage): void;
  addPassed(passed: PassedOver): void;
  fail(failure: PageFailure): void;
  /** A partition is full: it is waited for. Told when the waiting begins. */
  waits(partition: number): void;
  /** Everything begins again, because the log lacks something. */
  again(): void;
};

/** What is sent at once, at the most: enough that the way to the server does not count. */
const SENT_ENTRIES = 64;
const SENT_BYTES = 1024 * 1024;

/** Between two looks at a partition that is full. */
const FULL_MS = 200;

type Entry = Appended['entries'][number];

/** Throws LOG_INPUT_CHANGED, LOG_FELL_BACK, and the reason of the signal. */
export async function enqueue(options: EnqueueOptions): Promise<void> {
  while (!(await new Pass(options).run())) {
    const { log, canReadAgain, report } = options;
    const what = 'what comes from standard input or a pipe has no second time';
    if (!canReadAgain) throw new DehuskError('LOG_FELL_BACK', { log: log.name, what });
    report.again();
  }
}

/** One reading of the input. */
class Pass {
  readonly #options: EnqueueOptions;
  readonly #references = new PageReferences();
  /** By partition: what waits to be sent, and the last item that the log has. */
  readonly #unsent = new Map<number, Entry[]>();
  #produced = new Map<number, Produced>();
  #partitions!: number;
  #siteKey!: SiteKey;

  constructor(options: EnqueueOptions) {
    this.#options = options;
  }

  /** False where the log has fallen back, and the input must be read once more. */
  async run(): Promise<boolean> {
    const { log, begin, open, producer, signal, report } = this.#options;
    const setting = await this.#tried(begin);
    this.#partitions = setting.partitions;
    this.#siteKey = await loadSiteKey(setting.siteBy);
    this.#produced = new Map(await this.#tried(() => log.produced(producer)));
    let item = 0;
    for await (const found of open()) {
      signal.throwIfAborted();
      if (found.kind === 'passed-over') {
        report.addPassed(found);
        continue;
      }
      item++;
      if (found.kind === 'failure') report.fail(found);
      else if (!(await this.#add(found.page, item))) return false;
    }
    for (const partition of this.#unsent.keys()) if (!(await this.#send(partition))) return false;
    return isSameSetting(await this.#tried(begin), setting) && (await this.#hasAll());
  }

  /** Of a partition that got nothing more, nobody else would notice that the log has fallen back. */
  async #hasAll(): Promise<boolean> {
    const { log, producer } = this.#options;
    const there = await this.#tried(() => log.produced(producer));
    return [...this.#produced].every(([partition, { item }]) => (there.get(partition)?.item ?? 0) >= item);
  }

  async #add(raw: RawPage, item: number): Promise<boolean> {
    const { byReference, report } = this.#options;
    let site: string;
    try {
      site = this.#siteKey(raw);
    } catch (error) {
      report.fail(pageFailure(error, raw));
      return true;
    }
    report.addPage(site, raw);
    const partition = partitionOf(site, this.#partitions);
    const before = this.#produced.get(partition);
    if (before !== undefined && item < before.item) return true;
    const path = byReference ? await this.#references.pathOf(raw) : undefined;
    const entry = encodePage(site, raw, path);
    const digest = entryDigest(entry);
    if (before?.item === item) {
      this.#check(digest, before, raw);
      return true;
    }
    const unsent = this.#unsent.get(partition) ?? [];
    unsent.push({ ...entry, item, digest });
    this.#unsent.set(partition, unsent);
    const bytes = unsent.reduce((sum, one) => sum + entryBytes(one), 0);
    return unsent.length < SENT_ENTRIES && bytes < SENT_BYTES ? true : this.#send(partition);
  }

  #check(digest: number, before: Produced, { provenance }: RawPage): void {
    if (digest === before.digest) return;
    const { file, line, offset } = provenance;
    const place = line !== undefined ? `:${line}` : offset !== undefined ? ` byte ${offset}` : '';
    throw new DehuskError('LOG_INPUT_CHANGED', { log: this.#options.log.name, what: `${file}${place}` });
  }

  /** Waits for as long as there is no room. */
  async #send(partition: number): Promise<boolean> {
    const { log, producer, limitBytes, clock, signal, report } = this.#options;
    const entries = this.#unsent.get(partition)!;
    if (entries.length === 0) return true;
    const follows = this.#produced.get(partition)?.item ?? 0;
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      const answer = await this.#tried(() =>
        log.append(partition, { producer, follows, entries, limitBytes }),
      );
      if (answer.kind === 'behind') return false;
      if (answer.kind === 'appended') break;
      if (isFirst) report.waits(partition);
      await clock.sleep(FULL_MS, signal);
    }
    const { item, digest } = entries.at(-1)!;
    this.#produced.set(partition, { item, digest });
    this.#unsent.set(partition, []);
    return true;
  }

  /** What was under way when a connection was cut is sent again: the log takes it once. */
  #tried<Value>(act: () => Promise<Value>): Promise<Value> {
    return untilReached(act, this.#options);
  }
}
