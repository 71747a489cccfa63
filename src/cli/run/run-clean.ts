/**
 * A run of `dehusk clean`, from the first page or from where an earlier run was stopped, to its end. Output and state
 * go hand in hand: see `run-state.ts`.
 */
import {
  createMemoryStore,
  createOverrides,
  createSiteKey,
  pageId,
  type RunPosition,
  type Store,
} from '../../index.ts';
import { type InputSize, inputSizes, openInputs, openSqliteStore } from '../../node.ts';
import { type CleanFlags, checkInputFiles } from '../clean-flags.ts';
import { mergeOverrides, readConfigFile } from '../config-file.ts';
import { pageLimits } from '../flags.ts';
import type { Destination } from '../output/container.ts';
import { guardInputs } from '../output/guard-inputs.ts';
import { finishOutput, type Output, openOutput } from '../output/output.ts';
import type { Report } from '../report.ts';
import type { Stop } from '../stop.ts';
import { cleanPass, type PassResult } from './clean-pass.ts';
import type { WorkOptions, WorkTask } from './page-work.ts';
import { type Plan, planRun } from './plan.ts';
import { readPageList, writeReprocessList } from './reprocess-list.ts';
import { RunState, startPosition } from './run-state.ts';
import { openTraceFile, type TraceFile } from './trace-file.ts';
import { createWorkPool, type WorkPool } from './work-pool.ts';

export interface CleanRequest {
  readonly inputs: readonly string[];
  readonly flags: CleanFlags;
  readonly destination: Destination;
  readonly report: Report;
  readonly stop: Stop;
}

/** Everything a run holds open. */
interface Run extends CleanRequest {
  readonly plan: Plan;
  readonly store: Store;
  readonly state: RunState;
  readonly output: Output;
  readonly pool: WorkPool;
  readonly traces: TraceFile | undefined;
  readonly onlyList: ReadonlySet<string> | undefined;
  /** Met so far, in the order of their first pages. */
  readonly sites: Set<string>;
}

/**
 * Runs to the end; false if there was nothing to do. Whatever ends it early is thrown after what was done is kept;
 * `onKept` is told where.
 */
export async function runClean(request: CleanRequest, onKept: (file: string) => void): Promise<boolean> {
  const { inputs, flags, destination, report } = request;
  const files = await inputSizes(inputs);
  checkInputFiles(files, flags);
  await guardInputs(destination, files);
  const plan = planRun(inputs, files, flags);
  await using store = flags.state === undefined ? createMemoryStore() : openSqliteStore(flags.state);
  const position = (plan.run !== undefined && (await store.loadPosition(plan.run))) || startPosition;
  if (position.finished) {
    await finishOutput(destination);
    report.messages.info('finished', 'nothing to do: this run is done', {});
    return false;
  }
  const run = await openRun(request, { plan, store, position });
  report.start(totalBytes(files, plan));
  await finishOrKeep(run, position, onKept);
  return true;
}

async function openRun(
  request: CleanRequest,
  { plan, store, position }: { plan: Plan; store: Store; position: RunPosition },
): Promise<Run> {
  const { flags, destination, report } = request;
  const { format, keepDirs = false } = flags;
  const onlyList = flags.onlyList === undefined ? undefined : await readPageList(flags.onlyList);
  const config = flags.config === undefined ? undefined : await readConfigFile(flags.config);
  const overrides = mergeOverrides(config, flags);
  // Throws for a bad selector, here and not in a worker.
  createOverrides(overrides);
  const pool = createWorkPool({ ...workOptions(request, plan, store), overrides }, flags.jobs);
  const output = await openOutput(destination, { format, keepDirs, keptBytes: position.outputBytes });
  const listFile = flags.reprocessList;
  const traces =
    listFile === undefined || !plan.passes.includes('observe')
      ? undefined
      : await openTraceFile(`${listFile}.traces`, position.tally.traceBytes ?? 0);
  report.tally.restore(position.tally);
  const state = new RunState(store, { name: plan.run ?? '-', position, commitEvery: flags.commitEvery });
  return { ...request, plan, store, state, output, pool, traces, onlyList, sites: new Set() };
}

function workOptions(
  { flags, destination }: CleanRequest,
  plan: Plan,
  store: Store,
): Omit<WorkOptions, 'overrides'> {
  const { method, set = {}, format, blocks = false, templateText = false } = flags;
  return {
    method,
    methodOptions: set,
    forgetting: plan.forgetting,
    hashKey: store.hashKey,
    limits: pageLimits(flags),
    container: destination.container,
    encode: { format, blocks, templateText },
    journal: flags.state !== undefined,
    trace: flags.reprocessList !== undefined,
  };
}

/** A pass reads everything once. */
function totalBytes(files: readonly InputSize[], { passes }: Plan): number | undefined {
  if (files.some(({ sizeBytes }) => sizeBytes === undefined)) return undefined;
  return files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) * passes.length;
}

async function finishOrKeep(run: Run, position: RunPosition, onKept: (file: string) => void): Promise<void> {
  try {
    for (let pass = position.pass; pass <= run.plan.passes.length; pass++) {
      await runPass(run, pass, pass === position.pass ? position.itemCount : 0);
    }
    await finish(run);
  } catch (error) {
    await keep(run, onKept);
    throw error;
  } finally {
    await run.pool.close();
  }
}

async function runPass(run: Run, pass: number, skip: number): Promise<void> {
  const { inputs, flags, report, stop, plan, state } = run;
  const mode = plan.passes[pass - 1]!;
  if (skip === 0) state.beginPass(pass);
  report.tally.beginPass(mode === 'learn' ? 'learning' : 'cleaning', skip === 0);
  const { baseUrl, inputFormat, field, maxPageBytes } = flags;
  const input = openInputs(inputs, {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(inputFormat !== undefined && { inputFormat }),
    ...(field !== undefined && { fields: field }),
    maxPageBytes,
    signal: stop.signal,
    onBytes: (count) => report.tally.addBytes(count),
  });
  const results = cleanPass(input, {
    mode,
    siteKey: createSiteKey(flags.siteBy),
    pool: run.pool,
    skip,
    isWanted: (raw) => run.onlyList === undefined || run.onlyList.has(pageId(raw)),
    prepare: createPrepare(run),
  });
  for await (const result of results) {
    await takeResult(result, run, mode === 'learn');
    if (state.isDue) await commit(run, false);
  }
}

/** What is known of a site is looked up when its first page comes. */
function createPrepare({
  store,
  state,
  flags,
  sites,
}: Run): (site: string) => Promise<Pick<WorkTask, 'state' | 'whole'>> {
  const always = flags.template === 'always';
  const known = new Set<string>();
  return async (site) => {
    if (known.has(site)) return { state: undefined, whole: always };
    known.add(site);
    sites.add(site);
    const found = await store.loadSite(site);
    if (found !== undefined) state.setFacts(site, found.facts);
    const isFirst = flags.template === 'first' && state.factsOf(site).pageCount === 0;
    return { state: found, whole: always || isFirst };
  };
}

async function takeResult(result: PassResult, run: Run, isLearning: boolean): Promise<void> {
  const { report, state, output } = run;
  switch (result.kind) {
    case 'done':
      if (result.site !== undefined) {
        report.tally.passPage(result.site);
        run.sites.add(result.site);
      }
      if (result.raw !== undefined) output.pass({ id: pageId(result.raw), raw: result.raw });
      return;
    case 'unwanted':
      state.addItem();
      return;
    case 'failure':
      // It comes again in the pass that writes, and is told there.
      if (!isLearning) report.fail(result);
      state.addItem();
      return;
    case 'page':
      await takePage(result, run);
  }
}

async function takePage(
  { site, raw, outcome }: Extract<PassResult, { kind: 'page' }>,
  run: Run,
): Promise<void> {
  const { id, bytes, trace } = outcome;
  if (bytes !== undefined) await run.output.put({ id, raw }, bytes);
  if (trace !== undefined) await run.traces?.add({ site, id, trace });
  run.report.tally.addPage(site);
  if (outcome.guarded) run.report.tally.addGuarded();
  run.state.addPage(site, outcome);
}

/** The output first, then the position behind it. */
async function commit({ flags, output, traces, report, state }: Run, finished: boolean): Promise<void> {
  if (flags.state === undefined) return;
  const outputBytes = await output.sync();
  const traceBytes = (await traces?.sync()) ?? 0;
  await state.commit(outputBytes, { ...report.tally.saved(), traceBytes }, finished);
}

async function finish(run: Run): Promise<void> {
  const { flags, output, traces, pool, report } = run;
  if (flags.reprocessList !== undefined) {
    const count = await writeReprocessList(flags.reprocessList, traces, pool);
    report.messages.info(
      'reprocess',
      `${count} pages would now be judged otherwise: ${flags.reprocessList}`,
      { count },
    );
  }
  if (flags.template === 'separate') await writeTemplates(run);
  await commit(run, true);
  await output.finish();
  await traces?.remove();
}

/** One record a site, behind the pages: only then is it known what the template is. */
async function writeTemplates({ sites, pool, output }: Run): Promise<void> {
  for (const site of sites) {
    const place = { id: `${site}#template`, raw: { bytes: new Uint8Array(), provenance: { file: site } } };
    await output.put(place, await pool.templateDocument(site));
  }
}

/** A run that is stopped, or fails, loses nothing that it has done. */
async function keep(run: Run, onKept: (file: string) => void): Promise<void> {
  // Where the output or the state was what failed, they are left as they are; the rest of the error is told.
  const isStopped = run.stop.exitCode !== undefined;
  if (isStopped) await commit(run, false);
  const kept = await run.output.stop().catch((second: unknown) => {
    if (isStopped) throw second;
    return undefined;
  });
  if (kept !== undefined) onKept(kept);
}
