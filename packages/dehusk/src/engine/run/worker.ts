/** A worker thread: the work of `work.ts`, asked by message, one thing after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { DehuskError, type ErrorCode } from '../../errors.ts';
import type { CoreModule } from '../../page/core-instance.ts';
import { useCore } from '../../page/parse.ts';
import type { RawPage } from '../../page/raw-page.ts';
import type { SiteState } from '../store.ts';
import { buffersOf, type Judgement, type PreparedPage, type PreparedTask, stepsHere } from './page-steps.ts';
import { createRender, type RenderedPage, type RenderOptions } from './render-page.ts';
import { type JudgeOptions, openEngine, type RawTask, workHere } from './work.ts';

export type WorkRequest =
  | { readonly kind: 'begin'; readonly pass: number }
  | { readonly kind: 'page'; readonly task: RawTask }
  | { readonly kind: 'prepare'; readonly ticket: number; readonly task: RawTask }
  | { readonly kind: 'judge'; readonly task: PreparedTask; readonly prepared: PreparedPage }
  | { readonly kind: 'render'; readonly ticket: number; readonly judgement: Judgement }
  | { readonly kind: 'drop'; readonly ticket: number }
  | { readonly kind: 'batch'; readonly site: string; readonly raws: readonly RawPage[] }
  | { readonly kind: 'pass'; readonly site: string; readonly wasWritten: boolean }
  | { readonly kind: 'differ'; readonly site: string; readonly traces: readonly Uint8Array[] }
  | { readonly kind: 'template'; readonly site: string }
  | { readonly kind: 'forget'; readonly site: string }
  /** What the store knows of the site that this thread has asked for. */
  | { readonly kind: 'loaded'; readonly state: SiteState | undefined };

export type WorkAnswer =
  | { readonly value: unknown }
  | { readonly code: ErrorCode; readonly facts: Readonly<Record<string, string | number>> };

export type WorkerMessage =
  | { readonly answers: readonly WorkAnswer[] }
  /** The store is not here: the main thread looks it up. */
  | { readonly load: string };

export interface WorkerData {
  readonly judge: JudgeOptions;
  readonly render: RenderOptions;
  /** Compiled once for all threads. */
  readonly core: CoreModule | undefined;
}

const port = parentPort!;
const { judge, render, core } = workerData as WorkerData;
useCore(() => core);

let loaded: (state: SiteState | undefined) => void = () => undefined;
const loadSite = (site: string): Promise<SiteState | undefined> =>
  new Promise((resolve) => {
    loaded = resolve;
    port.postMessage({ load: site } satisfies WorkerMessage);
  });

const work = openEngine(judge, loadSite).then(async (engine) => {
  const renderPage = await createRender(render);
  return { ...workHere(engine, renderPage, render), ...stepsHere(engine, renderPage, judge) };
});

/** So many pages are answered together: each message wakes the main thread. */
const PAGES_AT_ONCE = 8;

let answers: WorkAnswer[] = [];
let buffers: ArrayBuffer[] = [];
let asked = 0;
let last: Promise<unknown> = work;
port.on('message', (requests: readonly WorkRequest[]) => {
  for (const request of requests) {
    if (request.kind === 'loaded') {
      loaded(request.state);
      continue;
    }
    asked++;
    last = last
      .then(() => answer(request))
      .then((reply) => {
        asked--;
        answers.push(reply);
        if ('value' in reply) buffers.push(...sentBuffers(reply.value));
        // Others may wait for anything but a whole page.
        if (asked === 0 || answers.length === PAGES_AT_ONCE || request.kind !== 'page') sendAnswers();
      });
  }
});

function sendAnswers(): void {
  port.postMessage({ answers } satisfies WorkerMessage, buffers);
  answers = [];
  buffers = [];
}

type Sent =
  | PreparedPage
  | { readonly kind?: undefined; readonly rendered?: Partial<RenderedPage> }
  | undefined;

/** What is sent without copying it: a page that was prepared, or a record. Neither is of use here afterwards. */
function sentBuffers(value: unknown): readonly ArrayBuffer[] {
  const sent = value as Sent;
  if (sent?.kind === 'prepared') return buffersOf(sent);
  const record = sent?.rendered?.record;
  // A window on a buffer would take the rest of it along.
  const isWhole = record !== undefined && record.length === record.buffer.byteLength;
  return isWhole ? [record.buffer as ArrayBuffer] : [];
}

async function answer(request: Exclude<WorkRequest, { kind: 'loaded' }>): Promise<WorkAnswer> {
  try {
    return { value: await done(request) };
  } catch (error) {
    const { code, facts } =
      error instanceof DehuskError ? error : new DehuskError('INTERNAL', { reason: String(error) });
    return { code, facts };
  }
}

async function done(request: Exclude<WorkRequest, { kind: 'loaded' }>): Promise<unknown> {
  const here = await work;
  switch (request.kind) {
    case 'begin':
      return here.beginPass(request.pass);
    case 'page':
      return here.page(request.task);
    case 'prepare':
      return here.prepare(request.ticket, request.task);
    case 'judge':
      return here.judge(request.task, request.prepared);
    case 'render':
      return here.render(request.ticket, request.judgement);
    case 'drop':
      return here.drop(request.ticket);
    case 'batch':
      return here.batch(request.site, request.raws);
    case 'pass':
      return here.pass(request.site, request.wasWritten);
    case 'differ':
      return here.wouldDiffer(request.site, request.traces);
    case 'template':
      return here.templateDocument(request.site);
    case 'forget':
      return here.forget(request.site);
  }
}
