/**
 * A run of `dehusk clean`, from the first page or from where an earlier run was stopped, to its end. Output and state
 * go hand in hand: see `site/run-state.ts`.
 */
import { rm } from 'node:fs/promises';
import {
  createMemoryStore,
  createNoneDetector,
  DehuskError,
  type Store,
  startPosition,
} from '../../index.ts';
import { inputSizes, openSqliteStore } from '../../node.ts';
import { checkInputFiles } from '../check-flags.ts';
import type { CleanFlags } from '../clean-flags.ts';
import { isBatchMethod } from '../methods/methods.ts';
import { streamMethods } from '../methods/stream-methods.ts';
import { guardInputs } from '../output/guard-inputs.ts';
import { finishOutput } from '../output/output.ts';
import { finishRun, keepRun } from './finish-run.ts';
import { checkState, knownDigest } from './known-state.ts';
import { type CleanRequest, openRun, type PlannedRun, type Run, readRules } from './open-run.ts';
import { isFrozen, type Plan, planRun } from './plan.ts';
import { runPass } from './run-pass.ts';
import { totalBytes } from './total-bytes.ts';
import { traceFileOf } from './trace-file.ts';

/**
 * Runs to the end; false if there was nothing to do. Whatever ends it early is thrown after what was done is kept;
 * `onKept` is told where.
 */
export async function runClean(request: CleanRequest, onKept: (file: string) => void): Promise<boolean> {
  const { inputs, flags, destination, report } = request;
  const files = await inputSizes(inputs);
  checkInputFiles(files, flags);
  await guardInputs(destination, files);
  const rules = await readRules(flags);
  await using store = flags.state === undefined ? createMemoryStore() : openSqliteStore(flags.state);
  const known = isFrozen(flags) ? await knownDigest(store) : undefined;
  const plan = planRun({ inputs, files, flags, rules, known });
  await checkState(store, createDetectors(flags, plan, store));
  const position = (plan.run !== undefined && (await store.loadPosition(plan.run))) || startPosition;
  const planned = { ...request, rules, plan, store, position };
  if (position.finished && (await isDone(planned))) return false;
  const run = await openRun(position.finished ? { ...planned, position: startPosition } : planned);
  report.start(totalBytes(files, plan.passes.length + (flags.bootstrap === true ? 1 : 0)));
  await finishOrKeep(run, onKept);
  return true;
}

/** What a batch method leaves of a site is what `none` does: that it was there. */
function createDetectors({ method, set = {} }: CleanFlags, { forgetting }: Plan, { hashKey }: Store) {
  if (isBatchMethod(method)) return createNoneDetector;
  return streamMethods[method](set, { hashKey, forgetting });
}

/** Nothing to do for a run that is done, unless it can simply be done again. */
async function isDone({ plan, position, destination, flags, report }: PlannedRun): Promise<boolean> {
  const isThere = await finishOutput(destination, position.outputBytes);
  // Who learns nothing counts nothing twice.
  if (!isThere && plan.isFrozen) return false;
  if (!isThere) throw new DehuskError('STATE_RUN_DONE', { file: destination.path! });
  // Killed in the moment before it would have gone.
  if (flags.reprocessList !== undefined) await rm(traceFileOf(flags.reprocessList), { force: true });
  report.messages.info('finished', 'nothing to do: this run is done', {});
  return true;
}

async function finishOrKeep(run: Run, onKept: (file: string) => void): Promise<void> {
  const { position, plan } = run;
  try {
    for (let pass = position.pass; pass <= plan.passes.length; pass++) {
      await runPass(run, pass, pass === position.pass ? position.itemCount : 0);
    }
    await finishRun(run);
  } catch (error) {
    await keepRun(run, onKept);
    throw error;
  } finally {
    await run.pool.close();
  }
}
