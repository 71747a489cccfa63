/** `dehusk eval`: runs methods and peers on sites with gold, scores them, and tells the results. */

import { DehuskError } from 'dehusk/parts';
import { ExitCode } from '../../../dehusk/src/cli/exit-code.ts';
import { choice } from '../../../dehusk/src/cli/flag-values.ts';
import type { Messages } from '../../../dehusk/src/cli/messages.ts';
import { formatCount } from '../../../dehusk/src/cli/number-format.ts';
import { stdoutTarget } from '../../../dehusk/src/cli/output/byte-target.ts';
import { ClosedPipe } from '../../../dehusk/src/cli/output/write-error.ts';
import { createMessages } from '../../../dehusk/src/cli/report.ts';
import { tableText } from '../../../dehusk/src/cli/table-text.ts';
import { openCorpora } from '../corpus/open-corpora.ts';
import { openGate, type PassGate } from '../floors/gate.ts';
import { measureGrowth } from '../growth/measure-growth.ts';
import { type ChosenNames, chooseMethods, methodNames, peerNames } from '../methods/choose-methods.ts';
import type { EvalMethod } from '../methods/eval-method.ts';
import type { Paper, PaperReport } from '../papers/paper.ts';
import { paperMarkdown } from '../papers/paper-markdown.ts';
import { papers } from '../papers/papers.ts';
import { commandPeer } from '../peers/command.ts';
import { htmlReport } from '../report/html/html-report.ts';
import { markdownReport } from '../report/markdown-report.ts';
import { resultTables } from '../report/result-tables.ts';
import type { Table } from '../report/table.ts';
import { collectDetails } from '../results/details.ts';
import { createResults, type Results } from '../results/results.ts';
import { type EvaluatedSites, type Evaluation, evaluate, noRunFile } from '../run/evaluate.ts';
import { addLine, openRunFile, type RunFile, type RunLines, readRunFile } from '../run/run-file.ts';
import { commandText } from './command-text.ts';
import { checkFloorFlags, type EvalFlags, type ReportFlags, type ScoreFlags } from './eval-flags.ts';
import type { PaperFlags } from './paper.ts';
import { checkReportFile, writeReportFile } from './report-file.ts';

export async function runEval(folders: readonly string[], flags: EvalFlags): Promise<number> {
  checkFloorFlags(flags);
  if (folders.length === 0 && flags.synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'eval', needed: 'a CORPUS or --synthetic COUNT' });
  const methods = chooseMethods(chosenNames(flags));
  const sites = openCorpora(folders, flags.synthetic);
  if (flags.html !== undefined) await checkReportFile(flags.html, [...folders, flags.output ?? []].flat());
  const output = flags.output === undefined ? noRunFile() : await openRunFile(flags.output);
  return evaluateAndTell({ sites, methods, output }, flags, commandText(folders, flags));
}

export async function runScore(files: readonly string[], flags: ScoreFlags): Promise<number> {
  checkFloorFlags(flags);
  const { gold = [], synthetic } = flags;
  if (gold.length === 0 && synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'score', needed: '--gold CORPUS' });
  if (flags.html !== undefined) await checkReportFile(flags.html, [...files, ...gold]);
  const lines: RunLines = new Map();
  for (const file of files) {
    for (const ofSite of (await readRunFile(file)).values())
      for (const ofMethod of ofSite.values()) for (const line of ofMethod) addLine(lines, line);
  }
  const output: RunFile = { lines, append: () => undefined };
  const html = flags.html === undefined ? '' : ` --html ${flags.html}`;
  const command = `dehusk eval score ${files.join(' ')} --gold ${gold.join(' ')}${html}`;
  return evaluateAndTell({ sites: openCorpora(gold, synthetic), methods: [], output }, flags, command);
}

export async function runPaper(name: string, folders: readonly string[], flags: PaperFlags): Promise<number> {
  const names = papers.map((paper) => paper.name);
  const paper = papers[names.indexOf(choice('NAME', names)(name))]!;
  if (folders.length === 0 && flags.synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'paper', needed: 'a CORPUS or --synthetic COUNT' });
  const messages = createMessages(flags);
  const report = await paper.reproduce(openCorpora(folders, flags.synthetic), (progress) =>
    messages.info('progress', progress),
  );
  const given = [
    name,
    ...folders,
    ...(flags.synthetic === undefined ? [] : [`--synthetic ${flags.synthetic}`]),
  ];
  const command = `dehusk eval paper ${given.join(' ')}`;
  await print(paperText(paper, report, { format: flags.format, command }));
  return ExitCode.done;
}

interface PaperForm {
  readonly format: PaperFlags['format'];
  readonly command: string;
}

function paperText(paper: Paper, report: PaperReport, { format, command }: PaperForm): string {
  if (format === 'json') return `${JSON.stringify({ paper: paper.name, title: paper.title, ...report })}\n`;
  if (format === 'markdown') return paperMarkdown(paper, report, `${command} --format markdown`);
  const reading = [paper.title, ...report.reading].map((paragraph) => `${paragraph}\n`);
  return [...reading, ...report.tables.map(plainTable)].join('\n');
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

async function evaluateAndTell(work: Evaluation, flags: ReportFlags, command: string): Promise<number> {
  if (flags.against !== undefined) choice('--against', methodsIn(work))(flags.against);
  const gate = gateOf(flags);
  const messages = createMessages(flags);
  const { onScored, details } = collectDetails();
  const watched = flags.html === undefined ? work : { ...work, onScored };
  const results = createResults(await evaluateTelling(watched, messages), flags.against);
  if (flags.html !== undefined) {
    const growth = growthTelling(results, messages);
    await writeReportFile(flags.html, htmlReport({ results, details: details(), growth, command }));
  }
  await print(reportText(results, flags.format, command));
  if (gate !== undefined && !holdsFloors(results, gate, messages)) return ExitCode.belowFloor;
  const failed = results.corpus.reduce((sum, { failedPages }) => sum + failedPages, 0);
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

function gateOf({ floors: file, writeFloors, lowerFloors }: ReportFlags): PassGate | undefined {
  if (file === undefined) return undefined;
  return openGate({ file, write: writeFloors === true, reason: lowerFloors });
}

/** Names every floor that is missed. */
function holdsFloors({ methods }: Results, gate: PassGate, messages: Messages): boolean {
  const { missed, summary } = gate(methods);
  for (const miss of missed) messages.error(miss);
  messages.info('floors', summary, { missed: missed.length });
  return missed.length === 0;
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

function growthTelling({ methods }: Results, messages: Messages): ReturnType<typeof measureGrowth> {
  return measureGrowth({
    methods: methods.map(({ method }) => method),
    onPages: (done, pages) =>
      messages.info('progress', `growth: ${done} of ${formatCount(pages, 'page')}`, { done, pages }),
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
  return resultTables(results).map(plainTable).join('\n');
}

function plainTable({ title, note, head, rows }: Table): string {
  const columns = head.map((name, i) => ({ title: name, align: i === 0 ? 'left' : 'right' }) as const);
  return `${title}\n${note}\n\n${tableText(columns, rows)}`;
}

async function print(text: string): Promise<void> {
  try {
    await stdoutTarget().write(new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}
