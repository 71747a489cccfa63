/** One pass of a run: its results go into output and state, and both are made durable together now and then. */
import { createSiteKey, pageId, type RawPage } from '../../index.ts';
import { type Input, openInputs } from '../../node.ts';
import { inputOptions } from '../flags.ts';
import { isBatchMethod } from '../methods/methods.ts';
import { batchPass } from './batch-pass.ts';
import { type Bootstrap, bootstrapByFetching, bootstrapFromInput } from './bootstrap.ts';
import { cleanPass, type PassOptions, type PassResult } from './clean-pass.ts';
import { commitRun } from './finish-run.ts';
import type { Run } from './open-run.ts';

/** `skip` items at the start were done by an earlier run. */
export async function runPass(run: Run, pass: number, skip: number): Promise<void> {
  const { flags, report, plan, state, rules } = run;
  const mode = plan.passes[pass - 1]!;
  await using bootstrap = mode === 'observe' ? await openBootstrap(run) : undefined;
  if (skip === 0) state.beginPass(pass);
  report.tally.beginPass(mode === 'learn' ? 'learning' : 'cleaning', skip === 0);
  const options: PassOptions = {
    mode,
    siteKey: createSiteKey(flags.siteBy),
    pool: run.pool,
    skip,
    isWanted: (raw) => rules.onlyList === undefined || rules.onlyList.has(pageId(raw)),
    prepare: createPrepare(run, bootstrap),
  };
  const take = mode === 'learn' ? takeLearned : takeCleaned;
  for await (const result of startPass(run, options)) {
    await take(result, run);
    if (state.isDue && !result.isInWindow) await commitRun(run, false);
  }
}

function startPass(run: Run, options: PassOptions): AsyncIterable<PassResult> {
  const { method, batchPages, template } = run.flags;
  if (!isBatchMethod(method)) return cleanPass(openPassInput(run), options);
  const told = `method ${method} judges many pages at once: up to ${batchPages} are held back`;
  run.report.messages.info('held-back', told, { method, batchPages });
  return batchPass(openPassInput(run), { ...options, batchPages, allWhole: template === 'always' });
}

async function openBootstrap(run: Run): Promise<Bootstrap | undefined> {
  const { flags, report } = run;
  if (flags.bootstrap === undefined) return undefined;
  if (flags.bootstrap === 'fetch') return bootstrapByFetching(run);
  report.tally.beginPass('bootstrapping', false);
  return bootstrapFromInput(openPassInput(run), createSiteKey(flags.siteBy), run);
}

function openPassInput({ inputs, flags, report, stop }: Run): Input {
  return openInputs(inputs, {
    ...inputOptions(flags),
    signal: stop.signal,
    onBytes: (count) => report.tally.addBytes(count),
  });
}

/** What is known of a site is looked up when its first page comes. */
function createPrepare(run: Run, bootstrap: Bootstrap | undefined): PassOptions['prepare'] {
  const always = run.flags.template === 'always';
  const known = new Set<string>();
  return async (site, raw) => {
    if (known.has(site)) return { state: undefined, whole: always };
    known.add(site);
    const state = await run.loadSite(site);
    const whole = always || (run.flags.template === 'first' && isNew(site, run));
    run.sites.add(site);
    return { state, whole, known: state === undefined ? await bootstrap?.knownOf(site, raw) : undefined };
  };
}

/** Has no page of the site been written? A frozen run does not count its pages, but knows which sites it has met. */
function isNew(site: string, { plan, state, sites }: Run): boolean {
  return state.factsOf(site).pageCount === 0 && !(plan.isFrozen && sites.has(site));
}

/** Nothing is written, and failures come again in the pass that writes. */
async function takeLearned(result: PassResult, { report, state, sites }: Run): Promise<void> {
  if (result.kind === 'page') {
    report.tally.addPage(result.site);
    state.addLearned(result.site, result.outcome.gain);
  } else if (result.kind === 'done') {
    if (result.site !== undefined) passSite(result.site, { report, sites });
  } else state.addItem();
}

async function takeCleaned(result: PassResult, run: Run): Promise<void> {
  switch (result.kind) {
    case 'page':
      return takePage(result, run);
    case 'done':
      if (result.site !== undefined) passSite(result.site, run);
      break;
    case 'failure':
      run.report.fail(result);
      run.state.addItem();
      break;
    case 'unwanted':
      run.state.addItem();
  }
  if (result.raw !== undefined) run.output.pass(placeOf(result.raw));
}

function passSite(site: string, { report, sites }: Pick<Run, 'report' | 'sites'>): void {
  report.tally.passPage(site);
  sites.add(site);
}

async function takePage(
  { site, raw, outcome }: Extract<PassResult, { kind: 'page' }>,
  run: Run,
): Promise<void> {
  const { id, bytes, trace, guarded } = outcome;
  await run.output.put({ id, raw }, bytes!);
  if (trace !== undefined) await run.traces?.add({ site, id, guarded, trace });
  run.report.tally.addPage(site);
  if (guarded) run.report.tally.addGuarded();
  if (run.plan.isFrozen) run.state.addItem();
  else run.state.addPage(site, outcome);
}

function placeOf(raw: RawPage): { readonly id: string; readonly raw: RawPage } {
  return { id: pageId(raw), raw };
}
