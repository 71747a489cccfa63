/**
 * What is done with one page: parsed, shown to its site's detector, judged. Synchronous and without input, output or
 * store, so that it runs the same in the main thread, in a worker and in a browser.
 */
import type { Detector, Verdict } from '../detect/detector.ts';
import type { PageLimits } from '../page/limits.ts';
import type { Page } from '../page/page.ts';
import { pageId } from '../page/page-id.ts';
import { parse } from '../page/parse.ts';
import type { RawPage } from '../page/raw-page.ts';
import type { HashKey } from '../page/text-hash.ts';
import type { SiteState } from './store/store.ts';

/** `observe`: learn, then judge by what is known so far. `learn` and `judge` do one of the two. */
export type PageMode = 'observe' | 'learn' | 'judge';

export interface PageTask {
  readonly site: string;
  readonly raw: RawPage;
  readonly mode: PageMode;
  /** 1 for the nodes of a site's first page that are known to be template; see `Detector.observe`. */
  readonly known?: Uint8Array | undefined;
  /** What a store knows of the site; looked at when the processor meets the site for the first time. */
  readonly state?: Pick<SiteState, 'snapshot' | 'journals'> | undefined;
}

/** What the detector's state gained by a page, for a store. */
export interface StateGain {
  /** The whole state, when it is time to write it again; then the journal is empty. */
  readonly snapshot?: Uint8Array;
  readonly journal: Uint8Array;
}

export interface ProcessedPage {
  readonly page: Page;
  /** Undefined where the page was only learned from. */
  readonly verdict: Verdict | undefined;
  readonly gain: StateGain;
}

export interface ProcessorOptions {
  /** Makes the detector of a site when its first page arrives. */
  readonly createDetector: (site: string) => Detector;
  readonly limits?: Partial<PageLimits>;
  readonly hashKey?: HashKey;
  /** Keep account of what is learned, for a store. */
  readonly journal?: boolean;
}

/** A state is written anew when its journal has outgrown it, and this at least: so a page costs what it adds. */
const MIN_JOURNAL_BYTES = 256 * 1024;

const nothing: StateGain = { journal: new Uint8Array() };

interface SiteEntry {
  readonly detector: Detector;
  /** Bytes of the last snapshot, and of the journal since; no snapshot yet is the time to write one. */
  snapshotBytes: number;
  journalBytes: number;
}

export class PageProcessor {
  readonly #options: ProcessorOptions;
  readonly #sites = new Map<string, SiteEntry>();

  constructor(options: ProcessorOptions) {
    this.#options = options;
  }

  /** Throws what the page's failure is. */
  process({ site, raw, mode, known, state }: PageTask): ProcessedPage {
    const { limits = {}, hashKey = [0, 0] } = this.#options;
    const page = parse(raw, { limits, hashKey, id: pageId(raw) });
    const entry = this.#entryOf(site, state);
    const { detector } = entry;
    let verdict: Verdict | undefined;
    if (mode === 'observe') verdict = detector.observe(page, known);
    else if (mode === 'judge') verdict = detector.judge(page);
    else detector.learn(page);
    return { page, verdict, gain: mode === 'judge' ? nothing : this.#gainOf(entry) };
  }

  /** The detector of a site; a new one where no page of it was met. */
  detectorOf(site: string, state?: PageTask['state']): Detector {
    return this.#entryOf(site, state).detector;
  }

  #entryOf(site: string, state: PageTask['state']): SiteEntry {
    const known = this.#sites.get(site);
    if (known !== undefined) return known;
    const detector = this.#options.createDetector(site);
    if (state?.snapshot !== undefined) detector.load(state.snapshot);
    for (const journal of state?.journals ?? []) detector.replay(journal);
    if (this.#options.journal) detector.startJournal();
    const entry = {
      detector,
      snapshotBytes: state?.snapshot?.length ?? 0,
      journalBytes: (state?.journals ?? []).reduce((sum, { length }) => sum + length, 0),
    };
    this.#sites.set(site, entry);
    return entry;
  }

  #gainOf(entry: SiteEntry): StateGain {
    if (!this.#options.journal) return nothing;
    const journal = entry.detector.takeJournal();
    entry.journalBytes += journal.length;
    const isDue = entry.journalBytes > Math.max(entry.snapshotBytes, MIN_JOURNAL_BYTES);
    if (entry.snapshotBytes > 0 && !isDue) return { journal };
    const snapshot = entry.detector.save();
    entry.snapshotBytes = snapshot.length;
    entry.journalBytes = 0;
    return { snapshot, journal: new Uint8Array() };
  }
}
