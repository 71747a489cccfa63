/** Opens everything that a run needs: rules, threads, output. */
import { type RunPosition, RunState, type SiteState, type Store } from '../../index.ts';
import type { CleanFlags } from '../clean-flags.ts';
import { pageLimits } from '../flags.ts';
import type { Destination } from '../output/container.ts';
import { type Output, openOutput } from '../output/output.ts';
import type { Report } from '../report.ts';
import { readOverrides } from '../rule-flags.ts';
import type { Stop } from '../stop.ts';
import type { WorkOptions } from './page-work.ts';
import type { CleanRules, Plan } from './plan.ts';
import { readPageList } from './reprocess-list.ts';
import { openTraceFile, type TraceFile, traceFileOf } from './trace-file.ts';
import { createWorkPool, type WorkPool } from './work-pool.ts';

export interface CleanRequest {
  readonly inputs: readonly string[];
  readonly flags: CleanFlags;
  readonly destination: Destination;
  readonly report: Report;
  readonly stop: Stop;
}

/** What is known before anything is written. */
export interface PlannedRun extends CleanRequest {
  readonly rules: CleanRules;
  readonly plan: Plan;
  readonly store: Store;
  /** Where an earlier run was stopped, or the start. */
  readonly position: RunPosition;
}

/** Everything a run holds open. */
export interface Run extends PlannedRun {
  readonly state: RunState;
  readonly output: Output;
  readonly pool: WorkPool;
  readonly traces: TraceFile | undefined;
  /** Met so far, in the order of their first pages. */
  readonly sites: Set<string>;
  /** What the store knows of a site, the first time it is asked for: later the pool knows more. */
  readonly loadSite: (site: string) => Promise<SiteState | undefined>;
}

export async function readRules(flags: CleanFlags): Promise<CleanRules> {
  const overrides = await readOverrides(flags);
  const onlyList = flags.onlyList === undefined ? undefined : await readPageList(flags.onlyList);
  return { overrides, onlyList };
}

export async function openRun(planned: PlannedRun): Promise<Run> {
  const { flags, destination, report, plan, store, position } = planned;
  const { format, keepDirs = false, commitEvery, jobs } = flags;
  const { traceBytes = 0, ...tally } = position.tally;
  const output = await openOutput(destination, { format, keepDirs, keptBytes: position.outputBytes });
  const traces = await openTraces(planned, traceBytes);
  const pool = createWorkPool(workOptions(planned), jobs);
  report.tally.restore(tally);
  const state = new RunState(store, { name: plan.run ?? '-', position, commitEvery });
  const loadSite = createLoadSite(store, state);
  return { ...planned, state, output, pool, traces, sites: new Set(), loadSite };
}

async function openTraces({ flags, plan }: PlannedRun, keptBytes: number): Promise<TraceFile | undefined> {
  const { reprocessList } = flags;
  if (reprocessList === undefined || !plan.passes.includes('observe')) return undefined;
  return openTraceFile(traceFileOf(reprocessList), keptBytes);
}

function workOptions({ flags, destination, plan, store, rules }: PlannedRun): WorkOptions {
  const { method, set = {}, format, blocks = false, templateText = false, links = false } = flags;
  return {
    method,
    methodOptions: set,
    forgetting: plan.forgetting,
    hashKey: store.hashKey,
    limits: pageLimits(flags),
    container: destination.container,
    encode: { format, blocks, templateText, links },
    overrides: rules.overrides,
    journal: flags.state !== undefined,
    trace: flags.reprocessList !== undefined,
  };
}

function createLoadSite(store: Store, state: RunState): Run['loadSite'] {
  const loaded = new Set<string>();
  return async (site) => {
    if (loaded.has(site)) return undefined;
    loaded.add(site);
    const found = await store.loadSite(site);
    if (found !== undefined) state.setFacts(site, found.facts);
    return found;
  };
}
