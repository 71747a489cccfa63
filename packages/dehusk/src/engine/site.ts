/** What is known of one site, in memory. */
import type { Detector } from '../detect/detector.ts';
import type { Lesson } from '../detect/lesson.ts';
import type { OptionValues } from '../detect/method.ts';
import { addTitle } from '../metadata/site-titles.ts';
import type { HashKey } from '../page/hash.ts';
import { readTitle } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { type Digest, noDigest } from './digest.ts';
import { type PageDigest, SeenPages } from './seen-pages.ts';
import type { SiteFacts, SiteState, StoreReader } from './store.ts';

/** How the pages of a site are judged; a state that was learned in another way is refused. */
export interface LearnedBy {
  /** Its name. */
  readonly method: string;
  readonly options: OptionValues;
  /** False where all pages are learned before the first is judged. */
  readonly forgetting: boolean;
}

export interface SiteSetting extends LearnedBy {
  readonly hashKey: HashKey;
  /** A store wants to know what each page adds. */
  readonly journal: boolean;
  /** Only where there is neither a store nor a parking place it may be absent. */
  readonly states: SiteStates | undefined;
}

/**
 * How a site becomes bytes, and bytes a site: `site-state.ts`. It is handed in, so that who keeps nothing, as a live
 * document, carries none of it.
 */
export interface SiteStates {
  /** A site that knows nothing yet knows what a store has of it then. Throws STATE_DAMAGED, STATE_OF_OTHER_METHOD … */
  restore(site: Site, kept: SiteState, setting: SiteSetting): void;
  snapshot(site: Site, setting: SiteSetting): Uint8Array;
  /** What a page adds to the journal, and the digest of the site behind it. */
  entryOf(
    before: Digest,
    learned: { readonly page: PageDigest; readonly lesson: Lesson; readonly key: HashKey },
  ): { readonly entry: Uint8Array; readonly digest: Digest };
  park(counts: ParkedCounts, snapshot: Uint8Array): Uint8Array;
  unpark(bytes: Uint8Array): { readonly counts: ParkedCounts; readonly snapshot: Uint8Array };
  /** Throws for a store that another method, mode or other options have filled. */
  check(store: StoreReader, expected: LearnedBy): Promise<void>;
}

/** What a parked site has besides its snapshot. */
export interface ParkedCounts {
  readonly facts: SiteFacts;
  readonly pass: number;
  readonly snapshotBytes: number;
  readonly journalBytes: number;
}

/** What a page has added to the state of its site, for a store. */
export interface StateGain {
  /** The whole state, when it is time to write it again; then the journal is empty. */
  readonly snapshot?: Uint8Array;
  readonly journal: Uint8Array;
}

/** A snapshot is written anew when its journal has outgrown it, and this at least. */
const MIN_JOURNAL_BYTES = 256 * 1024;

/** Of a page that taught nothing. */
export const nothing: StateGain = { journal: new Uint8Array() };

export const noFacts: SiteFacts = {
  pageCount: 0,
  writtenCount: 0,
  chars: 0,
  templateChars: 0,
  lastPage: '',
  digest: noDigest,
};

/** What a site remembers of a page, besides its lesson. */
interface LearnedPage {
  readonly id: string;
  readonly title: string;
  readonly digest: PageDigest;
}

/** A site in memory. */
export class Site {
  readonly #setting: SiteSetting;
  readonly detector: Detector;
  readonly pages: SeenPages;
  /** What a method that judges batches hands from one to the next. */
  carried: Uint8Array = new Uint8Array();
  facts: SiteFacts;
  /** The last pass over an input in which a page of it was met. */
  pass = 0;
  /** 0 where the store lacks what was learned. */
  #snapshotBytes: number;
  #journalBytes: number;

  /** `kept`: what a store has of it. Throws STATE_DAMAGED, STATE_OF_OTHER_METHOD, STATE_OF_OTHER_OPTIONS. */
  constructor(setting: SiteSetting, detector: Detector, kept?: SiteState) {
    this.#setting = setting;
    this.detector = detector;
    this.pages = new SeenPages();
    this.facts = kept?.facts ?? noFacts;
    if (kept !== undefined) setting.states!.restore(this, kept, setting);
    this.#snapshotBytes = kept?.snapshot?.length ?? 0;
    this.#journalBytes = (kept?.journals ?? []).reduce((sum, { length }) => sum + length, 0);
  }

  /** What it takes in memory. The rest of an entry was measured to be about this much. */
  get sizeBytes(): number {
    return 500 + this.detector.sizeBytes + this.pages.sizeBytes + this.carried.length;
  }

  /** A page whose lesson was applied: remembered, counted, and returned as what a store must write. */
  gainOf(page: Page, digest: PageDigest, lesson: Lesson): StateGain {
    const entry = this.#remember({ id: page.id, title: readTitle(page), digest }, lesson);
    if (entry === undefined) return nothing;
    this.#journalBytes += entry.length;
    const isDue = this.#journalBytes > Math.max(this.#snapshotBytes, MIN_JOURNAL_BYTES);
    return this.#snapshotBytes === 0 || isDue ? this.#all() : { journal: entry };
  }

  /** Learns a lesson, unless its page was learned before. For those who write the whole state when they are done. */
  learn(page: LearnedPage, lesson: Lesson): boolean {
    if (this.pages.has(page.digest)) return false;
    this.detector.apply(lesson);
    this.#remember(page, lesson);
    return true;
  }

  /** Returns the entry of the page, where a journal is wanted. */
  #remember({ id, title, digest }: LearnedPage, lesson: Lesson): Uint8Array | undefined {
    this.pages.add(digest);
    const titleParts = addTitle(this.facts.titleParts, title);
    this.facts = {
      ...this.facts,
      pageCount: this.facts.pageCount + 1,
      lastPage: id,
      ...(titleParts && { titleParts }),
    };
    const { journal, states, hashKey } = this.#setting;
    if (!journal) return undefined;
    const { entry, digest: now } = states!.entryOf(this.facts.digest, { page: digest, lesson, key: hashKey });
    this.facts = { ...this.facts, digest: now };
    return entry;
  }

  /** What a store lacks of it, though nothing was learned now. */
  owed(): StateGain {
    const isBehind = this.#setting.journal && this.#snapshotBytes === 0 && this.facts.pageCount > 0;
    return isBehind ? this.#all() : nothing;
  }

  /** What a page has added is lost to the store: the next change brings the whole state. */
  rewrite(): void {
    this.#snapshotBytes = 0;
  }

  snapshot(): Uint8Array {
    return this.#setting.states!.snapshot(this, this.#setting);
  }

  /** As a parking place keeps it: everything that a store would not have. */
  park(): Uint8Array {
    const { facts, pass } = this;
    const counts = { facts, pass, snapshotBytes: this.#snapshotBytes, journalBytes: this.#journalBytes };
    return this.#setting.states!.park(counts, this.snapshot());
  }

  static unpark(bytes: Uint8Array, setting: SiteSetting, detector: Detector): Site {
    const { counts, snapshot } = setting.states!.unpark(bytes);
    const site = new Site(setting, detector, { snapshot, journals: [], facts: counts.facts });
    site.pass = counts.pass;
    site.#snapshotBytes = counts.snapshotBytes;
    site.#journalBytes = counts.journalBytes;
    return site;
  }

  #all(): StateGain {
    const snapshot = this.snapshot();
    this.#snapshotBytes = snapshot.length;
    this.#journalBytes = 0;
    return { snapshot, journal: nothing.journal };
  }
}
