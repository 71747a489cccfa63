/** A worker thread: the work of `work.ts`, asked by message. */
import { parentPort, workerData } from 'node:worker_threads';
import { DehuskError, type ErrorCode } from '../../index.ts';
import type { BatchTask } from './batch-work.ts';
import type { KnownSite, SiteTraces, WorkOptions, WorkTask } from './page-work.ts';
import { createWork } from './work.ts';

export type WorkRequest =
  | { readonly kind: 'page'; readonly task: WorkTask }
  | { readonly kind: 'batch'; readonly task: BatchTask }
  | { readonly kind: 'differ'; readonly traces: SiteTraces }
  | { readonly kind: 'template'; readonly site: KnownSite };

export type WorkAnswer =
  | { readonly value: unknown }
  | { readonly code: ErrorCode; readonly facts: Readonly<Record<string, string | number>> };

const work = createWork(workerData as WorkOptions);

parentPort?.on('message', (request: WorkRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: WorkRequest): WorkAnswer {
  try {
    if (request.kind === 'differ') return { value: work.wouldDiffer(request.traces) };
    if (request.kind === 'template') return { value: work.templateDocument(request.site) };
    if (request.kind === 'batch') return { value: work.processBatch(request.task) };
    return { value: work.process(request.task) };
  } catch (error) {
    const { code, facts } =
      error instanceof DehuskError ? error : new DehuskError('INTERNAL', { reason: String(error) });
    return { code, facts };
  }
}
