/**
 * How far a run is, and what its pages have changed: gathered page by page, and made durable together. The output is
 * on disk before the position behind it is committed; what is behind the position when a run is killed is cut off
 * when it goes on.
 */

import type { StateGain } from './page-processor.ts';
import type { RunPosition, SiteChange, SiteFacts, Store } from './store/store.ts';

const noFacts: SiteFacts = { pageCount: 0, chars: 0, templateChars: 0, lastPage: '' };

export const startPosition: RunPosition = {
  pass: 1,
  itemCount: 0,
  outputBytes: 0,
  finished: false,
  tally: {},
};

export interface RunFacts {
  readonly name: string;
  readonly position: RunPosition;
  /** Items between commits: a commit waits a few milliseconds for the disk, a killed run does this many again. */
  readonly commitEvery: number;
}

/** What a page means for the state of a run. */
export interface DonePage {
  readonly id: string;
  readonly chars: number;
  readonly templateChars: number;
  readonly gain: StateGain;
}

interface PendingSite {
  snapshot?: Uint8Array;
  journals: Uint8Array[];
}

export class RunState {
  readonly #store: Store;
  readonly #run: string;
  readonly #commitEvery: number;
  readonly #facts = new Map<string, SiteFacts>();
  #changes = new Map<string, PendingSite>();
  #pass: number;
  #itemCount: number;
  #uncommitted = 0;

  constructor(store: Store, run: RunFacts) {
    const { position } = run;
    this.#store = store;
    this.#run = run.name;
    this.#commitEvery = run.commitEvery;
    this.#pass = position.pass;
    this.#itemCount = position.itemCount;
  }

  get isDue(): boolean {
    return this.#uncommitted >= this.#commitEvery;
  }

  /** What is known of a site so far; `setFacts` from the store before its first page. */
  factsOf(site: string): SiteFacts {
    return this.#facts.get(site) ?? noFacts;
  }

  setFacts(site: string, facts: SiteFacts): void {
    this.#facts.set(site, facts);
  }

  /** An item that changed nothing: a failure, or a page that was passed over. */
  addItem(): void {
    this.#itemCount++;
    this.#uncommitted++;
  }

  /** A page that was only learned from is not counted: it comes again. */
  addLearned(site: string, gain: StateGain): void {
    this.addItem();
    this.#addGain(site, gain);
  }

  addPage(site: string, { id, chars, templateChars, gain }: DonePage): void {
    this.addItem();
    const before = this.factsOf(site);
    this.setFacts(site, {
      pageCount: before.pageCount + 1,
      chars: before.chars + chars,
      templateChars: before.templateChars + templateChars,
      lastPage: id,
    });
    this.#addGain(site, gain);
  }

  #addGain(site: string, { snapshot, journal }: StateGain): void {
    const pending = this.#changes.get(site) ?? { journals: [] };
    if (snapshot !== undefined) {
      pending.snapshot = snapshot;
      pending.journals = [];
    }
    if (journal.length > 0) pending.journals.push(journal);
    this.#changes.set(site, pending);
  }

  beginPass(pass: number): void {
    this.#pass = pass;
    this.#itemCount = 0;
  }

  /** Makes all of it durable. The output must be on disk up to `outputBytes`. */
  async commit(outputBytes: number, tally: RunPosition['tally'], finished = false): Promise<void> {
    const sites = new Map<string, SiteChange>();
    for (const [site, { snapshot, journals }] of this.#changes) {
      const change = { journal: joined(journals), facts: this.factsOf(site) };
      sites.set(site, snapshot === undefined ? change : { ...change, snapshot });
    }
    const position = { pass: this.#pass, itemCount: this.#itemCount, outputBytes, finished, tally };
    await this.#store.commit({ run: this.#run, position, sites });
    this.#changes = new Map();
    this.#uncommitted = 0;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
