/** The work on pages, whichever way the method takes them: one by one, or many at once. */
import { DehuskError } from '../../index.ts';
import { isBatchMethod } from '../methods/methods.ts';
import { type BatchTask, createBatchWork } from './batch-work.ts';
import { createPageWork, type Outcome, type PageWork, type WorkOptions } from './page-work.ts';

export interface Work extends PageWork {
  processBatch(task: BatchTask): readonly Outcome[];
}

export function createWork(options: WorkOptions): Work {
  if (!isBatchMethod(options.method)) return { ...createPageWork(options), processBatch: notThisWay };
  const processBatch = createBatchWork(options);
  return { processBatch, process: notThisWay, wouldDiffer: notThisWay, templateDocument: notThisWay };
}

function notThisWay(): never {
  throw new DehuskError('INTERNAL', { reason: 'the method does not take pages this way' });
}
