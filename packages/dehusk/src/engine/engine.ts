/**
 * The one place where a detector is asked. A page goes in; it is parsed, shown to the detector of its site, overruled
 * by the user's rules, guarded against coming out empty, and goes out with its verdict. Command, library, crawler
 * adapter, index and lab all pass through here, in the main thread, in workers and in browsers.
 *
 * What is known of a site is in memory while it is used, and parked when others need the room. So a step waits for
 * nothing but a site that must be brought back.
 */
import type { BatchDetector, Detector, TemplateSegment, Verdict } from '../detect/detector.ts';
import { lessonFrom } from '../detect/lesson.ts';
import type { Method, OptionValues, StreamMethod } from '../detect/method.ts';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import type { PageLimits, Provenance, RawPage, SourcePage } from '../page/raw-page.ts';
import type { WordTable } from '../page/words/word-table.ts';
import { guardEmpty } from './empty-guard.ts';
import type { Override } from './overrides.ts';
import { ParkedMap, type Parking } from './parking.ts';
import { nothing, pageDigest, Site, type SiteSetting, type SiteStates } from './site.ts';
import type { SiteChange, SiteFacts, SiteState } from './store.ts';

/** `observe`: learn, then judge by what is known so far. `learn` and `judge` do one of the two. */
export type PageMode = 'observe' | 'learn' | 'judge';

export interface PageTask {
  readonly site: string;
  readonly source: SourcePage;
  readonly mode: PageMode;
  /** 1 for the nodes of a site's first page that are known to be template; see `Detector.lesson`. */
  readonly known?: Uint8Array | undefined;
  /** What the page teaches (`lessonFacts`), where somebody has found that out already. */
  readonly facts?: Uint8Array;
  /** False: the page is looked at, and nothing remembers that it was. */
  readonly isCounted?: boolean;
}

/** A page with all that is said of it. */
export interface JudgedPage {
  readonly site: string;
  readonly source: SourcePage;
  readonly page: Page;
  readonly verdict: Verdict;
  /** It would have come out empty. */
  readonly guarded: boolean;
  /** No page of its site was written before. */
  readonly isFirst: boolean;
  /** What the titles of the site have in common, and of how many pages that is. */
  readonly titleParts: SiteFacts['titleParts'];
  readonly pageCount: number;
  /** Its words, where the method has read them: the page is number `index` of the table. */
  readonly words?: { readonly table: WordTable; readonly index: number };
}

/** What a step has done. */
export interface Step {
  /** Who the page is. */
  readonly id: string;
  /** Undefined where the page was only learned from. */
  readonly judged?: JudgedPage | undefined;
  /** For a store: what the page has changed. Undefined where it changed nothing, as when it came a second time. */
  readonly change?: SiteChange | undefined;
  /** The first page of its site in this pass. */
  readonly isNewSite: boolean;
  /** What the verdict rests on, if traces were asked for. */
  readonly trace?: Uint8Array | undefined;
}

/** A page that could not be judged. The stream goes on after it. */
export interface PageFailure {
  readonly kind: 'failure';
  /** Code INTERNAL, with the cause, for a fault of the program. */
  readonly error: DehuskError;
  readonly provenance: Provenance;
  /** As given, where the page got far enough to have one. */
  readonly url?: string;
}

export interface EngineSetting {
  readonly method: Method;
  readonly options: OptionValues;
  readonly hashKey: HashKey;
  /** False where all pages are learned before the first is judged. */
  readonly forgetting: boolean;
  readonly toPage: (
    source: SourcePage,
    options: { readonly limits: Partial<PageLimits>; readonly hashKey: HashKey },
  ) => Page;
  readonly limits?: Partial<PageLimits>;
  readonly override?: Override;
  /** False for the literal method: a page may come out empty. */
  readonly guard?: boolean;
  /** What sites may take in memory; the others wait elsewhere. */
  readonly memoryBytes: number;
  /** Without it all sites stay in memory, and none comes from a store. */
  readonly keeping?: SiteKeeping | undefined;
  /** What a store knows of a site that is met for the first time; it is also told what each page adds. */
  readonly loadSite?: (site: string) => Promise<SiteState | undefined>;
  /** What a verdict rests on, where somebody will ask which have changed. */
  readonly traceOf?: ((detector: Detector) => Uint8Array) | undefined;
  /** Somebody will ask why verdicts are as they are. */
  readonly explain?: boolean;
  /** Somebody will ask for the template of sites in words. A store keeps them in any case. */
  readonly words?: boolean;
  /** A batch method that can is handed what it knew after the batch before. */
  readonly carries?: boolean;
  /** A second look at the verdicts of a batch. */
  readonly refine?: (pages: readonly Page[], verdicts: readonly Verdict[]) => readonly Verdict[];
}

/** How sites become bytes, and where they wait while others need the memory. */
export interface SiteKeeping {
  readonly states: SiteStates;
  readonly openParking: () => Promise<Parking>;
}

/** Of the memory that sites may take; the rest is for what was let go and is not collected yet. */
const SITES_SHARE = 0.6;

type CreateDetector = () => Detector;
type CreateBatch = () => BatchDetector;

export async function createEngine(setting: EngineSetting): Promise<Engine> {
  const { method, options, hashKey, forgetting } = setting;
  if (method.kind === 'stream') return createStreamEngine({ ...setting, method });
  const create = await method.loadDetector();
  // What a batch method leaves of a site is that it was there.
  const { createNoneDetector } = await import('../detect/none/none.ts');
  return new Engine(setting, createNoneDetector, () => create(options, { hashKey, forgetting }));
}

/** The engine for whoever has no other methods. */
export async function createStreamEngine(
  setting: EngineSetting & { readonly method: StreamMethod },
): Promise<Engine> {
  const { method, options, hashKey, forgetting } = setting;
  const { explain = false, words = false, loadSite, traceOf } = setting;
  const create = await method.loadDetector({
    explain,
    words: words || loadSite !== undefined,
    traces: traceOf !== undefined,
  });
  return new Engine(setting, () => create(options, { hashKey, forgetting }));
}

export class Engine implements AsyncDisposable {
  readonly #setting: EngineSetting;
  readonly #siteSetting: SiteSetting;
  readonly #createDetector: CreateDetector;
  readonly #createBatch: CreateBatch | undefined;
  readonly #sites: ParkedMap<Site>;
  /** Makes lessons, and learns nothing. */
  #teacher: Detector | undefined;
  #pass = 1;
  /** The end of the row of calls; undefined while nobody is at work. */
  #last: Promise<unknown> | undefined;

  constructor(setting: EngineSetting, createDetector: CreateDetector, createBatch?: CreateBatch) {
    const { method, options, forgetting, hashKey, memoryBytes, keeping, loadSite } = setting;
    this.#setting = setting;
    const journal = loadSite !== undefined;
    this.#siteSetting = {
      method: method.name,
      options,
      forgetting,
      hashKey,
      journal,
      states: keeping?.states,
    };
    this.#createDetector = createDetector;
    this.#createBatch = createBatch;
    this.#sites = new ParkedMap({
      limitBytes: keeping === undefined ? Number.POSITIVE_INFINITY : SITES_SHARE * memoryBytes,
      sizeOf: (site) => site.sizeBytes,
      toBytes: (site) => site.park(),
      fromBytes: (bytes) => Site.unpark(bytes, this.#siteSetting, createDetector()),
      openParking: () => keeping!.openParking(),
    });
  }

  /** What the sites in memory take. */
  get sizeBytes(): number {
    return this.#sites.sizeBytes;
  }

  /** Sites are new again. */
  beginPass(pass: number): void {
    this.#pass = pass;
  }

  /**
   * Throws what the page's failure is, or what is wrong with the state (`isStateError`). Done at once where the site is in
   * memory and nobody else is at work: promises were a tenth of what a small page cost.
   */
  step(task: PageTask): Step | Promise<Step> {
    return this.#inTurn(() => {
      const page = this.#read(task.source);
      return this.#use(task.site, (site) => this.#stepOn(site, page, task));
    });
  }

  #stepOn(
    site: Site,
    page: Page,
    { site: key, source, mode, known, facts, isCounted = true }: PageTask,
  ): Step {
    const isNewSite = this.#meet(site);
    const digest = mode === 'judge' ? undefined : pageDigest(page);
    const isRepeated = digest !== undefined && site.pages.has(digest);
    const { detector } = site;
    const made = facts && lessonFrom(page, facts);
    const isLearned = digest !== undefined && !isRepeated;
    const lesson = isLearned ? (made ?? detector.lesson(page, known)) : undefined;
    let verdict: Verdict | undefined;
    if (mode === 'observe' && lesson !== undefined) verdict = detector.observe(page, lesson);
    else if (mode !== 'learn') verdict = detector.judge(page, made);
    else if (lesson !== undefined) detector.apply(lesson);
    const trace = mode === 'observe' ? this.#setting.traceOf?.(detector) : undefined;
    const gained = lesson && site.gainOf(page, digest!, lesson);
    const judged = verdict && this.#judged(key, site, { source, page, verdict });
    if (judged !== undefined && !isRepeated && isCounted) site.facts = addWritten(site.facts, judged);
    // Where nobody keeps them, changes would only pile up.
    const isKept = !isRepeated && isCounted && this.#siteSetting.journal;
    const change = isKept ? { facts: site.facts, ...(gained ?? site.owed()) } : undefined;
    return { id: page.id, isNewSite, judged, change, trace };
  }

  /** Pages of one site, judged together by a method that needs many at once. One step for each, in their order. */
  async batch(key: string, sources: readonly SourcePage[]): Promise<readonly (Step | PageFailure)[]> {
    return this.#inTurn(() => {
      const pages = sources.map((source) => orFailure(source, () => this.#read(source)));
      return this.#use(key, (site) => {
        let isNewSite = this.#meet(site);
        const { verdicts, table } = this.#judgeTogether(site, pages.filter(isPage));
        let index = 0;
        const steps = pages.map((page, i): Step | PageFailure => {
          if (!isPage(page)) return page;
          const source = sources[i]!;
          const verdict = verdicts[index]!;
          const words = table && { words: { table, index } };
          index++;
          return orFailure(source, (): Step => {
            const digest = pageDigest(page);
            const isRepeated = site.pages.has(digest);
            const gain = isRepeated ? site.owed() : site.gainOf(page, digest, site.detector.lesson(page));
            const judged = { ...this.#judged(key, site, { source, page, verdict }), ...words };
            if (!isRepeated) site.facts = addWritten(site.facts, judged);
            const change = this.#siteSetting.journal ? { ...gain, facts: site.facts } : undefined;
            const step = { id: page.id, isNewSite, judged, change };
            isNewSite = false;
            return step;
          });
        });
        // What is carried to the next batch has no journal: the last page brings all of it.
        return table === undefined ? steps : withSnapshot(steps, site.snapshot());
      });
    });
  }

  /** A page of the site is passed over, because an earlier run has done it. */
  async passOver(key: string, wasWritten: boolean): Promise<Pick<Step, 'isNewSite'>> {
    return this.#withSite(key, (site) => {
      const isNewSite = this.#meet(site);
      // A run that learns nothing has counted none of its pages.
      if (wasWritten && site.facts.writtenCount === 0) site.facts = { ...site.facts, writtenCount: 1 };
      return { isNewSite };
    });
  }

  /** For each trace, whether its page would be judged otherwise now. */
  async wouldDiffer(key: string, traces: readonly Uint8Array[]): Promise<readonly boolean[]> {
    return this.#withSite(key, ({ detector }) => traces.map((trace) => detector.wouldDiffer(trace)));
  }

  /** The template of a site in words. */
  async templateInWords(
    key: string,
  ): Promise<{ readonly segments: readonly TemplateSegment[]; readonly version: number }> {
    return this.#withSite(key, ({ detector }) => ({
      segments: detector.templateSegments(),
      version: detector.version,
    }));
  }

  /** What a page teaches, of whatever site it is. */
  lessonFacts(page: Page): Uint8Array {
    this.#teacher ??= this.#createDetector();
    return this.#teacher.lesson(page).facts;
  }

  /** Unlearns what a store could not take: the site comes from the store when it is needed again. */
  async forget(key: string): Promise<void> {
    await this.#inTurn(() => this.#sites.delete(key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#inTurn(() => this.#sites[Symbol.asyncDispose]());
  }

  /** One thing after the other: a site that is in use must not be parked by somebody else's step. */
  #inTurn<Result>(act: () => Result | Promise<Result>): Result | Promise<Result> {
    const result = this.#last?.then(act, act) ?? act();
    if (!(result instanceof Promise)) return result;
    // Over before whoever waits for it goes on: the next one is done at once again.
    const turn: Promise<Result> = result.finally(() => {
      if (this.#last === turn) this.#last = undefined;
    });
    this.#last = turn;
    return turn;
  }

  #withSite<Result>(key: string, act: (site: Site) => Result): Result | Promise<Result> {
    return this.#inTurn(() => this.#use(key, act));
  }

  /** Others may have to give way to the site when it was used, whatever came of it. */
  #use<Result>(key: string, act: (site: Site) => Result): Result | Promise<Result> {
    const actOn = (site: Site): Result | Promise<Result> => {
      let end: () => Result;
      try {
        const result = act(site);
        end = () => result;
      } catch (error) {
        site.rewrite();
        end = () => {
          throw error;
        };
      }
      return this.#sites.settle(key)?.then(end) ?? end();
    };
    const site = this.#sites.atHand(key);
    return site === undefined ? this.#bring(key).then(actOn) : actOn(site);
  }

  #read(source: SourcePage): Page {
    const { toPage, limits = {}, hashKey } = this.#setting;
    return toPage(source, { limits, hashKey });
  }

  async #bring(key: string): Promise<Site> {
    const parked = await this.#sites.unpark(key);
    if (parked !== undefined) return parked;
    const kept = await this.#setting.loadSite?.(key);
    return this.#sites.set(key, new Site(this.#siteSetting, this.#createDetector(), kept));
  }

  #meet(site: Site): boolean {
    const isNewSite = site.pass !== this.#pass;
    site.pass = this.#pass;
    return isNewSite;
  }

  #judgeTogether(
    site: Site,
    pages: readonly Page[],
  ): { readonly verdicts: readonly Verdict[]; readonly table?: WordTable } {
    const { carries, refine = (_, verdicts) => verdicts } = this.#setting;
    const detector = this.#createBatch!();
    if (!carries || detector.judgeWords === undefined)
      return { verdicts: refine(pages, detector.judgeBatch(pages)) };
    const { verdicts, table, carried } = detector.judgeWords(pages, site.carried);
    site.carried = carried;
    return { verdicts: refine(pages, verdicts), table };
  }

  /** The user's word, and then the guard. */
  #judged(
    key: string,
    { facts }: Site,
    { source, page, verdict }: Pick<JudgedPage, 'source' | 'page' | 'verdict'>,
  ): JudgedPage {
    const { override, guard = true } = this.#setting;
    const overridden = override?.(key, page, verdict) ?? verdict;
    const guarded = guard ? guardEmpty(page, overridden) : { verdict: overridden, guarded: false };
    const { titleParts, pageCount, writtenCount } = facts;
    return { site: key, source, page, ...guarded, isFirst: writtenCount === 0, titleParts, pageCount };
  }
}

/** The steps of a batch, the last of which brings the whole state, so that those before it need bring nothing. */
function withSnapshot(
  steps: readonly (Step | PageFailure)[],
  snapshot: Uint8Array,
): readonly (Step | PageFailure)[] {
  const last = steps.findLastIndex((step) => !('kind' in step));
  return steps.map((step, i) => {
    if ('kind' in step || step.change === undefined) return step;
    const { facts } = step.change;
    return { ...step, change: { ...(i === last && { snapshot }), journal: nothing.journal, facts } };
  });
}

/** With one more page, its code points, and those that a verdict takes away. */
function addWritten(facts: SiteFacts, { page, verdict: { template } }: JudgedPage): SiteFacts {
  let { chars, templateChars } = facts;
  for (const node of page.segments) {
    chars += page.chars[node]!;
    if (template[node] === 1) templateChars += page.chars[node]!;
  }
  return { ...facts, writtenCount: facts.writtenCount + 1, chars, templateChars };
}

/** The page is not to blame for a state that cannot be read, and the pages after it would fail too. */
export function isStateError(error: unknown): boolean {
  return error instanceof DehuskError && /^(?:STATE|INDEX|LOG)_/.test(error.code);
}

/**
 * The failure of one page. What is not of the table is a fault of the program: it must not end a crawl of a million
 * pages, and must not be mistaken for a bad page either.
 */
export function pageFailure(error: unknown, raw: Pick<RawPage, 'url' | 'provenance'>): PageFailure {
  const { url, provenance } = raw;
  const known =
    error instanceof DehuskError
      ? error
      : new DehuskError('INTERNAL', { reason: String(error) }, { cause: error });
  return { kind: 'failure', error: known, provenance, ...(url !== undefined && { url }) };
}

/** What goes wrong with a page is its failure; what is wrong with the state is thrown. */
function orFailure<Value>(source: SourcePage, make: () => Value): Value | PageFailure {
  try {
    return make();
  } catch (error) {
    if (isStateError(error)) throw error;
    return pageFailure(error, source);
  }
}

function isPage(read: Page | PageFailure): read is Page {
  return 'nodeCount' in read;
}
