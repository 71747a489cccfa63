/**
 * A run of `dehusk index`, from the first page or from where an earlier run was stopped, to its end.
 *
 * Pages are taken in windows. A window is judged and written as a whole, with the position behind it, so a run that
 * was killed goes on with a whole window and ends with the index of a run that nobody disturbed.
 */
import { createSiteKey, drawHashKey, type SiteOverrides } from '../../index.ts';
import { type IndexPosition, type IndexWriter, inputSizes, openIndexWriter, openInputs } from '../../node.ts';
import { checkInputFiles } from '../check-flags.ts';
import { inputOptions, pageLimits } from '../flags.ts';
import { formatCount, grouped } from '../number-format.ts';
import { guardInputs } from '../output/guard-inputs.ts';
import type { Report } from '../report.ts';
import { readOverrides } from '../rule-flags.ts';
import { nameRun, tellingFlags } from '../run/name-run.ts';
import { totalBytes } from '../run/total-bytes.ts';
import type { Stop } from '../stop.ts';
import type { IndexFlags } from './index-flags.ts';
import { inputWindows } from './input-windows.ts';
import { createWindowJudge } from './judge-window.ts';

export interface IndexRequest {
  readonly inputs: readonly string[];
  readonly flags: IndexFlags;
  readonly report: Report;
  readonly stop: Stop;
}

interface IndexRun extends IndexRequest {
  readonly overrides: SiteOverrides;
  readonly writer: IndexWriter;
  /** Undefined for a run that cannot be taken up again: standard input has no second time. */
  readonly name: string | undefined;
  readonly position: IndexPosition;
}

const startPosition: IndexPosition = { itemCount: 0, finished: false, tally: {} };

/** Runs to the end; false if there was nothing to do. What ends it early is thrown; whole windows are kept. */
export async function runIndex(request: IndexRequest): Promise<boolean> {
  const { inputs, flags, report } = request;
  const files = await inputSizes(inputs);
  checkInputFiles(files, flags);
  await guardInputs({ container: 'jsonl', path: flags.output }, files);
  const overrides = await readOverrides(flags);
  const setting = {
    method: flags.method,
    methodOptions: flags.set ?? {},
    template: flags.keepTemplate === true,
  };
  using writer = openIndexWriter(flags.output, { setting, hashKey: drawHashKey() });
  // Wherever the index lies, its run is the same.
  const { output: _output, ...telling } = tellingFlags(flags);
  const name = inputs.includes('-') ? undefined : nameRun({ inputs, files, overrides, flags: telling });
  const position = (name !== undefined && writer.position(name)) || startPosition;
  if (position.finished) {
    report.messages.info('finished', 'nothing to do: this run is done', {});
    return false;
  }
  report.tally.restore(position.tally);
  report.start(totalBytes(files, 1));
  await indexInputs({ ...request, overrides, writer, name, position });
  tellTotals(writer, report);
  return true;
}

async function indexInputs(run: IndexRun): Promise<void> {
  const { inputs, flags, report, stop, writer, name, position, overrides } = run;
  const { tally } = report;
  tally.beginPass('cleaning', position.itemCount === 0);
  const input = openInputs(inputs, {
    ...inputOptions(flags),
    signal: stop.signal,
    onBytes: (count) => tally.addBytes(count),
  });
  const siteKey = createSiteKey(flags.siteBy);
  const judge = createWindowJudge({ ...run, siteKey, overrides, limits: pageLimits(flags) });
  let { itemCount } = position;
  const positionNow = (finished: boolean): { run?: { name: string; position: IndexPosition } } =>
    name === undefined ? {} : { run: { name, position: { itemCount, finished, tally: tally.saved() } } };
  for await (const window of inputWindows(input, {
    pages: flags.batchPages,
    skip: itemCount,
    onSkipped: (raw) => tally.passPage(siteKey(raw)),
  })) {
    const judged = await judge(window);
    itemCount += window.length;
    writer.commit({ ...judged, ...positionNow(false) });
  }
  writer.commit({ entries: [], ...positionNow(true) });
}

function tellTotals({ totals }: IndexWriter, { messages }: Report): void {
  const { pages, titleWords, contentWords, templateWords, links, templateLinks } = totals;
  const words = titleWords + contentWords;
  const text =
    `the index has ${formatCount(pages, 'page')} and ${formatCount(words, 'word')}; ` +
    `${grouped(templateWords)} words and ${grouped(templateLinks)} of ${formatCount(links, 'link')} were template`;
  messages.info('index', text, { ...totals });
}
