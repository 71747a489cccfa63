/** The work behind `createCleaner`: one page after the other through the engine, committed now and then. */
import type { Verdict } from '../detect/detector.ts';
import type { Method } from '../detect/method.ts';
import { DehuskError } from '../errors.ts';
import type { PageRecord, RecordOptions } from '../output/record.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import { nameInput, type Provenance, type SourcePage } from '../page/raw-page.ts';
import type {
  CleanedPage,
  Cleaner,
  CleanerOptions,
  CleanerParts,
  CleanResult,
  FailedInput,
  FailedPage,
  PageInput,
  PageWriters,
} from './cleaner.ts';
import {
  type Engine,
  type EngineSetting,
  isStateError,
  type JudgedPage,
  type PageFailure,
  type PageTask,
  pageFailure,
  type Step,
} from './engine.ts';
import type { Override } from './overrides.ts';
import type { SiteKey } from './site-key.ts';
import { drawHashKey, PendingChanges } from './store.ts';

const DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024;
const DEFAULT_COMMIT_EVERY = 100;

/** Options with everything checked: a bad one throws here, and not with the first page. */
export type ResolvedOptions = Omit<CleanerOptions, 'method' | 'overrides'> & {
  readonly parts: CleanerParts;
  readonly method: Method;
  readonly values: EngineSetting['options'];
  readonly override: Override | undefined;
};
/** What is done with a page. */
type StepTask = Pick<PageTask, 'mode' | 'known' | 'isCounted'>;

export class PageCleaner implements Cleaner {
  readonly hashKey: HashKey;
  readonly #options: ResolvedOptions & { readonly forgetting: boolean };
  readonly #pending = new PendingChanges();
  #opened: Promise<{ readonly engine: Engine; readonly siteKey: SiteKey }> | undefined;
  #engine: Engine | undefined;
  #writers: PageWriters | undefined;
  #uncommitted = 0;
  /** The end of the row of calls. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ResolvedOptions & { readonly forgetting: boolean }) {
    this.#options = options;
    this.hashKey = options.state?.hashKey ?? options.hashKey ?? drawHashKey();
  }

  get sizeBytes(): number {
    return this.#engine?.sizeBytes ?? 0;
  }

  async add(page: PageInput, known?: Uint8Array): Promise<CleanResult> {
    return this.#inTurn(() => this.#result(page, { mode: 'observe', known }));
  }

  async judge(page: PageInput): Promise<CleanResult> {
    return this.#inTurn(() => this.#result(page, { mode: 'judge', isCounted: false }));
  }

  /** Judges a page of the second pass: what was learned in the first is counted with it. */
  async judgeLearned(page: PageInput): Promise<CleanResult> {
    return this.#inTurn(() => this.#result(page, { mode: 'judge' }));
  }

  async learn(page: PageInput): Promise<FailedPage | undefined> {
    return this.#inTurn(async () => {
      const done = await this.#process(toSource(page), { mode: 'learn' });
      return 'kind' in done ? failedPage(done) : undefined;
    });
  }

  /** Pages of one site together, for methods that need many at once. */
  async batch(pages: readonly SourcePage[]): Promise<readonly CleanResult[]> {
    return this.#inTurn(async () => {
      const { engine, siteKey } = await this.#open();
      const steps = await engine.batch(siteKey(pages[0]!), pages);
      for (const step of steps) if (!('kind' in step)) this.#take(siteKey(pages[0]!), step);
      await this.#commitIfDue();
      return steps.map((step) => ('kind' in step ? failedPage(step) : this.#cleaned(step.judged!)));
    });
  }

  async siteKey(): Promise<SiteKey> {
    return (await this.#open()).siteKey;
  }

  async commit(): Promise<void> {
    await this.#inTurn(() => this.#commit());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#opened === undefined) return;
      // Why it could not be opened was said to whoever needed it.
      const opened = await this.#opened.catch(() => undefined);
      if (opened === undefined) return;
      const { engine } = opened;
      try {
        await this.#commit();
      } finally {
        await engine[Symbol.asyncDispose]();
        this.#opened = undefined;
      }
    });
  }

  async #result(page: PageInput, how: StepTask): Promise<CleanResult> {
    const done = await this.#process(toSource(page), how);
    return 'kind' in done ? failedPage(done) : this.#cleaned(done.judged!);
  }

  async #process(source: SourcePage, how: StepTask): Promise<Step | PageFailure> {
    this.#options.signal?.throwIfAborted();
    const { engine, siteKey } = await this.#open();
    let site: string;
    let step: Step;
    try {
      site = siteKey(source);
      step = await engine.step({ site, source, ...how });
    } catch (error) {
      if (isStateError(error)) throw error;
      return pageFailure(error, source);
    }
    if (how.isCounted !== false) this.#take(site, step);
    await this.#commitIfDue();
    return step;
  }

  #take(site: string, { change }: Step): void {
    this.#uncommitted++;
    if (change !== undefined && this.#options.state !== undefined) this.#pending.add(site, change);
  }

  async #commitIfDue(): Promise<void> {
    const { commitEvery = DEFAULT_COMMIT_EVERY } = this.#options;
    if (this.#options.state !== undefined && this.#uncommitted >= commitEvery) await this.#commit();
  }

  /** When the state cannot take it, what was not taken is unlearned, so that its pages can be sent again. */
  async #commit(): Promise<void> {
    const { state } = this.#options;
    if (state === undefined || this.#uncommitted === 0) return;
    const sites = this.#pending.take();
    this.#uncommitted = 0;
    try {
      await state.commit({ sites });
    } catch (error) {
      const { engine } = await this.#opened!;
      for (const site of sites.keys()) await engine.forget(site);
      throw error;
    }
  }

  #open(): Promise<{ readonly engine: Engine; readonly siteKey: SiteKey }> {
    this.#opened ??= this.#start();
    return this.#opened;
  }

  async #start(): Promise<{ readonly engine: Engine; readonly siteKey: SiteKey }> {
    const { parts, method, values, override, guard, limits, state, forgetting } = this.#options;
    const { siteBy = 'host', memoryBytes = DEFAULT_MEMORY_BYTES } = this.#options;
    const learnedBy = { method: method.name, options: values, forgetting };
    if (state !== undefined) await parts.keeping!.states.check(state, learnedBy);
    const engine = await parts.createEngine({
      method,
      options: values,
      hashKey: this.hashKey,
      forgetting,
      toPage: parts.toPage,
      memoryBytes,
      keeping: parts.keeping,
      ...(limits && { limits }),
      ...(override && { override }),
      ...(guard !== undefined && { guard }),
      ...(this.#options.record?.explain && { explain: true }),
      ...(state && { loadSite: (site: string) => state.loadSite(site) }),
    });
    this.#engine = engine;
    this.#writers = await parts.loadWriters?.();
    return { engine, siteKey: await parts.loadSiteKey(siteBy) };
  }

  #cleaned(judged: JudgedPage): CleanedPage {
    return new Cleaned(judged, this.#options.record ?? {}, this.#writers ?? this.#options.parts.writers);
  }

  async #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act, act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** A page is rendered when somebody looks at its text, and once. */
class Cleaned implements CleanedPage {
  readonly #judged: JudgedPage;
  readonly #options: RecordOptions;
  readonly #writers: PageWriters;
  #text: string | undefined;

  constructor(judged: JudgedPage, options: RecordOptions, writers: PageWriters) {
    this.#judged = judged;
    this.#options = options;
    this.#writers = writers;
  }

  get id(): string {
    return this.#judged.page.id;
  }

  get url(): string | undefined {
    return this.#judged.source.url;
  }

  get site(): string {
    return this.#judged.site;
  }

  get text(): string {
    const { hidden } = this.#options;
    this.#text ??= this.#writers.toText(this.#judged.page, this.#judged.verdict, { hidden });
    return this.#text;
  }

  get guarded(): boolean {
    return this.#judged.guarded;
  }

  get page(): Page {
    return this.#judged.page;
  }

  get verdict(): Verdict {
    return this.#judged.verdict;
  }

  record(options: RecordOptions = this.#options): PageRecord {
    const { source, ...judged } = this.#judged;
    return this.#writers.createRecord({ raw: source, ...judged }, options);
  }
}
/** What was not read from a file has no place. */
const nowhere: Provenance = { file: '' };
/** Throws PAGE_INPUT_BAD for what is no page. */
export function toSource(page: PageInput | SourcePage): SourcePage {
  if (typeof page !== 'object' || page === null) throw notPage(page);
  if ('nodeCount' in page) return { page, provenance: nowhere, url: page.url } as SourcePage;
  if ('html' in page ? typeof page.html === 'string' : 'page' in page || page.bytes instanceof Uint8Array)
    // Who writes no TypeScript may hand in a parsed address, or "" for none.
    return { provenance: nowhere, ...page, url: page.url ? `${page.url}` : undefined } as SourcePage;
  throw notPage(page);
}

function notPage(given: unknown): DehuskError {
  return new DehuskError('PAGE_INPUT_BAD', { found: nameInput(given) });
}

export function failedPage({ error, provenance, ...rest }: PageFailure | FailedInput): FailedPage {
  return { error, url: 'url' in rest ? rest.url : undefined, text: '', provenance };
}
