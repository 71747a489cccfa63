/** `dehusk clean`: pages in, content out. */
import type { Command } from 'commander';
import { type CleanResult, clean } from '../index.ts';
import { inputSizes, openInputs } from '../node.ts';
import { addCleanFlags, type CleanFlags, checkCleanFlags, checkInputFiles } from './clean-flags.ts';
import { ExitCode } from './exit-code.ts';
import { explain } from './explain.ts';
import { pageLimits } from './flags.ts';
import { methods } from './methods.ts';
import type { Destination } from './output/container.ts';
import { guardInputs } from './output/guard-inputs.ts';
import { type Output, openOutput } from './output/output.ts';
import { ClosedPipe } from './output/write-error.ts';
import { createReport, type Report } from './report.ts';
import { listenForStop, type Stop } from './stop.ts';
import { writeResults } from './write-results.ts';

const examples = `
Examples:
  a folder of .html files, one JSON object per page to standard output
    dehusk clean pages/
  a web archive, into a file
    dehusk clean crawl.warc.gz -o clean.jsonl
  JSON Lines whose pages are in the field "body"
    dehusk clean crawl.jsonl --field html=body -o clean.jsonl.gz
  one Markdown file per page, in the folders of the addresses
    dehusk clean 'crawl/*.warc.gz' --format markdown -o texts/ --keep-dirs
  one page from a pipe
    curl -s https://example.com/ | dehusk clean - | jq -r .text

Of a folder, the files .html, .htm, .xhtml, .jsonl, .ndjson and .warc are read,
also with .gz behind. A page that fails is named on standard error, and the
others go on. The file that -o names is called FILE.partial until the run is
done.
`;

export function defineClean(command: Command, exit: (code: number) => void): void {
  command
    .description(
      'Reads pages and writes the content of each. (No method finds templates yet: everything is kept.)',
    )
    .usage('[options] INPUT...')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: CleanFlags) => exit(await runClean(inputs, flags)));
  addCleanFlags(command);
}

async function runClean(inputs: readonly string[], flags: CleanFlags): Promise<number> {
  const destination = checkCleanFlags(inputs, flags);
  const run: Run = { inputs, flags, stop: listenForStop(), report: createReport(flags) };
  // Before the output is opened: a bad option must not cost the file that is there.
  const results = cleanResults(run);
  const output = await startOutput(destination, run);
  return cleanInto(output, results, run);
}

interface Run {
  readonly inputs: readonly string[];
  readonly flags: CleanFlags;
  readonly report: Report;
  readonly stop: Stop;
}

async function startOutput(destination: Destination, { inputs, flags, report }: Run): Promise<Output> {
  const sizes = await inputSizes(inputs);
  checkInputFiles(sizes, flags);
  await guardInputs(destination, sizes);
  const { format, blocks = false, templateText = false, keepDirs = false } = flags;
  const output = await openOutput(destination, { format, blocks, templateText, keepDirs });
  const isKnown = sizes.every(({ sizeBytes }) => sizeBytes !== undefined);
  report.start(isKnown ? sizes.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) : undefined);
  return output;
}

async function cleanInto(output: Output, results: AsyncIterable<CleanResult>, run: Run): Promise<number> {
  try {
    await writeResults(results, output, run.report);
    await output.finish();
  } catch (error) {
    return endEarly(error, output, run);
  }
  run.report.end('done');
  return exitCodeOf(run);
}

async function endEarly(error: unknown, output: Output, run: Run): Promise<number> {
  const { report, stop } = run;
  if (error instanceof ClosedPipe) {
    report.hide();
    return ExitCode.done;
  }
  const exitCode = stop.exitCode ?? explain(error, report.messages);
  const isKept = await keepOutput(output, run);
  report.end(stop.exitCode === undefined ? 'failed' : 'stopped');
  return isKept ? exitCode : ExitCode.failed;
}

/** Says where what was done can be found; false if it could not be written. */
async function keepOutput(output: Output, { report: { messages }, stop }: Run): Promise<boolean> {
  try {
    const kept = await output.stop();
    if (kept !== undefined) messages.info('partial', `what was done is in ${kept}`, { file: kept });
    return true;
  } catch (error) {
    // Where the output was what ended the run, it was said already.
    if (stop.exitCode !== undefined && !(error instanceof ClosedPipe)) explain(error, messages);
    return error instanceof ClosedPipe;
  }
}

function cleanResults({ inputs, flags, report, stop: { signal } }: Run): AsyncIterable<CleanResult> {
  const { baseUrl, inputFormat, field, maxPageBytes, siteBy, method } = flags;
  const input = openInputs(inputs, {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(inputFormat !== undefined && { inputFormat }),
    ...(field !== undefined && { fields: field }),
    maxPageBytes,
    signal,
    onBytes: (count) => report.tally.addBytes(count),
  });
  return clean(input, { createDetector: methods[method], siteBy, limits: pageLimits(flags), signal });
}

/** Failures after which there was nothing to read at all. */
const unread: ReadonlySet<string> = new Set(['INPUT_NOT_FOUND', 'INPUT_NO_MATCH', 'INPUT_UNREADABLE']);

function exitCodeOf({ flags, report: { tally } }: Run): number {
  const { pages, failed } = tally.counts;
  if (failed === 0) return ExitCode.done;
  const nothingRead = pages === 0 && [...tally.failedByCode.keys()].every((code) => unread.has(code));
  if (nothingRead) return ExitCode.failed;
  const fails = flags.failOn === 'any' || (flags.failOn === 'all' && pages === 0);
  return fails ? ExitCode.somePagesFailed : ExitCode.done;
}
