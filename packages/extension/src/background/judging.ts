/**
 * Judges documents that content scripts send, by what is known of their site. It is done here and not in the page: a
 * page is never held up by it, however large it is; the engine is compiled once and not in every tab; and what was
 * learned of a site never leaves this place.
 */
import type { CleanedPage, Cleaner } from 'dehusk/dom';
import {
  adaptiveDescription,
  assembleDetector,
  cleanerOf,
  createExemplars,
  createRecord,
  DehuskError,
  domCleanerParts,
  explainPiece,
  optionDefaults,
  pageFacts,
  readMetadata,
  reason,
  renderContent,
  Site,
  type SiteState,
  type Store,
  siteStates,
  templateRatio,
  toText,
} from 'dehusk/dom-parts';
import { type CopiedPage, type Matches, readCopy } from '../copy/read-copy.ts';
import { type FoundTemplate, type JudgedAnswer, Problem, type Rule, type SentPage } from '../protocol.ts';
import { markPage } from './marks.ts';
import type { Sites } from './sites.ts';

/** The document that a page was sent of, and what the user wants of its site. */
export interface DocumentOfSite {
  readonly site: string;
  readonly url: string;
  readonly rules: readonly Rule[];
  readonly isLearning: boolean;
}

export interface JudgedPage extends CopiedPage {
  readonly cleaned: CleanedPage;
}

/**
 * A site takes 300 KB at most, compressed: 80 are the digests of the last 10,000 pages, 60 a journal of this length, and
 * a text that is remembered takes 10 bytes. A site that has more texts forgets those that were seen on the fewest pages.
 */
const MOST_JOURNAL_BYTES = 150 * 1024;
const siteOptions: Readonly<Record<string, string | number>> = {
  ...optionDefaults(adaptiveDescription.options),
  maxSegments: 14_000,
};

/** As many as somebody looks at one after the other; what is forgotten is sent again. */
const MOST_JUDGED = 8;

type HashKey = Cleaner['hashKey'];

export class Judging {
  readonly #sites: Sites;
  /** By name, the latest last. */
  readonly #judged = new Map<string, JudgedPage>();
  /** By site: the end of the row of what is done with it. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(sites: Sites) {
    this.#sites = sites;
  }

  /**
   * A document that was visited now is learned, if the site is. As it stands later it is only judged; and where nothing
   * is learned, always as one that was visited now.
   */
  async judge(
    document: DocumentOfSite,
    asked: {
      readonly page: SentPage;
      readonly isVisit: boolean;
      readonly found?: FoundTemplate | undefined;
    },
  ): Promise<JudgedAnswer> {
    const { page: sent, isVisit, found } = asked;
    // Where the site is learned, what Extract has found was learned with it.
    const foundApart = document.isLearning ? undefined : found;
    const act = async (cleaner: Cleaner): Promise<JudgedAnswer> => {
      const read = readSent(document, sent, cleaner.hashKey);
      const isLearned = document.isLearning && !isVisit;
      if (foundApart !== undefined) await learnFound(cleaner, document, foundApart);
      const isJudged = isLearned || foundApart !== undefined;
      const result = await (isJudged ? cleaner.judge(read.page) : cleaner.add(read.page));
      const problem = isVisit && document.isLearning ? await commit(cleaner) : undefined;
      return this.#answer(read, cleanedOf(result), problem);
    };
    return this.#withCleaner(document, { matches: sent.matches, isFirst: foundApart !== undefined }, act);
  }

  /** The same for a page on which Extract has found what is template: 1 for its nodes. */
  async judgeKnown(document: DocumentOfSite, sent: SentPage, known: Uint8Array): Promise<JudgedAnswer> {
    const how = { matches: sent.matches, isFirst: !document.isLearning };
    return this.#withCleaner(document, how, async (cleaner) => {
      const read = readSent(document, sent, cleaner.hashKey);
      const result = await cleaner.add(read.page, known);
      const problem = document.isLearning ? await commit(cleaner) : undefined;
      return this.#answer(read, cleanedOf(result), problem);
    });
  }

  /** Judges pages that nobody visits now, as versions of one: `act` is handed what judges them. */
  async judgeApart<Value>(
    document: DocumentOfSite,
    act: (tools: {
      readonly hashKey: HashKey;
      readonly judge: (page: CopiedPage['page']) => Promise<CleanedPage>;
    }) => Promise<Value>,
  ): Promise<Value> {
    return this.#withCleaner({ ...document, rules: [] }, { matches: [] }, (cleaner) =>
      act({
        hashKey: cleaner.hashKey,
        judge: async (page) => cleanedOf(await cleaner.judge(page)),
      }),
    );
  }

  /** A page that was judged before. */
  find(name: string): JudgedPage {
    const judged = this.#judged.get(name);
    if (judged === undefined) throw new Problem('problemForgotten');
    return judged;
  }

  #answer(read: CopiedPage, cleaned: CleanedPage, problem: string | undefined): JudgedAnswer {
    const { verdict, guarded } = cleaned;
    const name = crypto.randomUUID();
    this.#judged.set(name, { ...read, cleaned });
    for (const old of [...this.#judged.keys()].slice(0, -MOST_JUDGED)) this.#judged.delete(old);
    return {
      name,
      ...markPage(read, verdict),
      templateRatio: templateRatio(read.page, verdict),
      of: verdict.of,
      isGuarded: guarded,
      problem,
    };
  }

  /**
   * Tabs of one site wait for each other, so that none learns on what another has changed meanwhile. `isFirst`: judged as
   * the first page of the site, whatever was learned of it.
   */
  async #withCleaner<Value>(
    { site, rules }: DocumentOfSite,
    { matches, isFirst = false }: { readonly matches: Matches; readonly isFirst?: boolean },
    act: (cleaner: Cleaner) => Promise<Value>,
  ): Promise<Value> {
    const run = async (isAgain = false): Promise<Value> => {
      const [hashKey, state] = await Promise.all([
        this.#sites.hashKey(),
        isFirst ? undefined : this.#sites.load(site),
      ]);
      try {
        const store = createSiteStore(this.#sites, { site, hashKey, state });
        return await act(createSiteCleaner(site, store, { rules, matches }));
      } catch (error) {
        if (isAgain || !(error instanceof DehuskError) || !error.code.startsWith('STATE_')) throw error;
        // What an older or newer version has learned, or a disk has damaged: forgotten, and learned anew.
        const isOther = /_OLDER|_NEWER|_OTHER_/.test(error.code);
        await this.#sites.forgetMemory(site, isOther ? 'noticeOlder' : 'noticeDamaged');
        return run(true);
      }
    };
    const turn = (this.#turns.get(site) ?? Promise.resolve()).then(() => run());
    const ended = turn.catch(() => undefined);
    this.#turns.set(site, ended);
    void ended.then(() => {
      if (this.#turns.get(site) === ended) this.#turns.delete(site);
    });
    return turn;
  }
}

export function readSent({ url }: DocumentOfSite, { copy, matches }: SentPage, hashKey: HashKey): CopiedPage {
  return readCopy(copy, { url, hashKey, matches });
}

async function learnFound(
  cleaner: Cleaner,
  { url }: DocumentOfSite,
  { copy, known }: FoundTemplate,
): Promise<void> {
  const { page, entriesOf } = readCopy(copy, { url, hashKey: cleaner.hashKey });
  const entries = new Set(known);
  const nodes = Uint8Array.from({ length: page.nodeCount }, (_, node) =>
    entries.has(entriesOf(node)[0] ?? -1) ? 1 : 0,
  );
  await cleaner.add(page, nodes);
}

function cleanedOf(result: Awaited<ReturnType<Cleaner['add']>>): CleanedPage {
  if (result.error !== undefined) throw result.error;
  return result;
}

/** What is wrong with it, by the name of a text: a page that cannot be learned is judged all the same. */
async function commit(cleaner: Cleaner): Promise<string | undefined> {
  try {
    await cleaner.commit();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.messageName;
    throw error;
  }
}

/** One site is never too many for the memory. */
function unneeded(): never {
  throw new Error('this is not there');
}

function createSiteCleaner(
  site: string,
  state: Store,
  { rules, matches }: { readonly rules: readonly Rule[]; readonly matches: Matches },
): Cleaner {
  // Rules that were imported may be anything; one that is wrong must not cost the others.
  const matched = new Set(matches.map(([selector]) => selector));
  const selectors = (kind: Rule['kind']): readonly string[] =>
    rules.filter((rule) => rule.kind === kind && matched.has(rule.selector)).map(({ selector }) => selector);
  const createCleaner = cleanerOf(
    domCleanerParts({
      writers: {
        toText,
        createRecord: (judged, options) =>
          createRecord(judged, options, { render: renderContent, describe: readMetadata }),
      },
      explainer: { explainPiece, reason },
      createExemplars,
      factsCodec: pageFacts,
      createSiteKey: () => () => site,
      keeping: { states: siteStates, openParking: unneeded },
    }),
  );
  return createCleaner({
    state,
    methodOptions: siteOptions,
    record: { explain: true },
    // A page at a time, and only where it is said so.
    commitEvery: Number.POSITIVE_INFINITY,
    overrides: { sites: { [site]: { keep: selectors('keep'), drop: selectors('drop') } } },
  });
}

/** The engine's store, for one site. */
function createSiteStore(
  sites: Sites,
  { site, hashKey, state: kept }: { site: string; hashKey: HashKey; state: SiteState | undefined },
): Store {
  const state = kept && compacted(kept, hashKey);
  let follows = kept?.facts.digest;
  /** Not yet on disk. */
  let snapshot = state?.isCompacted ? state.snapshot : undefined;
  return {
    hashKey,
    loadSite: async (asked) => (asked === site ? state : undefined),
    async *sites() {
      if (state !== undefined) yield { site, facts: state.facts, sizeBytes: 0 };
    },
    loadPosition: async () => undefined,
    async *runs() {},
    commit: async ({ sites: changes }) => {
      const change = changes.get(site);
      if (change === undefined) return;
      const whole = snapshot === undefined ? change : { snapshot, ...change };
      if (!(await sites.commit(site, follows, whole))) throw new Problem('problemFull');
      follows = change.facts.digest;
      snapshot = undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type Compacted = SiteState & { readonly isCompacted: boolean };

function compacted(state: SiteState, hashKey: HashKey): Compacted {
  const journalBytes = state.journals.reduce((sum, { length }) => sum + length, 0);
  if (journalBytes <= MOST_JOURNAL_BYTES) return { ...state, isCompacted: false };
  const site = createSite(hashKey, state);
  return { snapshot: site.snapshot(), journals: [], facts: state.facts, isCompacted: true };
}

/** Exported for tests. */
export function createSite(hashKey: HashKey, state?: SiteState): Site {
  const { name: method } = adaptiveDescription;
  const detector = assembleDetector(
    { ...siteOptions, hashKey, forgetting: true },
    { createExemplars, factsCodec: pageFacts },
  );
  return new Site(
    { method, options: siteOptions, forgetting: true, hashKey, journal: true, states: siteStates },
    detector,
    state,
  );
}
