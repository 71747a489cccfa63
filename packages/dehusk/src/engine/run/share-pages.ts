/**
 * Who does what of the pages of a site that are more than one thread can do. Each site has its thread, which does its pages
 * as a whole; where that has much more to do than another, the other one prepares and renders some of them
 * (`page-steps.ts`). What is asked for one site is done in the order in which it was asked.
 */
import type { PageSteps } from './page-steps.ts';
import type { Outcome, RawTask } from './work.ts';

export interface PageThread<Rendered> extends PageSteps<Rendered> {
  /** All of the work on a page. */
  page(task: RawTask): Promise<Outcome<Rendered>>;
}

export interface SharingOptions<Thread> {
  /** Knows the site. */
  readonly ownerOf: (site: string) => Thread;
  /** Others; `pages`: so many the owner was given as a whole. */
  readonly helpersOf: (owner: Thread, pages: number) => readonly Thread[];
  /** False for pages that must be done as a whole. */
  readonly canShare: (task: RawTask) => boolean;
}

/** What each step costs, in tenths of a page that is done as a whole (`dehusk-lab bench hot-site`). */
const COST = { whole: 10, prepare: 4, judge: 4, render: 6 } as const;

/**
 * Sharing costs CPU time, and a queue says little while it is short: so a thread is helped when it has this much more to do
 * than another.
 */
const LEAD = 60;

export class SharedPages<Rendered, Thread extends PageThread<Rendered>> {
  readonly #options: SharingOptions<Thread>;
  readonly #threads = new Map<Thread, { load: number; pages: number }>();
  /** Sites of which something is not asked for yet, because what is before it is being prepared. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: SharingOptions<Thread>) {
    this.#options = options;
  }

  async page(task: RawTask): Promise<Outcome<Rendered>> {
    const owner = this.#options.ownerOf(task.site);
    const helper = this.#helperFor(owner, task);
    if (helper !== undefined) return this.#shared(task, owner, helper);
    this.#workOf(owner).pages++;
    return this.#while(owner, COST.whole, () => this.inTurn(task.site, () => owner.page(task)));
  }

  inTurn<Answer>(site: string, ask: () => Promise<Answer>): Promise<Answer> {
    return this.#turns.has(site) ? this.#queue(site, undefined, ask) : ask();
  }

  #helperFor(owner: Thread, task: RawTask): Thread | undefined {
    const { load, pages } = this.#workOf(owner);
    if (load < LEAD || !this.#options.canShare(task)) return undefined;
    const helpers = this.#options.helpersOf(owner, pages);
    const idlest = helpers.reduce<Thread | undefined>(
      (least, one) =>
        least === undefined || this.#workOf(one).load < this.#workOf(least).load ? one : least,
      undefined,
    );
    return idlest !== undefined && this.#workOf(idlest).load + LEAD <= load ? idlest : undefined;
  }

  async #shared(task: RawTask, owner: Thread, helper: Thread): Promise<Outcome<Rendered>> {
    const { site, raw } = task;
    const { bytes, ...rest } = raw;
    const judged = this.#while(owner, COST.judge, () =>
      this.#queue(
        site,
        this.#while(helper, COST.prepare, () => helper.prepare(raw)),
        async (prepared) => {
          if (prepared === undefined) return { whole: await owner.page(task) };
          if (prepared.kind === 'failure') return { whole: prepared };
          return { judged: await owner.judge({ ...task, raw: rest }, prepared) };
        },
      ),
    );
    return this.#while(helper, COST.render, async () => {
      const { whole, judged: outcome } = await judged;
      if (outcome === undefined) return whole!;
      if (outcome.kind === 'failure') return outcome;
      const { rendered: judgement, ...step } = outcome;
      const answer = await helper.render(raw, judgement!);
      if (answer.kind === 'rendered') return { ...step, rendered: answer.rendered };
      return { ...answer, ...(step.change && { change: step.change }) };
    });
  }

  /** Asks when `ready` is there, and all that comes before it was asked for. */
  #queue<Ready, Answer>(
    site: string,
    ready: Promise<Ready> | Ready,
    ask: (ready: Ready) => Promise<Answer>,
  ): Promise<Answer> {
    // In an object: only the asking is in turn, and not the answer.
    const asked = Promise.all([ready, this.#turns.get(site)]).then(([there]) => ({ answer: ask(there) }));
    const turn = asked
      .catch(() => undefined)
      .then(() => {
        if (this.#turns.get(site) === turn) this.#turns.delete(site);
      });
    this.#turns.set(site, turn);
    return asked.then(({ answer }) => answer);
  }

  #workOf(thread: Thread): { load: number; pages: number } {
    const known = this.#threads.get(thread) ?? { load: 0, pages: 0 };
    this.#threads.set(thread, known);
    return known;
  }

  async #while<Value>(thread: Thread, cost: number, act: () => Promise<Value>): Promise<Value> {
    const work = this.#workOf(thread);
    work.load += cost;
    try {
      return await act();
    } finally {
      work.load -= cost;
    }
  }
}
