/** A worker thread: the work of `page-work.ts`, asked by message. */
import { parentPort, workerData } from 'node:worker_threads';
import { DehuskError, type ErrorCode } from '../../index.ts';
import {
  createPageWork,
  type KnownSite,
  type SiteTraces,
  type WorkOptions,
  type WorkTask,
} from './page-work.ts';

export type WorkRequest =
  | { readonly kind: 'page'; readonly task: WorkTask }
  | { readonly kind: 'differ'; readonly traces: SiteTraces }
  | { readonly kind: 'template'; readonly site: KnownSite };

export type WorkAnswer =
  | { readonly value: unknown }
  | { readonly code: ErrorCode; readonly facts: Readonly<Record<string, string | number>> };

const work = createPageWork(workerData as WorkOptions);

parentPort?.on('message', (request: WorkRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: WorkRequest): WorkAnswer {
  try {
    if (request.kind === 'differ') return { value: work.wouldDiffer(request.traces) };
    if (request.kind === 'template') return { value: work.templateDocument(request.site) };
    return { value: work.process(request.task) };
  } catch (error) {
    const { code, facts } =
      error instanceof DehuskError ? error : new DehuskError('INTERNAL', { reason: String(error) });
    return { code, facts };
  }
}
