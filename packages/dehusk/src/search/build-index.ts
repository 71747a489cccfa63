/**
 * Pages into an index: a run like that of `clean`, with the same verdicts and the same guard, whose pages go into a
 * full-text index instead of a file. What was learned of the sites lies in the index itself, and becomes durable with
 * the pages.
 */
import { findMethod } from '../detect/registry.ts';
import {
  judgeOptions,
  nameRun,
  Progress,
  passesOf,
  type RunOptions,
  type RunReport,
  runPasses,
  totalBytes,
} from '../engine/run/run.ts';
import { openEngine, workHere } from '../engine/run/work.ts';
import { checkStore } from '../engine/site-state.ts';
import { drawHashKey, startPosition } from '../engine/store.ts';
import { inputSizes } from '../input/files.ts';
import { guardInputs } from '../output/files/output.ts';
import { WordTable } from '../page/words/word-table.ts';
import { createIndexEntry, keepHeadings } from './index-entry.ts';
import type { IndexTotals } from './index-file.ts';
import { openIndexWriter } from './index-writer.ts';

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
    | 'signal'
  > {
  /** The index: made, or added to if it is there. */
  readonly file: string;
  /** Let words of the template be found too. */
  readonly keepTemplate: boolean;
}

/** Builds to the end, and returns what the index holds then; undefined if there was nothing to do. */
export async function buildIndex(options: BuildOptions, report: RunReport): Promise<IndexTotals | undefined> {
  const { inputs, file, keepTemplate, method, methodOptions, guard, batchPages, overrides, identity } =
    options;
  const files = await inputSizes(inputs);
  await guardInputs({ container: 'jsonl', path: file }, files);
  const setting = { method, methodOptions, guard, template: keepTemplate };
  using writer = openIndexWriter(file, { setting, hashKey: drawHashKey() });
  const { store } = writer;
  const run: RunOptions = { ...options, ...indexRun, commitEvery: batchPages };
  const { passes } = passesOf(run);
  const isBatch = findMethod(method).kind === 'batch';
  // Pages that come later are judged by all that the index has seen, so nothing is forgotten.
  const plan = { passes, forgetting: false, isFrozen: false, onlyPages: undefined };
  const name = inputs.includes('-') ? undefined : nameRun({ inputs, files, overrides, identity });
  await checkStore(store, { method, options: methodOptions, forgetting: false });
  const position = (name !== undefined && (await store.loadPosition(name))) || startPosition;
  if (position.finished) {
    report.messages.info('finished', 'nothing to do: this run is done', {});
    return undefined;
  }
  report.tally.restore(position.tally);
  report.start(totalBytes(files, passes.length));
  const judge = { ...judgeOptions(run, plan, store), hasStore: true, carries: true };
  // A method that judges blocks by their words takes the name of a product for template; with the guard it stays.
  const engine = await openEngine(
    judge,
    (site) => store.loadSite(site),
    isBatch && guard ? keepHeadings : undefined,
  );
  const work = workHere(
    engine,
    ({ page, verdict, site, words = { table: tableOf(page), index: 0 } }) =>
      createIndexEntry(words.table, words.index, { site, verdict, keepTemplate }),
    { encode: run.record },
  );
  const tableOf = (page: Parameters<WordTable['addPage']>[0]): WordTable => {
    const table = new WordTable(writer.hashKey);
    table.addPage(page);
    return table;
  };
  const progress = new Progress(position);
  const commit = async (finished: boolean): Promise<void> =>
    store.commit({ run: name ?? '-', ...progress.take(0, report.tally.saved(), finished) });
  const sink = {
    put: async (_: unknown, entry: Parameters<typeof writer.put>[0]) => writer.put(entry),
    pass: () => undefined,
  };
  try {
    await runPasses(
      { options: run, report, plan: { ...plan, name }, store, work, sink, progress, commit },
      position,
    );
    await commit(true);
  } finally {
    await work.close();
  }
  return writer.totals;
}

/** What a run into an index has no choice about. */
const indexRun = {
  stream: false,
  fetching: {},
  freeze: false,
  jobs: 1,
  destination: { container: 'jsonl', path: undefined },
  keepDirs: false,
  record: { format: 'text', blocks: false, templateText: false, links: false },
  template: 'never',
} as const;
