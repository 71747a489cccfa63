/**
 * The cleaner of the site that this document is of. What is known of the site comes from the background when the
 * document is first judged, and what it teaches goes back there, if the user wants the site to be learned.
 */
import type { CleanedPage, Cleaner, DomPage, Store } from 'dehusk/dom';
import {
  adaptiveDescription,
  cleanerOf,
  createAdaptiveDetector,
  DehuskError,
  domCleanerParts,
  type Explainer,
  fromDom,
  optionDefaults,
  Site,
  type SiteState,
} from 'dehusk/dom-parts';
import { ask, type CommitAnswer, type OpenedSite, Problem, packChange, unpackState } from '../protocol.ts';
import { sharedWorld } from './shared-world.ts';

type DomDocument = Parameters<typeof fromDom>[0];

export interface JudgedDocument {
  readonly page: DomPage;
  readonly cleaned: CleanedPage;
}

/** Journals beyond this are folded into their snapshot: a site takes 300 KB at most, and half of that is journal. */
const MOST_JOURNAL_BYTES = 150 * 1024;
/** Other tabs of the same site may learn at the same moment. */
const MOST_TRIES = 8;

export class SiteSession {
  readonly opened: OpenedSite;
  readonly #cleaner: Cleaner;

  private constructor(opened: OpenedSite, cleaner: Cleaner) {
    this.opened = opened;
    this.#cleaner = cleaner;
  }

  /** The only page that the site was learned from is taken back, so that it can be learned as Extract sees it. */
  async unlearnOnlyPage(): Promise<void> {
    const { memory } = this.opened;
    if (memory !== undefined) await ask<void>({ type: 'unlearn-only-page', digest: memory.facts.digest });
  }

  static async open(): Promise<SiteSession> {
    const opened = await ask<OpenedSite>({ type: 'open-site' });
    return new SiteSession(opened, createSiteCleaner(opened));
  }

  /**
   * Opens the site and judges the document as a page that was visited now. `known`: 1 for the nodes that Extract has
   * found to be template; it is for the first page of a site, and `page` is the one it was found on.
   */
  static async visit(found?: { readonly page: DomPage; readonly known: Uint8Array }): Promise<{
    readonly session: SiteSession;
    readonly judged: JudgedDocument;
  }> {
    for (let tries = 1; ; tries++) {
      const session = await SiteSession.open();
      try {
        const page = found?.page ?? session.read(document);
        const cleaned = cleanedOf(await session.#cleaner.add(page, found?.known));
        if (session.opened.isLearning) await session.#cleaner.commit();
        return { session, judged: { page, cleaned } };
      } catch (error) {
        if (tries >= MOST_TRIES) throw error;
        await recover(error);
      }
    }
  }

  read(shown: Document | DomDocument, url: string = document.URL): DomPage {
    return fromDom(shown as unknown as DomDocument, { url, hashKey: this.#cleaner.hashKey });
  }

  /** As it stands now, by what is known; it was learned from when it was visited. */
  judge(): Promise<JudgedDocument> {
    return this.judgePage(this.read(document));
  }

  async judgePage(page: DomPage): Promise<JudgedDocument> {
    return { page, cleaned: cleanedOf(await this.#cleaner.judge(page)) };
  }
}

function cleanedOf(result: Awaited<ReturnType<Cleaner['add']>>): CleanedPage {
  if (result.error !== undefined) throw result.error;
  return result;
}

/** Returns where it helps to try again. */
async function recover(error: unknown): Promise<void> {
  if (error instanceof Overtaken) return;
  if (!(error instanceof DehuskError) || !error.code.startsWith('STATE_')) throw error;
  // What an older or newer version has learned, or a disk has damaged: forgotten, and learned anew.
  const reason = /_OLDER|_NEWER|_OTHER_/.test(error.code) ? 'older' : 'damaged';
  await ask<void>({ type: 'forget-unreadable', reason });
}

class Overtaken extends Error {}

/** What explains is injected when somebody asks why; the verdicts that are there already can be explained then. */
const explainer: Explainer = {
  explainPiece: (judged, piece) => sharedWorld.dehuskTab!.features.explainer!.explainPiece(judged, piece),
  reason: (fact, logOdds) => sharedWorld.dehuskTab!.features.explainer!.reason(fact, logOdds),
};

/** What writes texts and records is in a file of its own; and one site is never too many for the memory. */
function unneeded(): never {
  throw new Error('this is not there');
}

function createSiteCleaner(opened: OpenedSite): Cleaner {
  const { site, rules } = opened;
  const selectors = (kind: 'keep' | 'drop'): readonly string[] =>
    rules.filter((rule) => rule.kind === kind && isSelector(rule.selector)).map(({ selector }) => selector);
  const createCleaner = cleanerOf(
    domCleanerParts({
      writers: { toText: unneeded, createRecord: unneeded },
      explainer,
      // The background has told which one it is.
      createSiteKey: () => () => site,
      openParking: unneeded,
    }),
  );
  return createCleaner({
    state: createSiteStore(opened),
    record: { explain: true },
    // A page at a time, and only where it is said so.
    commitEvery: Number.POSITIVE_INFINITY,
    overrides: { sites: { [site]: { keep: selectors('keep'), drop: selectors('drop') } } },
  });
}

/** Rules that were imported may be anything; one that is wrong must not cost the others. */
export function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return selector.trim() !== '';
  } catch {
    return false;
  }
}

/** The engine's store for one site, behind which the background keeps it. */
function createSiteStore({ site, hashKey, memory }: OpenedSite): Store {
  const state = memory && compacted(unpackState(memory), hashKey);
  let follows = memory?.facts.digest;
  /** Not yet in the background. */
  let snapshot = state?.isCompacted ? state.snapshot : undefined;
  return {
    hashKey,
    loadSite: async (asked) => (asked === site ? state : undefined),
    async *sites() {
      if (state !== undefined) yield { site, facts: state.facts, sizeBytes: 0 };
    },
    loadPosition: async () => undefined,
    async *runs() {},
    commit: async ({ sites }) => {
      const change = sites.get(site);
      if (change === undefined) return;
      const packed = packChange(snapshot === undefined ? change : { snapshot, ...change });
      const answer = await ask<CommitAnswer>({ type: 'commit-site', follows, change: packed });
      if (answer === 'overtaken') throw new Overtaken();
      if (answer === 'full') throw new Problem('problemFull');
      follows = change.facts.digest;
      snapshot = undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type Compacted = SiteState & { readonly isCompacted: boolean };

function compacted(state: SiteState, hashKey: OpenedSite['hashKey']): Compacted {
  const journalBytes = state.journals.reduce((sum, { length }) => sum + length, 0);
  if (journalBytes <= MOST_JOURNAL_BYTES) return { ...state, isCompacted: false };
  const options = optionDefaults(adaptiveDescription.options);
  const setting = { method: adaptiveDescription.name, options, forgetting: true, hashKey, journal: true };
  const site = new Site(setting, createAdaptiveDetector({ ...options, hashKey, forgetting: true }), state);
  return { snapshot: site.snapshot(), journals: [], facts: state.facts, isCompacted: true };
}
