/** `dehusk eval`: runs methods and peers on sites with gold, scores them, and tells the results. */
import { openCorpora } from '../eval/corpus/open-corpora.ts';
import { type ChosenNames, chooseMethods, methodNames, peerNames } from '../eval/methods/choose-methods.ts';
import type { EvalMethod } from '../eval/methods/eval-method.ts';
import { commandPeer } from '../eval/peers/command.ts';
import { markdownReport } from '../eval/report/markdown-report.ts';
import { resultTables } from '../eval/report/result-tables.ts';
import { createResults, type Results } from '../eval/results/results.ts';
import { type EvaluatedSites, type Evaluation, evaluate, noRunFile } from '../eval/run/evaluate.ts';
import { addLine, openRunFile, type RunFile, type RunLines, readRunFile } from '../eval/run/run-file.ts';
import { DehuskError } from '../index.ts';
import type { EvalFlags, ReportFlags, ScoreFlags } from './eval/eval-flags.ts';
import { ExitCode } from './exit-code.ts';
import { choice } from './flag-values.ts';
import type { Messages } from './messages.ts';
import { formatCount } from './number-format.ts';
import { stdoutTarget } from './output/byte-target.ts';
import { ClosedPipe } from './output/write-error.ts';
import { createMessages } from './report.ts';
import { tableText } from './table-text.ts';

export async function runEval(folders: readonly string[], flags: EvalFlags): Promise<number> {
  if (folders.length === 0 && flags.synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'eval', needed: 'a CORPUS or --synthetic COUNT' });
  const methods = chooseMethods(chosenNames(flags));
  const sites = openCorpora(folders, flags.synthetic);
  const output = flags.output === undefined ? noRunFile() : await openRunFile(flags.output);
  return evaluateAndTell({ sites, methods, output }, flags, commandText(folders, flags));
}

export async function runScore(files: readonly string[], flags: ScoreFlags): Promise<number> {
  const { gold = [], synthetic } = flags;
  if (gold.length === 0 && synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'score', needed: '--gold CORPUS' });
  const lines: RunLines = new Map();
  for (const file of files) {
    for (const ofSite of (await readRunFile(file)).values())
      for (const ofMethod of ofSite.values()) for (const line of ofMethod) addLine(lines, line);
  }
  const output: RunFile = { lines, append: () => undefined };
  const command = `dehusk eval score ${files.join(' ')} --gold ${gold.join(' ')}`;
  return evaluateAndTell({ sites: openCorpora(gold, synthetic), methods: [], output }, flags, command);
}

function chosenNames({ methods, peers, peerCommand = {} }: EvalFlags): ChosenNames {
  for (const name of methods ?? []) choice('--methods', [...methodNames, 'all'])(name);
  for (const name of peers ?? []) choice('--peers', [...peerNames, 'all'])(name);
  const taken = [...methodNames, ...peerNames];
  const commands = Object.entries(peerCommand).map(([name, command]): EvalMethod => {
    if (!taken.includes(name)) return commandPeer(name, command);
    const facts = { flag: '--peer-command', expected: 'a name of its own', value: name, hint: '' };
    throw new DehuskError('USAGE_VALUE_BAD', facts);
  });
  return { ...(methods && { methods }), ...(peers && { peers }), commands };
}

/** As it could be typed again, for the report. */
function commandText(folders: readonly string[], flags: EvalFlags): string {
  const given = [
    ...folders,
    ...(flags.synthetic === undefined ? [] : [`--synthetic ${flags.synthetic}`]),
    ...(flags.methods === undefined ? [] : [`--methods ${flags.methods.join(',')}`]),
    ...(flags.peers === undefined ? [] : [`--peers ${flags.peers.join(',')}`]),
    ...Object.entries(flags.peerCommand ?? {}).map(
      ([name, command]) => `--peer-command ${name}='${command}'`,
    ),
    ...(flags.output === undefined ? [] : [`-o ${flags.output}`]),
    ...(flags.against === undefined ? [] : [`--against ${flags.against}`]),
    ...(flags.format === 'text' ? [] : [`--format ${flags.format}`]),
  ];
  return `dehusk eval ${given.join(' ')}`;
}

async function evaluateAndTell(work: Evaluation, flags: ReportFlags, command: string): Promise<number> {
  if (flags.against !== undefined) choice('--against', methodsIn(work))(flags.against);
  const results = createResults(await evaluateTelling(work, createMessages(flags)), flags.against);
  await print(reportText(results, flags.format, command));
  const failed = results.corpus.reduce((sum, { failedPages }) => sum + failedPages, 0);
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

async function evaluateTelling(work: Evaluation, messages: Messages): Promise<EvaluatedSites> {
  const start = performance.now();
  const known = new Set(work.sites.map(({ name }) => name));
  const unknown = [...work.output.lines.keys()].filter((site) => !known.has(site));
  if (unknown.length > 0)
    messages.info('unknown-sites', `not in the corpus, so not scored: ${unknown.join(', ')}`, { unknown });
  return evaluate({
    ...work,
    onSite: (site, done) => {
      const seconds = (performance.now() - start) / 1000;
      const text = `${done} of ${formatCount(work.sites.length, 'site')}, ${seconds.toFixed(1)} s: ${site}`;
      messages.info('progress', text, { site, done, sites: work.sites.length });
    },
    onFailure: (file, { url, error }) =>
      messages.failure({ kind: 'failure', error, url, provenance: { file } }, 1),
  });
}

/** Those that will be run, and those that are there already. */
function methodsIn({ methods, output }: Evaluation): readonly string[] {
  const known = [...output.lines.values()].flatMap((ofSite) => [...ofSite.keys()]);
  return [...new Set([...methods.map(({ name }) => name), ...known])];
}

function reportText(results: Results, format: ReportFlags['format'], command: string): string {
  if (format === 'json') return `${JSON.stringify(results)}\n`;
  if (format === 'markdown') return markdownReport(results, command);
  const tables = resultTables(results).map(({ title, note, head, rows }) => {
    const columns = head.map((name, i) => ({ title: name, align: i === 0 ? 'left' : 'right' }) as const);
    return `${title}\n${note}\n\n${tableText(columns, rows)}`;
  });
  return tables.join('\n');
}

async function print(text: string): Promise<void> {
  try {
    await stdoutTarget().write(new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}
