/** Where the work on pages is done: here, or spread over worker threads. The order of the pages is kept. */
import { Worker } from 'node:worker_threads';
import { DehuskError, type ErrorCode, type ErrorFacts, type RawPage } from '../../index.ts';
import type { BatchTask } from './batch-work.ts';
import type { KnownSite, Outcome, SiteTraces, WorkOptions, WorkTask } from './page-work.ts';
import { createWork } from './work.ts';
import type { WorkAnswer, WorkRequest } from './worker.ts';

export interface WorkPool {
  process(task: WorkTask): Promise<Outcome>;
  processBatch(task: BatchTask): Promise<readonly Outcome[]>;
  wouldDiffer(traces: SiteTraces): Promise<readonly boolean[]>;
  templateDocument(site: KnownSite): Promise<Uint8Array>;
  /** How many pages may be under way at once. */
  readonly inFlight: number;
  close(): Promise<void>;
}

/** Enough that no worker waits for the one that has the slowest page; few enough that pages do not pile up. */
const PAGES_PER_WORKER = 24;

export function createWorkPool(options: WorkOptions, jobs: number): WorkPool {
  return jobs === 1 ? workHere(options) : workInThreads(options, jobs);
}

function workHere(options: WorkOptions): WorkPool {
  const work = createWork(options);
  return {
    process: async (task) => work.process(task),
    processBatch: async (task) => work.processBatch(task),
    wouldDiffer: async (traces) => work.wouldDiffer(traces),
    templateDocument: async (site) => work.templateDocument(site),
    inFlight: 1,
    close: async () => undefined,
  };
}

function workInThreads(options: WorkOptions, jobs: number): WorkPool {
  const threads = Array.from({ length: jobs }, () => new WorkThread(options));
  const threadOf = new Map<string, WorkThread>();

  /** All pages of a site go to one thread; a new site to the one with the fewest sites. */
  const assign = (site: string): WorkThread => {
    const known = threadOf.get(site);
    if (known !== undefined) return known;
    const idlest = threads.reduce((best, thread) => (thread.siteCount < best.siteCount ? thread : best));
    idlest.siteCount++;
    threadOf.set(site, idlest);
    return idlest;
  };

  return {
    process: async (task) => {
      const raw = ownBytes(task.raw);
      const sent = { kind: 'page', task: { ...task, raw } } as const;
      return (await assign(task.site).ask(sent, [raw.bytes.buffer])) as Outcome;
    },
    processBatch: async (task) => {
      const raws = task.raws.map(ownBytes);
      const sent = { kind: 'batch', task: { ...task, raws } } as const;
      const buffers = raws.map(({ bytes }) => bytes.buffer);
      return (await assign(task.site).ask(sent, buffers)) as readonly Outcome[];
    },
    wouldDiffer: async (traces) =>
      (await assign(traces.site).ask({ kind: 'differ', traces }, [])) as boolean[],
    templateDocument: async (site) =>
      (await assign(site.site).ask({ kind: 'template', site }, [])) as Uint8Array,
    inFlight: jobs * PAGES_PER_WORKER,
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** A page may be a window on a larger buffer, which would be sent whole: its own bytes are sent instead. */
function ownBytes(raw: RawPage): RawPage & { readonly bytes: Uint8Array<ArrayBuffer> } {
  return { ...raw, bytes: new Uint8Array(raw.bytes) };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A worker that answers in the order in which it was asked. */
class WorkThread {
  siteCount = 0;
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];

  constructor(options: WorkOptions) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: options });
    this.#worker.on('message', (answer: WorkAnswer) => {
      const waiting = this.#waiting.shift()!;
      if ('value' in answer) waiting.resolve(answer.value);
      else waiting.reject(new DehuskError(answer.code, answer.facts as ErrorFacts<ErrorCode>));
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('a worker thread ended')));
  }

  ask(request: WorkRequest, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    const answer = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    // The answer is looked at when its turn comes; until then a failure is not unhandled.
    answer.catch(() => undefined);
    this.#worker.postMessage(request, transfer);
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}
