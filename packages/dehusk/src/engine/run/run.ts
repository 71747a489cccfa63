/**
 * A run: pages from files to files, from the first page or from where an earlier run was stopped, to its end.
 *
 * Output and state go hand in hand. The output is on disk before the position behind it is committed, together with
 * what was learned; what is behind the position when a run is killed is cut off when it goes on. So nothing is lost
 * and nothing is counted twice.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { OptionValues } from '../../detect/method.ts';
import { findMethod } from '../../detect/registry.ts';
import { DehuskError } from '../../errors.ts';
import { type InputSize, inputSizes } from '../../input/files.ts';
import type { FetcherOptions } from '../../input/http/options.ts';
import type { InputOptions, PassedOver } from '../../input/input.ts';
import type { EncodeOptions } from '../../output/files/encode.ts';
import {
  type Destination,
  finishOutput,
  guardInputs,
  guardOutput,
  isFolderOf,
  type Output,
} from '../../output/files/output.ts';
import { type ByteTarget, checkWritable, finishFile, openFileTarget } from '../../output/files/write.ts';
import { failureLine } from '../../output/record.ts';
import { useCoreFile } from '../../page/core-node.ts';
import { type PageLimits, pageId, type RawPage } from '../../page/raw-page.ts';
import type { PageFailure, PageMode } from '../engine.ts';
import { isFolder } from '../lessons/read-states.ts';
import type { SiteOverrides } from '../overrides.ts';
import type { Parking } from '../parking.ts';
import { checkStore } from '../site-state.ts';
import { createMemoryStore, type RunPosition, type Store } from '../store.ts';
import { closeAfter } from './close-after.ts';
import { type FoundRun, findRun, nameOfWords, unnamedRun } from './find-run.ts';
import { KnownPages, type KnownPagesOptions, lastRecorder } from './known-pages.ts';
import { PageSink } from './page-sink.ts';
import { runPass } from './pass.ts';
import { Progress } from './progress.ts';
import { createRender, type RenderedPage, type RenderOptions, type TemplateMode } from './render-page.ts';
import {
  openTraceFile,
  readPageList,
  removeTraceFile,
  type TraceFile,
  traceFileOf,
  writeReprocessList,
} from './reprocess.ts';
import { type BegunRun, openRunOutput } from './run-output.ts';
import { workInThreads } from './threads.ts';
import { type JudgeOptions, openEngine, type Work, workHere } from './work.ts';

export interface RunOptions extends KnownPagesOptions {
  /** Files, folders, patterns, or `-` for standard input. */
  readonly inputs: readonly string[];
  /** Only these files of them are read, each for itself (`openFiles`). */
  readonly files?: readonly InputSize[] | undefined;
  readonly reading: InputOptions;
  /** What a site is; not told, it is the host, or the folder of pages that have no address. */
  readonly siteBy: string | undefined;
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
  /** Keep what is learned in this file; or judge by the states that a fold has put into this folder. */
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
  /** Of Parquet: rows of so many bytes, as JSON, make a part file; 256 MB unless told. */
  readonly partBytes?: number | undefined;
  readonly record: EncodeOptions;
  readonly template: TemplateMode;
  /** Write the links of all pages there, as edges of a graph. */
  readonly linksOut?: string | undefined;
  /** A page that failed is written too, as a line that says why. */
  readonly failures?: boolean | undefined;
  /** What names the run, besides what it reads: the same words again go on with it. */
  readonly identity: object;
  /** Begin the run again, however far it is. */
  readonly restart: boolean;
  /** When it begins, in ISO 8601; now unless told. */
  readonly startsAt?: string | undefined;
  /** Put the output in the place of what is there. */
  readonly force: boolean;
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
  addPage(isNewSite: boolean, raw: RawPage): void;
  /** A page that an earlier run has counted; its site is still one of this run's. */
  passPage(isNewSite: boolean): void;
  addGuarded(): void;
  /** A page of a site that the state does not know, and may not learn. */
  addUnknown(isNewSite: boolean): void;
  /** A page with the content of an earlier one, written or not. */
  addDuplicate(): void;
  /** A page that is not written. */
  addLeftOut(why: 'duplicate' | 'unchanged'): void;
  /** What is no page. */
  addPassed(passed: readonly PassedOver[]): void;
  /** What stood behind the last item: it counts once the run is done. */
  passLast(passed: readonly PassedOver[]): void;
  saved(finished: boolean): Readonly<Record<string, number>>;
  restore(saved: Readonly<Record<string, number>>): void;
}

/** What a run will do. */
export interface Plan {
  /** Over the whole input, one after the other; the last one writes. */
  readonly passes: readonly PageMode[];
  readonly forgetting: boolean;
  /** It judges by what is known, and leaves the state as it is. */
  readonly isFrozen: boolean;
  /** What is known is in a folder that a fold has made. */
  readonly isFolded?: boolean;
  readonly onlyPages: ReadonlySet<string> | undefined;
}

/** Where the pages of a run go. */
interface Sink<Rendered> {
  /** Waits only where it must, as `Output.put` does. */
  put(page: Parameters<Output['put']>[0], rendered: Rendered): void | Promise<void>;
  pass(page: Parameters<Output['pass']>[0]): void;
  /** Where failures are written too, in their place. */
  fail?(failure: PageFailure): Promise<void>;
}

/** Everything a pass works with. */
export interface Run<Rendered> {
  readonly options: RunOptions;
  readonly report: RunReport;
  readonly plan: Plan;
  readonly found: FoundRun;
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

/**
 * Runs to the end; false if there was nothing to do. Whatever ends it early is thrown after what was done is kept;
 * `onKept` is told where.
 */
export async function runClean(
  options: RunOptions,
  report: RunReport,
  onKept: (file: string) => void,
): Promise<boolean> {
  const { inputs, destination, state, onlyList } = options;
  const files = options.files ?? (await inputSizes(inputs));
  await guardInputs(destination, files);
  for (const path of [options.linksOut, options.reprocessList])
    await guardInputs({ container: 'jsonl', path }, files);
  const onlyPages = onlyList === undefined ? undefined : await readPageList(onlyList);
  // A state that is yet to be made knows no run: none is made for one that cannot begin.
  const isFirst = state === undefined || !existsSync(state);
  // Who judges by a state that is not there has mistaken its name.
  if (isFirst && state !== undefined && (options.freeze || onlyList !== undefined))
    throw new DehuskError('STATE_NOT_FOUND', { file: state });
  if (isFirst && !options.force) await guardOutput(destination);
  const output = isFolderOf(destination.container) ? undefined : destination.path;
  for (const path of [output, options.linksOut, options.reprocessList])
    if (path !== undefined) await checkWritable(path);
  if (!isFirst && isFolder(state)) return runOnFolded(state, { options, report, files, onlyPages }, onKept);
  const store = state === undefined ? createMemoryStore() : await openStore(state);
  return closeAfter(
    () => runOn(store, { options, report, files, onlyPages }, onKept),
    () => store[Symbol.asyncDispose](),
  );
}

/** By states that are only read: nothing of the run is kept beside its output, so one that was stopped begins again. */
async function runOnFolded(
  folder: string,
  asked: AskedRun,
  onKept: (file: string) => void,
): Promise<boolean> {
  const { method, methodOptions, siteBy, freeze, onlyList } = asked.options;
  const { openFoldedStates } = await import('../lessons/state-files.ts');
  const states = await openFoldedStates(folder);
  return closeAfter(
    async () => {
      if (!freeze && onlyList === undefined) throw new DehuskError('STATE_READ_ONLY', { folder });
      states.check({ method, options: methodOptions, siteBy });
      const store: Store = {
        hashKey: states.hashKey,
        loadSite: (site) => states.loadSite(site),
        sites: () => states.sites(),
        loadPosition: (run) => states.loadPosition(run),
        runs: (prefix) => states.runs(prefix),
        commit: async () => undefined,
        [Symbol.asyncDispose]: async () => undefined,
      };
      const options = { ...asked.options, state: undefined };
      await runOn(store, { ...asked, options, isFolded: true }, onKept);
      return true;
    },
    () => states[Symbol.asyncDispose](),
  );
}

interface AskedRun extends Pick<Plan, 'onlyPages'> {
  /** What was learned is in a folder that a fold has made. */
  readonly isFolded?: boolean;
  readonly options: RunOptions;
  readonly report: RunReport;
  readonly files: readonly InputSize[];
}

async function runOn(
  store: Store,
  { options, report, files, onlyPages, isFolded = false }: AskedRun,
  onKept: (file: string) => void,
): Promise<boolean> {
  const passes = passesOf(options, files);
  const plan = { ...passes, ...(isFolded && { forgetting: false, isFolded }), onlyPages };
  // Before any output is opened.
  if (!isFolded)
    await checkStore(store, { ...options, options: options.methodOptions, forgetting: plan.forgetting });
  // A run that only judges is another one when others have learned.
  const judgedBy = plan.isFrozen && !isFolded ? await knownDigest(store) : undefined;
  let found = await findThisRun(store, { options, report, files, onlyPages }, judgedBy);
  if (found.kind === 'done' && (await isDone(options, report, plan, found.position))) {
    report.tally.restore(found.position.tally);
    return false;
  }
  if (found.kind === 'done') found = { ...unnamedRun, name: found.name, committed: found.committed };
  const startedAt = found.position.startedAt ?? options.startsAt ?? new Date().toISOString();
  found = { ...found, position: { ...found.position, startedAt } };
  await runToEnd({ options, report, plan, store, files, judgedBy, found, startedAt }, onKept);
  return true;
}

async function findThisRun(
  store: Store,
  { options, report, files, onlyPages }: AskedRun,
  judgedBy: string | undefined,
): Promise<FoundRun> {
  const { state, overrides, identity, restart, signal, destination, changedOnly } = options;
  if (state === undefined) return unnamedRun;
  if (isReadOnce(files)) {
    const text =
      'what comes from standard input or a pipe cannot be compared with what came before: a page that comes again counts once among the last 10,000 of its site';
    report.messages.info('unchecked', text, {});
    return unnamedRun;
  }
  // What stands in the files that flags name counts, and not their names.
  const words = nameOfWords({ overrides, onlyList: [...(onlyPages ?? [])], identity });
  const recorder = changedOnly ? lastRecorder(store.pageFacts!) : undefined;
  const found = await findRun(store, { words, files, judgedBy, recorder, restart, signal });
  sayFound(found, report, destination.path);
  return found;
}

/** Says where a run begins, unless that is what everybody expects. */
export function sayFound(
  { kind, isOther, position: { startItem } }: FoundRun,
  { messages }: RunReport,
  output: string | undefined,
): void {
  if (isOther) {
    const text =
      'the input is not what earlier runs of these words have read: a new run begins on what is known';
    messages.info('other-input', text, {});
  }
  if (kind !== 'grown' || startItem === 0) return;
  const added = output === undefined ? '' : ` and added to ${output}`;
  const text = `the input has grown: what is behind the first ${startItem} items, which are done, is cleaned${added}`;
  messages.info('grown', text, { items: startItem });
}

/** Whether something of it has no second time. */
export function isReadOnce(files: readonly InputSize[]): boolean {
  return files.some((file) => file.isReadOnce);
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
  options: Pick<RunOptions, 'stream' | 'method' | 'freeze' | 'onlyList'>,
  files: readonly InputSize[],
): Pick<Plan, 'passes' | 'forgetting' | 'isFrozen'> {
  const { stream, method, freeze, onlyList } = options;
  const isOnePass = stream || isReadOnce(files) || method === 'none' || findMethod(method).kind === 'batch';
  const isFrozen = freeze || onlyList !== undefined;
  const passes: readonly PageMode[] = isFrozen ? ['judge'] : isOnePass ? ['observe'] : ['learn', 'judge'];
  return { passes, forgetting: isOnePass, isFrozen };
}

/** Changes when a run has learned something. */
async function knownDigest(store: Store): Promise<string> {
  const hash = createHash('sha256');
  for await (const known of store.sites()) hash.update(`${JSON.stringify(known)}\n`);
  return hash.digest('hex');
}

/** Nothing to do for a run that is done, unless it can simply be done again. */
async function isDone(
  options: RunOptions,
  report: RunReport,
  { isFrozen }: Plan,
  { output, links }: RunPosition,
): Promise<boolean> {
  const { destination, reprocessList } = options;
  const isThere = await finishOutput(destination, output, options);
  // Who learns nothing counts nothing twice.
  if (!isThere && isFrozen) return false;
  if (!isThere) throw new DehuskError('STATE_RUN_DONE', { file: destination.path! });
  // Killed in the moment before it would have got its name.
  if (options.linksOut !== undefined && links !== undefined) await finishFile(options.linksOut, links);
  // Killed in the moment before it would have gone.
  if (reprocessList !== undefined) await removeTraceFile(traceFileOf(reprocessList));
  report.messages.info('finished', 'nothing to do: this run is done', {});
  return true;
}

interface PlannedRun extends BegunRun {
  readonly plan: Plan;
  readonly store: Store;
  readonly files: readonly InputSize[];
  /** What a run that learns nothing judges by. */
  readonly judgedBy: string | undefined;
}

async function runToEnd(planned: PlannedRun, onKept: (file: string) => void): Promise<void> {
  const { options, report, plan, store, found, files, judgedBy } = planned;
  const { position } = found;
  const { reprocessList, state, bootstrap } = options;
  report.tally.restore(position.tally);
  const output = await openRunOutput(planned);
  const links = await openLinks(planned);
  // Where all is learned before, there will be no traces, and the list is empty.
  const traces =
    reprocessList === undefined
      ? undefined
      : await openTraceFile(traceFileOf(reprocessList), position.traces);
  // Not before: what cannot be opened has nothing to sum up.
  report.start(totalBytes(files, plan.passes.length + (bootstrap === 'input' ? 1 : 0)));
  const progress = new Progress(found, judgedBy);
  // The output first, then the position behind it.
  const commit = async (finished: boolean): Promise<void> => {
    if (state === undefined) return;
    const written = { ...(await sink.sync()), traces: await traces?.sync() };
    await progress.commitTo(store, { ...written, tally: report.tally.saved(finished), finished });
  };
  await using rows = options.duplicates === undefined || state !== undefined ? undefined : await openRows();
  const known = openKnownPages(options, store, { rows, run: found.name });
  const sink = new PageSink({
    ...{ output, links, known, tally: report.tally, form: options.record.form ?? 'dehusk' },
    fail: options.failures ? failuresTo(output, report) : undefined,
  });
  const work = await openWork(planned);
  const sites = options.template === 'separate' ? new Set<string>() : undefined;
  const run = { options, report, plan, found, store, work, sink, progress, traces, sites, commit };
  await closeAfter(
    async () => {
      try {
        await runPasses(run);
        if (traces !== undefined) await tellReprocessing(run, traces);
        for (const site of sites ?? []) await writeTemplate(site, work, output);
        await commit(true);
        await sink.finish();
        await traces?.remove();
      } catch (error) {
        throw await keepRun(run, sink, { error, onKept });
      }
    },
    () => work.close(),
  );
}

/** Like the output: new, or with what was written before. */
async function openLinks({ options, found }: PlannedRun): Promise<ByteTarget | undefined> {
  const { linksOut, state } = options;
  if (linksOut === undefined) return undefined;
  const isGrown = found.kind === 'grown';
  const kept = isGrown ? found.committed!.links : found.kind === 'goes-on' ? found.position.links : undefined;
  if (isGrown && kept !== undefined) await finishFile(linksOut, kept);
  return openFileTarget(linksOut, { kept, isFinished: isGrown, isDigested: state !== undefined });
}

/** Where there is no state, what first pages are called is not held in memory all the same. */
async function openRows(): Promise<Parking> {
  return (await import('../temporary-parking.ts')).openTemporaryParking();
}

function openKnownPages(
  options: RunOptions,
  { pageFacts, hashKey }: Store,
  { rows, run }: { readonly rows: Parking | undefined; readonly run: string | undefined },
): KnownPages | undefined {
  if (options.duplicates === undefined && !options.changedOnly) return undefined;
  return new KnownPages(
    options,
    rows === undefined ? { facts: pageFacts!, hashKey, run } : { rows, hashKey },
  );
}

/** In the words of whoever reads the output. */
function failuresTo(output: Output, { describe }: RunReport): (failure: PageFailure) => Promise<void> {
  return async ({ url, provenance, error }) => {
    const raw = { provenance, ...(url !== undefined && { url }) };
    const line = failureLine(raw, { code: error.code, message: describe(error) });
    await output.put({ id: pageId(raw), raw }, new TextEncoder().encode(line));
  };
}

export async function runPasses<Rendered>(run: Run<Rendered>): Promise<void> {
  for (let pass = run.found.position.pass; pass <= run.plan.passes.length; pass++) await runPass(run, pass);
}

async function openWork({ options, plan, store, startedAt }: PlannedRun): Promise<Work<RenderedPage>> {
  const { destination, record, template, jobs, duplicates, duplicatesAcross, changedOnly, linksOut } =
    options;
  const isPrinted = duplicates !== undefined || changedOnly === true;
  const judge = {
    ...judgeOptions(options, plan, store),
    explain: record.explain,
    words: template === 'separate',
  };
  const render: RenderOptions = {
    container: destination.container,
    encode: record,
    template,
    date: startedAt,
    print: isPrinted ? { across: duplicatesAcross === true, record: changedOnly === true } : undefined,
    links: linksOut !== undefined,
  };
  const loadSite = (site: string) => store.loadSite(site);
  if (jobs > 1) return workInThreads({ judge, render, jobs, loadSite });
  useCoreFile();
  return workHere(await openEngine(judge, loadSite), await createRender(render), render);
}

export function judgeOptions(
  options: Omit<RunOptions, 'destination' | 'record' | 'template'>,
  { forgetting, isFolded }: Pick<Plan, 'forgetting' | 'isFolded'>,
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
    hasStore: state !== undefined || isFolded === true,
    traces: reprocessList !== undefined,
  };
}

async function tellReprocessing(
  { options, work, report }: Run<RenderedPage>,
  traces: TraceFile,
): Promise<void> {
  const file = options.reprocessList!;
  const count = await writeReprocessList(file, traces, work);
  report.messages.info('reprocess', `${count} pages would now be judged otherwise: ${file}`, { count });
}

/** One record a site, behind the pages: only then is it known what the template is. */
async function writeTemplate(site: string, work: Work<RenderedPage>, output: Output): Promise<void> {
  const place = { id: `${site}#template`, raw: { bytes: new Uint8Array(), provenance: { file: site } } };
  await output.put(place, await work.templateDocument(site));
}

/** A run that is stopped, or fails, loses nothing that it has done. Returns what is to be told of its end. */
async function keepRun(
  run: Run<RenderedPage>,
  sink: PageSink,
  { error, onKept }: { readonly error: unknown; readonly onKept: (file: string) => void },
): Promise<unknown> {
  const { signal, state } = run.options;
  const wasStopped = signal.aborted && error === signal.reason;
  try {
    // Where something else was what failed, output and state are left as they are.
    if (wasStopped && run.progress.uncommitted > 0) await run.commit(false);
    // Without a state nobody can go on from there.
    await (state === undefined ? run.traces?.remove() : run.traces?.close());
    const kept = await sink.stop();
    if (kept !== undefined) onKept(kept);
  } catch (second) {
    return wasStopped ? second : error;
  }
  return error;
}
