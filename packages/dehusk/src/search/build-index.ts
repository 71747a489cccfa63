/**
 * Pages into an index: a run like that of `clean`, with the same verdicts and the same guard, whose pages go into a
 * full-text index instead of a file. What was learned of the sites lies in the index itself, and becomes durable with
 * the pages.
 */
import { findMethod } from '../detect/registry.ts';
import type { JudgedPage } from '../engine/engine.ts';
import { closeAfter } from '../engine/run/close-after.ts';
import { type FoundRun, findRun, nameOfWords, unnamedRun } from '../engine/run/find-run.ts';
import { Progress } from '../engine/run/progress.ts';
import {
  isReadOnce,
  judgeOptions,
  type Plan,
  passesOf,
  type RunOptions,
  type RunReport,
  runPasses,
  sayFound,
  totalBytes,
} from '../engine/run/run.ts';
import { openEngine, type Work, workHere } from '../engine/run/work.ts';
import { checkStore } from '../engine/site-state.ts';
import { drawHashKey, type Store } from '../engine/store.ts';
import { type InputSize, inputSizes } from '../input/files.ts';
import { guardInputs } from '../output/files/output.ts';
import { omittedTexts } from '../output/verdict-view.ts';
import { useCoreFile } from '../page/core-node.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import { WordTable } from '../page/words/word-table.ts';
import { createIndexEntry, type IndexEntry, keepHeadings } from './index-entry.ts';
import type { IndexTotals } from './index-file.ts';
import { type IndexWriter, openIndexWriter } from './index-writer.ts';

export interface BuildOptions
  extends Pick<
    RunOptions,
    | 'inputs'
    | 'reading'
    | 'siteBy'
    | 'limits'
    | 'method'
    | 'methodOptions'
    | 'overrides'
    | 'guard'
    | 'batchPages'
    | 'memoryBytes'
    | 'identity'
    | 'restart'
    | 'signal'
  > {
  /** The index: made, or added to if it is there. */
  readonly file: string;
  /** Let words of the template be found too. */
  readonly keepTemplate: boolean;
}

/** Builds to the end, and returns what the index holds then; undefined if there was nothing to do. */
export async function buildIndex(options: BuildOptions, report: RunReport): Promise<IndexTotals | undefined> {
  const { inputs, file, keepTemplate, method, methodOptions, guard } = options;
  const files = await inputSizes(inputs);
  await guardInputs({ container: 'jsonl', path: file }, files);
  const setting = { method, methodOptions, guard, template: keepTemplate };
  const writer = openIndexWriter(file, { setting, hashKey: drawHashKey() });
  return closeAfter(
    () => buildInto(writer, options, { report, files }),
    () => writer[Symbol.dispose](),
  );
}

async function buildInto(
  writer: IndexWriter,
  options: BuildOptions,
  { report, files }: { readonly report: RunReport; readonly files: readonly InputSize[] },
): Promise<IndexTotals | undefined> {
  const { method, methodOptions, batchPages, keepTemplate } = options;
  const { store } = writer;
  const run: RunOptions = { ...options, ...indexRun, commitEvery: batchPages };
  // Pages that come later are judged by all that the index has seen, so nothing is forgotten.
  const plan = { ...passesOf(run, files), forgetting: false, onlyPages: undefined };
  await checkStore(store, { method, options: methodOptions, forgetting: plan.forgetting });
  const found = await findIndexRun(store, run, files);
  sayFound(found, report, undefined);
  if (found.kind === 'done') {
    report.messages.info('finished', 'nothing to do: this run is done', {});
    report.tally.restore(found.position.tally);
    return undefined;
  }
  report.tally.restore(found.position.tally);
  report.start(totalBytes(files, plan.passes.length));
  const work = await openWork({ run, plan, writer, keepTemplate });
  const sink = { put: async (_: unknown, entry: IndexEntry) => writer.put(entry), pass: () => undefined };
  const progress = new Progress(found);
  const { output } = found.position;
  const commit = (finished: boolean): Promise<void> =>
    progress.commitTo(store, { output, tally: report.tally.saved(finished), finished });
  await closeAfter(
    async () => {
      await runPasses({ options: run, report, plan, found, store, work, sink, progress, commit });
      await commit(true);
    },
    () => work.close(),
  );
  return writer.totals;
}

function findIndexRun(store: Store, run: RunOptions, files: readonly InputSize[]): Promise<FoundRun> {
  const { overrides, identity, restart, signal } = run;
  if (isReadOnce(files)) return Promise.resolve(unnamedRun);
  const words = nameOfWords({ overrides, identity });
  return findRun(store, { words, files, judgedBy: undefined, restart, signal });
}

interface IndexWork {
  readonly run: RunOptions;
  readonly plan: Plan;
  readonly writer: IndexWriter;
  readonly keepTemplate: boolean;
}

/** The work on a page, which ends with its entry. */
async function openWork({ run, plan, writer, keepTemplate }: IndexWork): Promise<Work<IndexEntry>> {
  const { store, hashKey } = writer;
  const judge = { ...judgeOptions(run, plan, store), hasStore: true, carries: true };
  // A method that judges blocks by their words takes the name of a product for template; with the guard it stays.
  const refine = run.guard && findMethod(run.method).kind === 'batch' ? keepHeadings : undefined;
  useCoreFile();
  const engine = await openEngine(judge, (site) => store.loadSite(site), refine);
  const entryOf = ({ page, verdict, site, words }: JudgedPage): IndexEntry => {
    const { table, index } = words ?? { table: wordsOfPage(page, hashKey), index: 0 };
    // Who finds a page by words that it does not show would look for them in vain.
    const template = omittedTexts(page, verdict) ?? verdict.template;
    return createIndexEntry(table, index, { site, verdict: { template }, keepTemplate });
  };
  return workHere(engine, entryOf, { encode: run.record });
}

/** Most methods read no words. */
function wordsOfPage(page: Page, hashKey: HashKey): WordTable {
  const table = new WordTable(hashKey);
  table.addPage(page);
  return table;
}

/** What a run into an index has no choice about. */
const indexRun = {
  stream: false,
  fetching: {},
  freeze: false,
  jobs: 1,
  destination: { container: 'jsonl', path: undefined },
  force: false,
  keepDirs: false,
  record: { format: 'text', blocks: false, explain: false, templateText: false, links: false },
  template: 'never',
} as const;
