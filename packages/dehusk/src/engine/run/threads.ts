/**
 * The work of a run in worker threads. All pages of a site go to one thread, so their order is kept; where they are most
 * of the input, others help (`share-pages.ts`).
 */
import { Worker } from 'node:worker_threads';
import { DehuskError, type ErrorCode, type ErrorFacts } from '../../errors.ts';
import { coreModule, useCoreFile } from '../../page/core-node.ts';
import type { RawPage } from '../../page/raw-page.ts';
import {
  buffersOf,
  hasSteps,
  type Judgement,
  type PageSteps,
  type PreparedPage,
  type PreparedTask,
} from './page-steps.ts';
import type { RenderedPage, RenderOptions } from './render-page.ts';
import { type PageThread, SharedPages } from './share-pages.ts';
import type { JudgeOptions, LoadSite, Outcome, RawTask, Work } from './work.ts';
import type { WorkerData, WorkerMessage, WorkRequest } from './worker.ts';

/** Enough that no worker waits for the one that has the slowest page; few enough that pages do not pile up. */
const PAGES_PER_WORKER = 24;

/** So many sites are dealt out evenly; of more than that, chance does it well enough and needs no memory. */
const DEALT_SITES = 1000;

/**
 * The pages of one site are shared by so many threads at least. Where two share them, all of the work grows by a third;
 * and two cores are busy without it, because the main thread reads and writes (docs/SPEED.md).
 */
const SHARING_JOBS = 3;

/** A larger page would take a thread that only helps too much memory. */
const SHARED_PAGE_BYTES = 4 * 1024 * 1024;

export interface ThreadOptions {
  readonly judge: JudgeOptions;
  readonly render: RenderOptions;
  readonly jobs: number;
  readonly loadSite: LoadSite;
}

export function workInThreads({ judge, render, jobs, loadSite }: ThreadOptions): Work<RenderedPage> {
  // Pages are taken out of their lines by the core, too, before a thread gets them.
  useCoreFile();
  const data: WorkerData = {
    judge: { ...judge, memoryBytes: judge.memoryBytes / jobs },
    render,
    core: coreModule(),
  };
  // By number; each is started for its first site, so that of few sites nobody pays for more threads than they need.
  const threads = new Map<number, WorkThread>();
  let currentPass = 1;
  const startThread = (number: number): WorkThread => {
    const thread = new WorkThread(data, loadSite);
    threads.set(number, thread);
    void thread.ask({ kind: 'begin', pass: currentPass }, []);
    return thread;
  };
  const dealt = new Map<string, WorkThread>();
  const threadOf = (site: string): WorkThread => {
    const before = dealt.get(site);
    if (before !== undefined) return before;
    const number = (dealt.size < DEALT_SITES ? dealt.size : hashOf(site)) % jobs;
    const thread = threads.get(number) ?? startThread(number);
    if (dealt.size < DEALT_SITES) dealt.set(site, thread);
    return thread;
  };
  const shared = new SharedPages<RenderedPage, WorkThread>({
    ownerOf: threadOf,
    helpersOf: (owner) => {
      for (let number = 0; number < jobs; number++) threads.get(number) ?? startThread(number);
      return [...threads.values()].filter((thread) => thread !== owner);
    },
    canShare: (task) =>
      jobs >= SHARING_JOBS &&
      data.core !== undefined &&
      task.raw.bytes.length <= SHARED_PAGE_BYTES &&
      hasSteps(task, judge),
  });
  const ask = <Value>(
    site: string,
    request: WorkRequest,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Value> => shared.inTurn(site, () => threadOf(site).ask(request, transfer) as Promise<Value>);
  return {
    inFlight: jobs * PAGES_PER_WORKER,
    beginPass: (pass) => {
      currentPass = pass;
      for (const thread of threads.values()) void thread.ask({ kind: 'begin', pass }, []);
    },
    page: (task) => shared.page(task),
    batch: async (site, pages) => {
      const raws = pages.map(ownBytes);
      const buffers = raws.map(({ bytes }) => bytes.buffer);
      return ask(site, { kind: 'batch', site, raws }, buffers);
    },
    pass: (site, wasWritten) => ask(site, { kind: 'pass', site, wasWritten }),
    wouldDiffer: (site, traces) => ask(site, { kind: 'differ', site, traces }),
    templateDocument: (site) => ask(site, { kind: 'template', site }),
    forget: (site) => ask(site, { kind: 'forget', site }),
    close: async () => {
      await Promise.all([...threads.values()].map((thread) => thread.close()));
    },
  };
}

function hashOf(site: string): number {
  let hash = 0;
  for (let i = 0; i < site.length; i++) hash = (Math.imul(hash, 31) + site.charCodeAt(i)) >>> 0;
  return hash;
}

/** A page whose bytes can be sent without copying them. */
type OwnedPage = RawPage & { readonly bytes: Uint8Array<ArrayBuffer> };

/** A page may be a window on a larger buffer, which would be sent whole: its own bytes are sent instead. */
function ownBytes(raw: RawPage): OwnedPage {
  return { ...raw, bytes: new Uint8Array(raw.bytes) };
}

/**
 * The page itself where it is no such window: its bytes are gone then. Copies had been a tenth of what the main thread
 * did, and it looked for garbage twice as often. No bytes at all may be those of others, too.
 */
function givenBytes(raw: RawPage): OwnedPage {
  const { length, buffer } = raw.bytes;
  return length > 0 && length === buffer.byteLength ? (raw as OwnedPage) : ownBytes(raw);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A worker that answers in the order in which it was asked. */
class WorkThread implements PageThread<RenderedPage> {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  /** What was asked in this turn of the event loop: one message wakes the thread, and not one for each page. */
  #asking: WorkRequest[] = [];
  #buffers: ArrayBuffer[] = [];
  /** Why it does not answer any more. */
  #failure: { readonly error: unknown } | undefined;

  readonly #takesBytes: boolean;

  constructor(data: WorkerData, loadSite: LoadSite) {
    // With a state a run is known again by the last page of its input.
    this.#takesBytes = !data.judge.hasStore;
    this.#worker = new Worker(workerFile(), { workerData: data });
    this.#worker.on('message', (said: WorkerMessage) => {
      if ('load' in said) {
        loadSite(said.load).then(
          (state) => this.#post({ kind: 'loaded', state }),
          (error: unknown) => this.#fail(error),
        );
        return;
      }
      for (const answer of said.answers) {
        const waiting = this.#waiting.shift()!;
        if ('value' in answer) waiting.resolve(answer.value);
        else waiting.reject(new DehuskError(answer.code, answer.facts as ErrorFacts<ErrorCode>));
      }
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('a worker thread ended')));
  }

  page(task: RawTask): Promise<Outcome<RenderedPage>> {
    const raw = this.#takesBytes ? givenBytes(task.raw) : ownBytes(task.raw);
    return this.#asked({ kind: 'page', task: { ...task, raw } }, [raw.bytes.buffer]);
  }

  prepare(ticket: number, task: RawTask): ReturnType<PageSteps<RenderedPage>['prepare']> {
    const raw = ownBytes(task.raw);
    return this.#asked({ kind: 'prepare', ticket, task: { ...task, raw } }, [raw.bytes.buffer]);
  }

  judge(task: PreparedTask, prepared: PreparedPage): Promise<Outcome<Judgement>> {
    return this.#asked({ kind: 'judge', task, prepared }, buffersOf(prepared));
  }

  render(ticket: number, judgement: Judgement): ReturnType<PageSteps<RenderedPage>['render']> {
    return this.#asked({ kind: 'render', ticket, judgement }, []);
  }

  drop(ticket: number): Promise<void> {
    return this.#asked({ kind: 'drop', ticket }, []);
  }

  #asked<Value>(request: WorkRequest, transfer: readonly ArrayBuffer[]): Promise<Value> {
    return this.ask(request, transfer) as Promise<Value>;
  }

  ask(request: WorkRequest, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    const answer = new Promise((resolve, reject) => {
      if (this.#failure === undefined) this.#waiting.push({ resolve, reject });
      else reject(this.#failure.error);
    });
    // The answer is looked at when its turn comes; until then a failure is not unhandled.
    answer.catch(() => undefined);
    if (this.#failure === undefined) this.#post(request, transfer);
    return answer;
  }

  #post(request: WorkRequest, transfer: readonly ArrayBuffer[] = []): void {
    // After all that is under way now has asked, too.
    if (this.#asking.length === 0) process.nextTick(() => this.#send());
    this.#asking.push(request);
    this.#buffers.push(...transfer);
  }

  #send(): void {
    const [requests, buffers] = [this.#asking, this.#buffers];
    this.#asking = [];
    this.#buffers = [];
    this.#worker.postMessage(requests, buffers);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}

/** A file of its own beside the command, whose parts lie in folders of a bundle. */
function workerFile(): URL {
  const isBundled = import.meta.url.includes('/dist/shared/');
  return new URL(isBundled ? '../worker.cjs' : './worker.js', import.meta.url);
}
