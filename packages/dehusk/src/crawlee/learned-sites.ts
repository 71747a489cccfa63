/** What a crawl has learned about its sites: in memory, and with a store durable page by page. */
import {
  createAdaptiveDetector,
  type Detector,
  drawHashKey,
  type HashKey,
  type Page,
  type PageLimits,
  PageProcessor,
  type PageTask,
  type ProcessedPage,
  type RunPosition,
  type SiteFacts,
  type Store,
  type Verdict,
} from '../index.ts';

export interface LearnedSiteOptions {
  /**
   * Makes the detector of a site when its first page arrives; its pages are parsed with the key. The adaptive
   * method unless told.
   */
  readonly createDetector?: (site: string, hashKey: HashKey) => Detector;
  readonly limits?: Partial<PageLimits>;
  /** Without one, what was learned ends with the process. It stays the caller's to dispose of. */
  readonly store?: Store;
}

export interface JudgedTask {
  readonly page: Page;
  readonly verdict: Verdict;
}

type LearnedTask = JudgedTask & Pick<ProcessedPage, 'gain'>;

/** The run under which a store keeps the crawl's position. */
const RUN = 'crawlee';
const noFacts: SiteFacts = { pageCount: 0, chars: 0, templateChars: 0, lastPage: '' };

export class LearnedSites {
  readonly #options: LearnedSiteOptions;
  readonly #hashKey: HashKey;
  readonly #facts = new Map<string, SiteFacts>();
  #processor: PageProcessor;
  #itemCount: number | undefined;

  constructor(options: LearnedSiteOptions) {
    this.#options = options;
    this.#hashKey = options.store?.hashKey ?? drawHashKey();
    this.#processor = this.#createProcessor();
  }

  /** One call at a time. */
  async process(task: Omit<PageTask, 'state'>): Promise<JudgedTask> {
    const { store } = this.#options;
    if (store !== undefined) await this.#load(store, task.site);
    const processed = this.#processor.process(task);
    const judged = { page: processed.page, verdict: processed.verdict! };
    if (store !== undefined && task.mode === 'observe') {
      await this.#commit(store, task.site, { ...judged, gain: processed.gain });
    }
    return judged;
  }

  #createProcessor(): PageProcessor {
    const { createDetector = defaultDetector, limits = {}, store } = this.#options;
    const hashKey = this.#hashKey;
    return new PageProcessor({
      createDetector: (site) => createDetector(site, hashKey),
      limits,
      hashKey,
      journal: store !== undefined,
    });
  }

  /** Takes over what is stored of a site when it is met first, before a page can fail. */
  async #load(store: Store, site: string): Promise<void> {
    this.#itemCount ??= (await store.loadPosition(RUN))?.itemCount ?? 0;
    if (this.#facts.has(site)) return;
    const state = await store.loadSite(site);
    this.#processor.detectorOf(site, state);
    this.#facts.set(site, state?.facts ?? noFacts);
  }

  /**
   * Crawlee marks a request as handled after this: killed in between, the page comes again and is known by its
   * address. When the store fails, what it did not take is unlearned, so that the page can be tried again.
   */
  async #commit(store: Store, site: string, { gain, ...judged }: LearnedTask): Promise<void> {
    const facts = addPage(this.#facts.get(site)!, judged);
    const position: RunPosition = { ...unfinished, itemCount: this.#itemCount! + 1 };
    try {
      await store.commit({ run: RUN, position, sites: new Map([[site, { ...gain, facts }]]) });
    } catch (error) {
      this.#processor = this.#createProcessor();
      this.#facts.clear();
      throw error;
    }
    this.#facts.set(site, facts);
    this.#itemCount = position.itemCount;
  }
}

const unfinished: Omit<RunPosition, 'itemCount'> = { pass: 0, outputBytes: 0, finished: false, tally: {} };

function defaultDetector(_site: string, hashKey: HashKey): Detector {
  return createAdaptiveDetector({ hashKey });
}

function addPage(facts: SiteFacts, { page, verdict }: JudgedTask): SiteFacts {
  let { chars, templateChars } = facts;
  for (const node of page.segments) {
    chars += page.chars[node]!;
    if (verdict.template[node] === 1) templateChars += page.chars[node]!;
  }
  return { pageCount: facts.pageCount + 1, chars, templateChars, lastPage: page.id };
}
