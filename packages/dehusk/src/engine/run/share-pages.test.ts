import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type PageThread, SharedPages } from './share-pages.ts';
import type { RawTask } from './work.ts';

/** So large that its site is busy after some of them. */
const bytes = new Uint8Array(1024 * 1024);
const BUSY_AFTER = 16;

const isUnsent = (number: number): boolean => number % 10 === 0;
const UNREADABLE = 33;
const UNJUDGED = 37;
const UNRENDERED = 41;

/** Says what it did, after a while that differs from page to page. */
class FakeThread implements PageThread<string> {
  readonly done: string[] = [];
  readonly kept = new Set<number>();
  mostKept = 0;

  page({ raw }: RawTask): ReturnType<PageThread<string>['page']> {
    const outcome = Number(raw.url) === UNJUDGED ? { kind: 'failure' } : page(raw.url!, `record ${raw.url}`);
    return this.#answer(`page ${raw.url}`, outcome);
  }

  prepare(ticket: number, { raw, mode }: RawTask): ReturnType<PageThread<string>['prepare']> {
    const number = Number(raw.url);
    if (number === UNREADABLE) return this.#answer(`prepare ${number}`, { kind: 'failure' });
    if (isUnsent(number)) return this.#answer(`prepare ${number}`, undefined);
    if (mode !== 'learn') this.kept.add(ticket);
    this.mostKept = Math.max(this.mostKept, this.kept.size);
    return this.#answer(`prepare ${number}`, { kind: 'prepared' });
  }

  judge({ raw, mode }: Parameters<PageThread<string>['judge']>[0]): ReturnType<PageThread<string>['judge']> {
    const judgement = mode === 'learn' ? undefined : { site: raw.url };
    const outcome = Number(raw.url) === UNJUDGED ? { kind: 'failure' } : page(raw.url!, judgement);
    return this.#answer(`judge ${raw.url}`, outcome);
  }

  render(ticket: number, { site }: { readonly site: string }): ReturnType<PageThread<string>['render']> {
    this.#leave(ticket);
    const outcome =
      Number(site) === UNRENDERED ? { kind: 'failure' } : { kind: 'rendered', rendered: `record ${site}` };
    return this.#answer(`render ${site}`, outcome);
  }

  async drop(ticket: number): Promise<void> {
    this.#leave(ticket);
  }

  /** Throws for a page that is not here. */
  #leave(ticket: number): void {
    expect(this.kept.delete(ticket)).toBe(true);
  }

  async #answer<Value>(what: string, value: unknown): Promise<Value> {
    this.done.push(what);
    await sleep((Number(what.split(' ')[1]) * 7) % 5);
    return value as Value;
  }
}

const page = (url: string, rendered: unknown): unknown => ({
  kind: 'page',
  change: url,
  ...(rendered !== undefined && { rendered }),
});

const taskOf = (number: number, mode: RawTask['mode']): RawTask =>
  ({ site: 'a', mode, raw: { url: String(number), bytes } }) as unknown as RawTask;

const numbers = Array.from({ length: 80 }, (_, i) => i);
/** Pages that an owner does as a whole, or of which it is told by others. */
const judgedBy = ({ done }: FakeThread): number[] =>
  done.filter((line) => /^(page|judge)/.test(line)).map((line) => Number(line.split(' ')[1]));

it('shares the pages of a busy site, and judges them in their order', async () => {
  const owner = new FakeThread();
  const helpers = [new FakeThread(), new FakeThread()];
  const shared = new SharedPages<string, FakeThread>({
    ownerOf: () => owner,
    helpersOf: () => helpers,
    canShare: () => true,
  });
  const underWay = numbers.map((number) => shared.page(taskOf(number, 'observe')));
  // What is asked behind them is asked of the owner when all of them are.
  const last = shared.inTurn('a', async () => owner.done.length);
  const outcomes = await Promise.all(underWay);
  expect(judgedBy(owner)).toEqual(numbers.filter((number) => number !== UNREADABLE));
  expect(await last).toBe(numbers.length - 1);
  expect(outcomes.map((one) => (one.kind === 'page' ? one.rendered : 'failure'))).toEqual(
    numbers.map((number) =>
      [UNREADABLE, UNJUDGED, UNRENDERED].includes(number) ? 'failure' : `record ${number}`,
    ),
  );
  // A page that was learned and could not be rendered has changed its site.
  expect(outcomes.map(({ change }) => change).indexOf(undefined)).toBe(UNREADABLE);
  expect(outcomes[UNRENDERED]!.change).toBe(String(UNRENDERED));
  expect(owner.done.filter((line) => line.startsWith('page'))).toHaveLength(
    numbers.filter((number) => number < BUSY_AFTER - 1 || isUnsent(number)).length,
  );
  for (const { done, kept, mostKept } of helpers) {
    expect(done.length).toBeGreaterThan(numbers.length / 3);
    expect(kept.size).toBe(0);
    expect(mostKept).toBeLessThanOrEqual(4);
  }
});

it('keeps nothing of pages that are only learned from', async () => {
  const [owner, helper] = [new FakeThread(), new FakeThread()];
  const shared = new SharedPages<string, FakeThread>({
    ownerOf: () => owner,
    helpersOf: () => [helper],
    canShare: () => true,
  });
  const some = numbers.filter((number) => number !== UNJUDGED && !isUnsent(number));
  const outcomes = await Promise.all(some.map((number) => shared.page(taskOf(number, 'learn'))));
  expect(judgedBy(owner)).toEqual(some.filter((number) => number !== UNREADABLE));
  expect(helper.mostKept).toBe(0);
  expect(outcomes.filter((one) => one.kind === 'page' && one.rendered === undefined)).toHaveLength(
    some.length - BUSY_AFTER,
  );
});

it('leaves sites alone of which little is read at a time', async () => {
  const [owner, helper] = [new FakeThread(), new FakeThread()];
  const shared = new SharedPages<string, FakeThread>({
    ownerOf: () => owner,
    helpersOf: () => [helper],
    canShare: () => true,
  });
  const tasks = numbers.map((number) => ({ ...taskOf(number, 'observe'), site: `site ${number % 4}` }));
  await Promise.all(tasks.map((task) => shared.page(task)));
  expect(helper.done).toEqual([]);
});
