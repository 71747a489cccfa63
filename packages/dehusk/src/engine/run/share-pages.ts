/**
 * Who does what of the pages. Each site has its thread, which does its pages as a whole: that costs least. Where most of
 * what is read is of one site, its thread only judges, and others prepare and render the pages (`page-steps.ts`). What is
 * asked for one site is done in the order in which it was asked.
 */
import type { Judgement, PageSteps } from './page-steps.ts';
import type { Outcome, RawTask } from './work.ts';

export interface PageThread<Rendered> extends PageSteps<Rendered> {
  /** All of the work on a page. */
  page(task: RawTask): Promise<Outcome<Rendered>>;
}

export interface SharingOptions<Thread> {
  /** Knows the site. */
  readonly ownerOf: (site: string) => Thread;
  /** Others that can help it. */
  readonly helpersOf: (owner: Thread) => readonly Thread[];
  /** False for pages that must be done as a whole. */
  readonly canShare: (task: RawTask) => boolean;
}

/** Pages that a helper keeps at once: enough that it need not wait. Each has a core of its own, of some megabytes. */
const KEPT_PAGES = 4;

/** What the site's thread answers: a page that could not be prepared is done as a whole, or has failed. */
type Asked<Rendered> = { readonly whole: Outcome<Rendered> } | { readonly judged: Outcome<Judgement> };

export class SharedPages<Rendered, Thread extends PageThread<Rendered>> {
  readonly #options: SharingOptions<Thread>;
  readonly #busySites = new BusySites();
  /** Who gets a page is decided in the order of its site, and what is asked of the site's thread is asked in this order. */
  readonly #placing = new Turns();
  readonly #asking = new Turns();
  /** How many pages each helper keeps. */
  readonly #kept = new Map<Thread, number>();
  /** Pages for which no helper has room. */
  readonly #waiting: ((helper: Thread) => void)[] = [];
  #tickets = 0;

  constructor(options: SharingOptions<Thread>) {
    this.#options = options;
  }

  page(task: RawTask): Promise<Outcome<Rendered>> {
    const { site, raw } = task;
    const { ownerOf, canShare } = this.#options;
    const owner = ownerOf(site);
    const isBusy = this.#busySites.add(site, raw.bytes.length);
    if (!isBusy || !canShare(task)) return this.inTurn(site, () => owner.page(task));
    return this.#placing.take(site, async () => {
      const helper = await this.#findHelper(owner);
      return { answer: this.#share(task, owner, helper).finally(() => this.#leave(helper)) };
    });
  }

  inTurn<Answer>(site: string, ask: () => Promise<Answer>): Promise<Answer> {
    if (!this.#placing.has(site) && !this.#asking.has(site)) return ask();
    return this.#placing.take(site, async () => ({ answer: this.#ask(site, ask) }));
  }

  #ask<Answer>(site: string, ask: () => Promise<Answer>): Promise<Answer> {
    return this.#asking.take(site, async () => ({ answer: ask() }));
  }

  async #share(task: RawTask, owner: Thread, helper: Thread): Promise<Outcome<Rendered>> {
    const { site, raw } = task;
    const { bytes, ...rest } = raw;
    const ticket = this.#tickets++;
    const preparing = helper.prepare(ticket, task);
    const ask = async (prepared: Awaited<typeof preparing>): Promise<Asked<Rendered>> =>
      prepared?.kind === 'prepared'
        ? { judged: await owner.judge({ ...task, raw: rest }, prepared) }
        : { whole: prepared ?? (await owner.page(task)) };
    const asked = await this.#asking.take(site, async () => ({ answer: ask(await preparing) }));
    if ('whole' in asked) return asked.whole;
    const { judged } = asked;
    if (judged.kind === 'failure') {
      await helper.drop(ticket);
      return judged;
    }
    const { rendered: judgement, ...learned } = judged;
    if (judgement === undefined) return learned;
    const outcome = await helper.render(ticket, judgement);
    if (outcome.kind === 'rendered') return { ...learned, rendered: outcome.rendered };
    // The page fails, but it was learned.
    return { ...outcome, ...(learned.change && { change: learned.change }) };
  }

  /** The one that keeps the fewest pages, as soon as there is one that has room. */
  async #findHelper(owner: Thread): Promise<Thread> {
    const keptBy = (thread: Thread): number => this.#kept.get(thread) ?? 0;
    const helpers = this.#options.helpersOf(owner);
    const first = helpers.reduce((least, one) => (keptBy(one) < keptBy(least) ? one : least));
    if (keptBy(first) >= KEPT_PAGES) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#kept.set(first, keptBy(first) + 1);
    return first;
  }

  #leave(helper: Thread): void {
    const next = this.#waiting.shift();
    if (next !== undefined) next(helper);
    else this.#kept.set(helper, this.#kept.get(helper)! - 1);
  }
}

/** For each site one after the other: the next begins when the one before has asked, and not when it is answered. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  has(site: string): boolean {
    return this.#last.has(site);
  }

  take<Answer>(site: string, ask: () => Promise<{ readonly answer: Promise<Answer> }>): Promise<Answer> {
    const asked = this.#last.get(site)?.then(ask) ?? ask();
    const turn = asked
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(site) === turn) this.#last.delete(site);
      });
    this.#last.set(site, turn);
    return asked.then(({ answer }) => answer);
  }
}

/** A site is busy if half of so many bytes were its own: for less, another thread would not pay what its start costs. */
const WINDOW_BYTES = 32 * 1024 * 1024;

/** Which sites most pages are of, lately. */
class BusySites {
  #bytes = new Map<string, number>();
  #total = 0;
  /** Of the window before. */
  #busy: ReadonlySet<string> = new Set();

  /** Is the site of this page busy? */
  add(site: string, bytes: number): boolean {
    const own = (this.#bytes.get(site) ?? 0) + bytes;
    this.#bytes.set(site, own);
    this.#total += bytes;
    const isBusy = own >= WINDOW_BYTES / 2 || this.#busy.has(site);
    if (this.#total >= WINDOW_BYTES) {
      this.#busy = new Set(
        [...this.#bytes].filter(([, size]) => size >= WINDOW_BYTES / 2).map(([name]) => name),
      );
      this.#bytes = new Map();
      this.#total = 0;
    }
    return isBusy;
  }
}
