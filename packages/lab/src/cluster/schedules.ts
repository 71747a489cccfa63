/**
 * The real worker over a log in memory, where a scheduler decides what happens next: every call to the log and every
 * waiting stands still until it is let go. So all orders of events can be tried, or very many at random; with workers
 * that are killed or frozen, connections that are cut, and a log that falls back to an earlier moment.
 */
import { DehuskError } from 'dehusk';
import {
  type Clock,
  createMemoryLog,
  encodePage,
  entryDigest,
  type MemoryLog,
  openEngine,
  type PageLog,
  runWorker,
  workHere,
} from 'dehusk/parts';
import type { Random } from '../soak/mutate-page.ts';

export type Fence = 'whole' | 'epoch';

const LEASE_MS = 30;
const PARTITION = 0;

const setting = { partitions: 1, siteBy: 'host', hashKey: [1, 2] } as const;

const judging: Parameters<typeof openEngine>[0] = {
  method: 'incremental',
  methodOptions: {},
  forgetting: true,
  hashKey: setting.hashKey,
  limits: {},
  overrides: { keep: [], drop: [] },
  guard: true,
  memoryBytes: 1e8,
  hasStore: true,
  traces: false,
};
const encode = { format: 'text' } as const;

/** What differs where anything was learned in another order. A whole record would take ten times as long. */
const render: Parameters<typeof workHere<{ readonly record: Uint8Array }>>[1] = ({
  page,
  verdict,
  pageCount,
}) => {
  const text = page.segments.filter((node) => verdict.template[node] !== 1).join(' ');
  return { record: new TextEncoder().encode(`${page.id}: ${text}, ${verdict.version} of ${pageCount}`) };
};

/** Small pages of one site, that teach something. */
function pagesOf(count: number): readonly { readonly url: string; readonly html: string }[] {
  return Array.from({ length: count }, (_, i) => ({
    url: `https://a.example/${i}`,
    html: `<nav>Home News</nav><p>Said on page ${i} and on ${i % 2 ? 'odd' : 'even'} ones.</p><p>All rights</p>`,
  }));
}

interface Waiting {
  readonly worker: number;
  /** When a waiting ends by itself; undefined for a call. */
  readonly dueMs: number | undefined;
  readonly label: string;
  go(how: 'done' | 'cut before' | 'cut after'): void;
}

/** One try: workers, a log, a clock that stands still. */
class Stage {
  readonly log: MemoryLog;
  nowMs = 0;
  readonly #waiting = new Set<Waiting>();
  readonly #ended = new Set<number>();
  readonly #dead = new Set<number>();
  readonly faults: unknown[] = [];
  #workers = 0;
  /** What each worker has seen, in short. */
  readonly history: string[] = [];

  /** What a scheduler decides on: all calls, or those alone that change something. */
  readonly #gates: 'all' | 'changes';
  readonly #maxAttempts: number;

  /** Where workers are killed for no fault of a page, none must be set aside for it. */
  constructor(fence: Fence, gates: 'all' | 'changes' = 'all', maxAttempts = 1000) {
    this.#gates = gates;
    this.#maxAttempts = maxAttempts;
    this.log = createMemoryLog({ now: () => this.nowMs, fence });
  }

  async append(pages: number): Promise<void> {
    const entries = pagesOf(pages).map(({ url, html }, i) => {
      const bytes = new TextEncoder().encode(html);
      const entry = encodePage('a.example', { url, bytes, provenance: { file: 'x', line: i + 1 } });
      return { ...entry, item: i + 1, digest: entryDigest(entry) };
    });
    await this.log.append(PARTITION, { producer: 'p', follows: 0, entries, limitBytes: 1e9 });
  }

  /** `poison`: the address of a page that ends whoever begins with it. */
  start(batchPages: number, poison?: string): void {
    const worker = this.#workers++;
    const signal = new AbortController().signal;
    const clock: Clock = {
      now: () => this.nowMs,
      sleep: (ms, ended) =>
        new Promise((resolve) => {
          if (ended.aborted) return resolve();
          const stop = (): void => {
            this.#waiting.delete(waiting);
            resolve();
          };
          const go = (): void => {
            ended.removeEventListener('abort', stop);
            resolve();
          };
          const waiting: Waiting = { worker, dueMs: this.nowMs + ms, label: 'sleep', go };
          this.#waiting.add(waiting);
          ended.addEventListener('abort', stop, { once: true });
        }),
    };
    runWorker({
      log: this.#gated(worker),
      name: `w${worker}`,
      clock,
      readSetting: async () => setting,
      openWork: async (_, loadSite) => {
        const work = workHere(await openEngine(judging, loadSite), render, { encode });
        const die = (): Promise<never> => {
          this.kill(worker);
          return new Promise(() => undefined);
        };
        return { ...work, page: (task) => (task.raw.url === poison ? die() : work.page(task)) };
      },
      readReference: () => Promise.reject(new Error('no page lies elsewhere')),
      leaseMs: LEASE_MS,
      batch: { ms: 1e9, bytes: 1e9, pages: batchPages },
      lanes: 1,
      maxOutputBytes: 1e9,
      pageMs: 1e9,
      maxAttempts: this.#maxAttempts,
      pollMs: LEASE_MS,
      untilEmpty: true,
      signal,
      report: { committed: noop, looked: noop, overtaken: noop, trouble: noop },
    }).then(
      () => this.#ended.add(worker),
      (error: unknown) => {
        this.#ended.add(worker);
        this.faults.push(error);
      },
    );
  }

  /** It never does anything again. */
  kill(worker: number): void {
    this.#dead.add(worker);
    for (const waiting of this.#waiting) if (waiting.worker === worker) this.#waiting.delete(waiting);
  }

  get alive(): readonly number[] {
    return Array.from({ length: this.#workers }, (_, i) => i).filter(
      (worker) => !this.#dead.has(worker) && !this.#ended.has(worker),
    );
  }

  get calls(): readonly Waiting[] {
    return [...this.#waiting].filter(({ dueMs }) => dueMs === undefined);
  }

  get sleeps(): readonly Waiting[] {
    const sleeping = [...this.#waiting].filter(({ dueMs }) => dueMs !== undefined);
    return sleeping.sort((one, other) => one.dueMs! - other.dueMs! || one.worker - other.worker);
  }

  async letGo(waiting: Waiting, how: 'done' | 'cut before' | 'cut after' = 'done'): Promise<void> {
    this.#waiting.delete(waiting);
    if (waiting.dueMs !== undefined) this.nowMs = Math.max(this.nowMs, waiting.dueMs);
    waiting.go(how);
    await settled();
  }

  /** All that is left happens one after the other. */
  async toEnd(): Promise<void> {
    await settled();
    for (let steps = 0; this.alive.length > 0; steps++) {
      if (steps > 10_000) throw new Error('it does not come to an end');
      const next = this.calls[0] ?? this.sleeps[0];
      if (next === undefined) throw new Error(`workers ${this.alive} wait for nothing`);
      await this.letGo(next);
    }
  }

  async oneMore(batchPages: number): Promise<void> {
    this.start(batchPages);
    await this.toEnd();
  }

  /** What came out, by number; a gap is what was lost. */
  async outputs(): Promise<ReadonlyMap<number, string>> {
    const outputs = await this.log.outputs(PARTITION, 1, { entries: 1e6, bytes: 1e9 });
    return new Map(outputs.map(({ number, kind, bytes }) => [number, `${kind} ${Buffer.from(bytes)}`]));
  }

  /** Whether pages wait. */
  async hasPages(): Promise<boolean> {
    const { partitions } = await this.log.status();
    return partitions.some(({ appended, position }) => position < appended);
  }

  #gated(worker: number): PageLog {
    const { log } = this;
    const wait =
      <Given extends readonly unknown[], Result>(label: string, act: (...given: Given) => Promise<Result>) =>
      (...given: Given): Promise<Result> =>
        new Promise((resolve, reject) => {
          const cut = (): void =>
            reject(new DehuskError('LOG_UNREACHABLE', { log: 'memory', reason: 'cut' }));
          this.#waiting.add({
            worker,
            dueMs: undefined,
            label,
            go: (how) => {
              if (how === 'cut before') return cut();
              act(...given).then((result) => {
                this.history.push(`${worker} ${label} ${JSON.stringify(result, withoutClock)}`);
                if (how === 'cut after') cut();
                else resolve(result);
              }, reject);
            },
          });
        });
    /** What a worker has read counts for what it will do, whoever decides when it reads. */
    const reads = <Given extends readonly unknown[], Result>(
      label: string,
      act: (...given: Given) => Promise<Result>,
    ): ((...given: Given) => Promise<Result>) =>
      this.#gates === 'all'
        ? wait(label, act)
        : async (...given) => {
            const result = await act(...given);
            this.history.push(`${worker} ${label} ${JSON.stringify(result, withoutClock)}`);
            return result;
          };
    return {
      ...log,
      claim: wait('claim', log.claim),
      attempt: wait('attempt', log.attempt),
      release: wait('release', log.release),
      commit: wait('commit', log.commit),
      // A lease that is not held cannot be prolonged.
      renew: (...given) =>
        this.#gates === 'all' || given[1].length > 0
          ? wait('renew', log.renew)(...given)
          : log.renew(...given),
      read: reads('read', log.read),
      loadSite: reads('load', log.loadSite),
      status: reads('status', log.status),
    };
  }
}

/** How long something waits is told to people, and changes nothing of what a worker does. */
function withoutClock(name: string, value: unknown): unknown {
  return name === 'oldestMs' ? undefined : value;
}

function noop(): void {}

/** Nothing here waits for a disk or a timer: when the event loop turns, all that can happen has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** What one undisturbed worker makes of the pages. */
export async function expectedOutputs(pages: number): Promise<ReadonlyMap<number, string>> {
  const stage = new Stage('whole');
  await stage.append(pages);
  stage.start(2);
  // What is loaded for the first time comes from a disk.
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  await stage.toEnd();
  return stage.outputs();
}

/** Workers that a page ends, one after the other, until one comes to its end: how many died, and what came out. */
export async function poisonedRun(
  pages: number,
  poisonous: number,
): Promise<{ readonly deaths: number; readonly kinds: readonly string[] }> {
  const stage = new Stage('whole', 'all', 3);
  await stage.append(pages);
  for (let deaths = 0; ; deaths++) {
    stage.start(pages, pagesOf(pages)[poisonous]!.url);
    await stage.toEnd();
    const outputs = await stage.outputs();
    if (outputs.size === pages)
      return {
        deaths,
        kinds: [...outputs.values()].map((text) => text.replace(/ .*?("code":"\w+").*/, ' $1')),
      };
  }
}

export type Violation = 'lost' | 'different' | `fault: ${string}`;

async function violationOf(
  stage: Stage,
  expected: ReadonlyMap<number, string>,
): Promise<Violation | undefined> {
  if (stage.faults.length > 0) return `fault: ${String(stage.faults[0])}`;
  const outputs = await stage.outputs();
  for (const [number, text] of expected) {
    const found = outputs.get(number);
    if (found === undefined) return 'lost';
    if (found !== text) return 'different';
  }
  return outputs.size === expected.size ? undefined : 'different';
}

export interface ScheduleOptions {
  readonly fence: Fence;
  readonly pages: number;
  readonly workers: number;
}

/** One order of events, drawn at random, with all that can go wrong; then everybody comes to an end in peace. */
export async function randomSchedule(
  random: Random,
  { fence, pages, workers }: ScheduleOptions,
  expected: ReadonlyMap<number, string>,
): Promise<Violation | undefined> {
  const stage = new Stage(fence);
  await stage.append(pages);
  const draw = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const batchPages = 1 + Math.floor(random() * 3);
  for (let i = 0; i < workers; i++) stage.start(batchPages);
  await settled();
  const moments = [stage.log.save()];
  let frozen: number | undefined;
  let hasFallenBack = false;
  const chaos = 10 + Math.floor(random() * 60);
  for (let step = 0; step < chaos && stage.alive.length > 0; step++) {
    const what = random();
    if (what < 0.03) {
      stage.kill(draw(stage.alive)!);
      stage.start(batchPages);
      await settled();
      continue;
    }
    if (what < 0.08) frozen = draw([...stage.alive, undefined]);
    hasFallenBack ||= what > 0.95;
    if (what > 0.95) stage.log.fallBack(draw(moments.slice(-4))!);
    const calls = stage.calls.filter(({ worker }) => worker !== frozen);
    const sleeps = stage.sleeps.filter(({ worker }) => worker !== frozen);
    const next = calls.length === 0 || random() < 0.15 ? (sleeps[0] ?? draw(calls)) : draw(calls);
    if (next === undefined) continue;
    const how = drawHow(random);
    await stage.letGo(next, next.dueMs === undefined ? how : 'done');
    if (next.label === 'commit' || next.label === 'claim') moments.push(stage.log.save());
  }
  await stage.toEnd();
  // Whoever saw that all was done has ended, and cannot know that the log fell back later: its pages wait for the next.
  if (hasFallenBack && (await stage.hasPages())) await stage.oneMore(batchPages);
  return violationOf(stage, expected);
}

function drawHow(random: Random): 'done' | 'cut before' | 'cut after' {
  const cut = random();
  return cut < 0.03 ? 'cut before' : cut < 0.06 ? 'cut after' : 'done';
}

export interface Exploration {
  /** Orders of events that came to their end. */
  readonly paths: number;
  readonly states: number;
  readonly violations: number;
}

/**
 * All orders in which what changes the log can happen, and all moments at which as much time passes as a lease lasts: what
 * a worker reads, it reads as early as it can, and others may write before it does. Each order is done from the start.
 * Where two lead to the same contents of the log and each worker has seen the same, what follows is the same, and is tried
 * once.
 */
export async function allSchedules(
  { fence, pages, workers }: ScheduleOptions,
  maxLeases: number,
  expected: ReadonlyMap<number, string>,
): Promise<Exploration> {
  const seen = new Set<string>();
  const pending: (readonly number[])[] = [[]];
  let paths = 0;
  let violations = 0;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const stage = new Stage(fence, 'changes');
    await stage.append(pages);
    for (let i = 0; i < workers; i++) stage.start(1);
    await settled();
    let leases = 0;
    const choices = (): readonly (Waiting | 'a lease runs out')[] => {
      const awake = stage.sleeps.filter(({ dueMs }) => dueMs! <= stage.nowMs);
      return [...stage.calls, ...awake, ...(leases < maxLeases ? (['a lease runs out'] as const) : [])];
    };
    const step = async (next: Waiting | 'a lease runs out'): Promise<void> => {
      if (next !== 'a lease runs out') return stage.letGo(next);
      leases++;
      stage.nowMs += LEASE_MS + 1;
    };
    for (const choice of path) await step(choices()[choice]!);
    const route = [...path];
    for (let here = choices(); here.length > 0; here = choices()) {
      const key = stateOf(stage, workers, here);
      // Met on another way: what comes after it was tried, or is pending.
      if (seen.has(key)) break;
      seen.add(key);
      for (let other = 1; other < here.length; other++) pending.push([...route, other]);
      route.push(0);
      await step(here[0]!);
    }
    if (choices().length > 0) continue;
    await stage.toEnd();
    paths++;
    if ((await violationOf(stage, expected)) !== undefined) violations++;
  }
  return { paths, states: seen.size, violations };
}

function stateOf(stage: Stage, workers: number, here: readonly (Waiting | string)[]): string {
  const ofWorker = (worker: number): string[] =>
    stage.history.filter((line) => line.startsWith(`${worker} `));
  const seen = Array.from({ length: workers }, (_, worker) => ofWorker(worker).join('\n'));
  const waiting = here
    .map((one) => (typeof one === 'string' ? one : `${one.worker} ${one.label} ${one.dueMs ?? ''}`))
    .sort();
  return JSON.stringify([stage.nowMs, seen, waiting]);
}
