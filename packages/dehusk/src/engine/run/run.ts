/**
 * A run: pages from files to files, from the first page or from where an earlier run was stopped, to its end.
 *
 * Output and state go hand in hand. The output is on disk before the position behind it is committed, together with
 * what was learned; what is behind the position when a run is killed is cut off when it goes on. So nothing is lost
 * and nothing is counted twice.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { OptionValues } from '../../detect/method.ts';
import { findMethod } from '../../detect/registry.ts';
import { DehuskError } from '../../errors.ts';
import { type InputSize, inputSizes } from '../../input/files.ts';
import type { FetcherOptions } from '../../input/http/options.ts';
import type { InputOptions } from '../../input/input.ts';
import type { EncodeOptions } from '../../output/files/encode.ts';
import {
  type Destination,
  finishOutput,
  guardInputs,
  type Output,
  openOutput,
} from '../../output/files/output.ts';
import type { PageLimits } from '../../page/raw-page.ts';
import type { PageFailure, PageMode } from '../engine.ts';
import type { SiteOverrides } from '../overrides.ts';
import { checkStore } from '../site-state.ts';
import {
  type Commit,
  createMemoryStore,
  PendingChanges,
  type RunPosition,
  type SiteChange,
  type Store,
  startPosition,
} from '../store.ts';
import { runPass } from './pass.ts';
import { openTraceFile, readPageList, type TraceFile, traceFileOf, writeReprocessList } from './reprocess.ts';
import { workInThreads } from './threads.ts';
import {
  createRender,
  type JudgeOptions,
  openEngine,
  type RenderOptions,
  type TemplateMode,
  type Work,
  workHere,
} from './work.ts';

export interface RunOptions {
  /** Files, folders, patterns, or `-` for standard input. */
  readonly inputs: readonly string[];
  readonly reading: InputOptions;
  readonly siteBy: string;
  readonly limits: Partial<PageLimits>;
  readonly method: string;
  readonly methodOptions: OptionValues;
  readonly overrides: SiteOverrides;
  readonly guard: boolean;
  /** Judge each page as it arrives; else the whole input is learned first. */
  readonly stream: boolean;
  /** Pages that methods hold back which need many at once. */
  readonly batchPages: number;
  /** Know the template of a new site before its first page. */
  readonly bootstrap?: 'input' | 'fetch' | undefined;
  readonly fetching: FetcherOptions;
  /** Keep what is learned in this file. */
  readonly state?: string | undefined;
  /** Items between commits: a commit waits a few milliseconds for the disk, a killed run does this many again. */
  readonly commitEvery: number;
  /** Judge by what is known, and learn nothing. */
  readonly freeze: boolean;
  readonly jobs: number;
  readonly memoryBytes: number;
  /** Name there the pages that would now be judged otherwise. */
  readonly reprocessList?: string | undefined;
  /** Clean only the pages named there, by what is known. */
  readonly onlyList?: string | undefined;
  readonly destination: Destination;
  readonly keepDirs: boolean;
  readonly record: EncodeOptions;
  readonly template: TemplateMode;
  /** What names the run, besides its inputs: the same words again go on with it. */
  readonly identity: object;
  readonly signal: AbortSignal;
}

/** Who is told how a run goes. */
export interface RunReport {
  readonly tally: RunTally;
  readonly messages: {
    info(kind: string, text: string, facts?: Readonly<Record<string, unknown>>): void;
  };
  start(totalBytes: number | undefined): void;
  fail(failure: PageFailure): void;
  /** What went wrong, in the words of whoever reads it. */
  describe(error: DehuskError): string;
}

interface RunTally {
  beginPass(phase: 'bootstrapping' | 'learning' | 'cleaning', fromStart: boolean): void;
  addBytes(count: number): void;
  addPage(isNewSite: boolean): void;
  /** A page that an earlier run has counted; its site is still one of this run's. */
  passPage(isNewSite: boolean): void;
  addGuarded(): void;
  saved(): Readonly<Record<string, number>>;
  restore(saved: Readonly<Record<string, number>>): void;
}

/** What a run will do. */
export interface Plan {
  /** Over the whole input, one after the other; the last one writes. */
  readonly passes: readonly PageMode[];
  readonly forgetting: boolean;
  /** It judges by what is known, and leaves the state as it is. */
  readonly isFrozen: boolean;
  readonly onlyPages: ReadonlySet<string> | undefined;
  /** Undefined for a run that cannot be taken up again: standard input has no second time. */
  readonly name: string | undefined;
}

/** Where the pages of a run go. */
interface Sink<Rendered> {
  put(page: Parameters<Output['put']>[0], rendered: Rendered): Promise<void>;
  pass(page: Parameters<Output['pass']>[0]): void;
}

/** Everything a pass works with. */
export interface Run<Rendered> {
  readonly options: RunOptions;
  readonly report: RunReport;
  readonly plan: Plan;
  readonly store: Store;
  readonly work: Work<Rendered>;
  readonly sink: Sink<Rendered>;
  readonly progress: Progress;
  readonly traces?: TraceFile | undefined;
  /** Sites in the order of their first pages, where that is asked for. */
  readonly sites?: Set<string> | undefined;
  /** Makes what is done durable. */
  readonly commit: (finished: boolean) => Promise<void>;
}

/** How far a run is, and what its pages have changed since the last commit. */
export class Progress {
  pass: number;
  itemCount: number;
  readonly changes: PendingChanges = new PendingChanges();
  #uncommitted = 0;

  constructor({ pass, itemCount }: RunPosition) {
    this.pass = pass;
    this.itemCount = itemCount;
  }

  /** Items since the last commit. */
  get uncommitted(): number {
    return this.#uncommitted;
  }

  beginPass(pass: number): void {
    this.pass = pass;
    this.itemCount = 0;
  }

  /** An item is done; a failure, or a page that was passed over, changes nothing. */
  addItem(site?: string, change?: SiteChange): void {
    this.itemCount++;
    this.#uncommitted++;
    if (site !== undefined && change !== undefined) this.changes.add(site, change);
  }

  /** What is committed now. */
  take(
    outputBytes: number,
    tally: RunPosition['tally'],
    finished: boolean,
  ): Pick<Commit, 'position' | 'sites'> {
    this.#uncommitted = 0;
    const { pass, itemCount } = this;
    return { position: { pass, itemCount, outputBytes, finished, tally }, sites: this.changes.take() };
  }
}

/**
 * Runs to the end; false if there was nothing to do. Whatever ends it early is thrown after what was done is kept;
 * `onKept` is told where.
 */
export async function runClean(
  options: RunOptions,
  report: RunReport,
  onKept: (file: string) => void,
): Promise<boolean> {
  const { inputs, destination, state, bootstrap, onlyList } = options;
  const files = await inputSizes(inputs);
  await guardInputs(destination, files);
  const onlyPages = onlyList === undefined ? undefined : await readPageList(onlyList);
  await using store = state === undefined ? createMemoryStore() : await openStore(state);
  const plan = await planRun(options, { files, onlyPages }, store);
  // Before any output is opened.
  await checkStore(store, { ...options, options: options.methodOptions, forgetting: plan.forgetting });
  const found = (plan.name !== undefined && (await store.loadPosition(plan.name))) || startPosition;
  if (found.finished && (await isDone(options, report, plan, found))) return false;
  const position = found.finished ? startPosition : found;
  const passes = plan.passes.length + (bootstrap === 'input' ? 1 : 0);
  const bytes = totalBytes(files, passes);
  await runToEnd({ options, report, plan, store, position, bytes }, onKept);
  return true;
}

async function openStore(file: string): Promise<Store> {
  return (await import('../sqlite-store.ts')).openSqliteStore(file);
}

/** What a run will read, each pass everything once; undefined if nobody knows. */
export function totalBytes(files: readonly InputSize[], passes: number): number | undefined {
  if (files.some(({ sizeBytes }) => sizeBytes === undefined)) return undefined;
  return files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) * passes;
}

export function passesOf(
  options: Pick<RunOptions, 'inputs' | 'stream' | 'method' | 'freeze' | 'onlyList'>,
): Pick<Plan, 'passes' | 'forgetting' | 'isFrozen'> {
  const { inputs, stream, method, freeze, onlyList } = options;
  const isOnePass =
    stream || inputs.includes('-') || method === 'none' || findMethod(method).kind === 'batch';
  const isFrozen = freeze || onlyList !== undefined;
  const passes: readonly PageMode[] = isFrozen ? ['judge'] : isOnePass ? ['observe'] : ['learn', 'judge'];
  return { passes, forgetting: isOnePass, isFrozen };
}

async function planRun(
  options: RunOptions,
  { files, onlyPages }: { readonly files: readonly InputSize[] } & Pick<Plan, 'onlyPages'>,
  store: Store,
): Promise<Plan> {
  const { inputs, overrides, identity } = options;
  const { passes, forgetting, isFrozen } = passesOf(options);
  // A run that only judges is another one when others have learned.
  const known = isFrozen ? await knownDigest(store) : undefined;
  // What stands in the files that flags name counts, and not their names.
  const facts = { inputs, files, overrides, onlyList: [...(onlyPages ?? [])], known, identity };
  return { passes, forgetting, isFrozen, onlyPages, name: inputs.includes('-') ? undefined : nameRun(facts) };
}

/** A run is the same if it would do the same: command, options and inputs. */
export function nameRun(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

/** Changes when a run has learned something. */
async function knownDigest(store: Store): Promise<string> {
  const hash = createHash('sha256');
  for await (const known of store.sites()) hash.update(`${JSON.stringify(known)}\n`);
  return hash.digest('hex');
}

/** Nothing to do for a run that is done, unless it can simply be done again. */
async function isDone(
  { destination, reprocessList }: RunOptions,
  report: RunReport,
  { isFrozen }: Plan,
  { outputBytes }: RunPosition,
): Promise<boolean> {
  const isThere = await finishOutput(destination, outputBytes);
  // Who learns nothing counts nothing twice.
  if (!isThere && isFrozen) return false;
  if (!isThere) throw new DehuskError('STATE_RUN_DONE', { file: destination.path! });
  // Killed in the moment before it would have gone.
  if (reprocessList !== undefined) await rm(traceFileOf(reprocessList), { force: true });
  report.messages.info('finished', 'nothing to do: this run is done', {});
  return true;
}

interface PlannedRun extends Pick<Run<Uint8Array>, 'options' | 'report' | 'plan' | 'store'> {
  /** Where an earlier run was stopped, or the start. */
  readonly position: RunPosition;
  /** What it will read, if that is known. */
  readonly bytes: number | undefined;
}

async function runToEnd(planned: PlannedRun, onKept: (file: string) => void): Promise<void> {
  const { options, report, plan, store, position, bytes } = planned;
  const { traceBytes = 0, ...tally } = position.tally;
  const { destination, keepDirs, record, reprocessList, state } = options;
  const format = record.format;
  const output = await openOutput(destination, { format, keepDirs, keptBytes: position.outputBytes });
  // Where all is learned before, there will be no traces, and the list is empty.
  const traces =
    reprocessList === undefined ? undefined : await openTraceFile(traceFileOf(reprocessList), traceBytes);
  report.tally.restore(tally);
  // Not before: what cannot be opened has nothing to sum up.
  report.start(bytes);
  const progress = new Progress(position);
  // The output first, then the position behind it.
  const commit = async (finished: boolean): Promise<void> => {
    if (state === undefined) return;
    const outputBytes = await output.sync();
    const saved = { ...report.tally.saved(), traceBytes: (await traces?.sync()) ?? 0 };
    await store.commit({ run: plan.name ?? '-', ...progress.take(outputBytes, saved, finished) });
  };
  const work = await openWork(planned);
  const sites = options.template === 'separate' ? new Set<string>() : undefined;
  const run = { options, report, plan, store, work, sink: output, progress, traces, sites, commit };
  try {
    await runPasses(run, position);
    if (traces !== undefined) await tellReprocessing(run, traces);
    for (const site of sites ?? []) await writeTemplate(site, work, output);
    await commit(true);
    await output.finish();
    await traces?.remove();
  } catch (error) {
    await keepRun(run, output, onKept);
    throw error;
  } finally {
    await work.close();
  }
}

export async function runPasses<Rendered>(run: Run<Rendered>, position: RunPosition): Promise<void> {
  for (let pass = position.pass; pass <= run.plan.passes.length; pass++)
    await runPass(run, pass, pass === position.pass ? position.itemCount : 0);
}

async function openWork({ options, plan, store }: PlannedRun): Promise<Work<Uint8Array>> {
  const { destination, record, template, jobs } = options;
  const judge = judgeOptions(options, plan, store);
  const render: RenderOptions = { container: destination.container, encode: record, template };
  const loadSite = (site: string) => store.loadSite(site);
  if (jobs > 1) return workInThreads({ judge, render, jobs, loadSite });
  return workHere(await openEngine(judge, loadSite), createRender(render), render);
}

export function judgeOptions(
  options: Omit<RunOptions, 'destination' | 'record' | 'template'>,
  { forgetting }: Pick<Plan, 'forgetting'>,
  { hashKey }: Store,
): JudgeOptions {
  const { method, methodOptions, limits, overrides, guard, memoryBytes, state, reprocessList } = options;
  return {
    method,
    methodOptions,
    forgetting,
    hashKey,
    limits,
    overrides,
    guard,
    memoryBytes,
    hasStore: state !== undefined,
    traces: reprocessList !== undefined,
  };
}

async function tellReprocessing(
  { options, work, report }: Run<Uint8Array>,
  traces: TraceFile,
): Promise<void> {
  const file = options.reprocessList!;
  const count = await writeReprocessList(file, traces, work);
  report.messages.info('reprocess', `${count} pages would now be judged otherwise: ${file}`, { count });
}

/** One record a site, behind the pages: only then is it known what the template is. */
async function writeTemplate(site: string, work: Work<Uint8Array>, output: Output): Promise<void> {
  const place = { id: `${site}#template`, raw: { bytes: new Uint8Array(), provenance: { file: site } } };
  await output.put(place, await work.templateDocument(site));
}

/** A run that is stopped, or fails, loses nothing that it has done. */
async function keepRun(run: Run<Uint8Array>, output: Output, onKept: (file: string) => void): Promise<void> {
  const { signal, state } = run.options;
  // Where the output or the state was what failed, they are left as they are; the rest of the error is told.
  if (signal.aborted) await run.commit(false);
  // Without a state nobody can go on from there.
  if (state === undefined) await run.traces?.remove();
  const kept = await output.stop().catch((second: unknown) => {
    if (signal.aborted) throw second;
    return undefined;
  });
  if (kept !== undefined) onKept(kept);
}
