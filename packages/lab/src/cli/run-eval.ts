/** `dehusk-lab eval`, `score` and `paper`: runs methods and peers on sites with gold, scores them, and tells the results. */

import { existsSync, readdirSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from 'dehusk';
import {
  choice,
  createMessages,
  ExitCode,
  formatCount,
  guardInputs,
  type Messages,
  orWriteError,
  tableText,
  writeError,
  writeText,
} from 'dehusk/parts';
import { openCorpora } from '../corpus/corpus.ts';
import { goldNames } from '../corpus/gold.ts';
import { hasSinglePages, openSinglePages, type SinglePages } from '../corpus/single-pages.ts';
import type { EvalMethod } from '../methods/methods.ts';
import { type ChosenNames, chooseMethods, methodNames, peerNames } from '../methods/methods.ts';
import { alarte2014 } from '../papers/alarte-2014/alarte-2014.ts';
import { chen2006 } from '../papers/chen-2006/chen-2006.ts';
import { huang2011 } from '../papers/huang-2011/huang-2011.ts';
import { type Paper, type PaperOptions, type PaperReport, paperMarkdown } from '../papers/paper.ts';
import { wang2008 } from '../papers/wang-2008/wang-2008.ts';
import { commandPeer } from '../peers/process-peers.ts';
import { markdownReport } from '../report/markdown-report.ts';
import { resultTables } from '../report/result-tables.ts';
import type { Table } from '../report/table.ts';
import { collectDetails } from '../results/details.ts';
import { openGate, type PassGate } from '../results/floors.ts';
import { createResults, type Results } from '../results/results.ts';
import type { SinglePagesResult } from '../results/single-pages.ts';
import { type EvaluatedSites, type Evaluation, evaluate, noRunFile } from '../run/evaluate.ts';
import { evaluateSinglePages } from '../run/evaluate-single.ts';
import { measureGrowth } from '../run/growth.ts';
import { addLine, openRunFile, type RunFile, type RunLines, readRunFile } from '../run/run-file.ts';
import {
  checkFloorFlags,
  type EvalFlags,
  type PaperFlags,
  type ReportFlags,
  type ScoreFlags,
} from './eval-flags.ts';

/** The run came to its end, but a method scores below its floor. */
const BELOW_FLOOR = 4;

export async function runEval(folders: readonly string[], flags: EvalFlags): Promise<number> {
  checkFloorFlags(flags);
  if (folders.length === 0 && flags.synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'eval', needed: 'a CORPUS or --synthetic COUNT' });
  const methods = chooseMethods(chosenNames(flags));
  const corpora = openAll(folders, flags.synthetic);
  if (flags.html !== undefined) await checkReportFile(flags.html, [...folders, flags.output ?? []].flat());
  const output = flags.output === undefined ? noRunFile() : await openRunFile(flags.output);
  return evaluateAndTell({ ...corpora, methods, output }, flags, commandText(folders, flags));
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
  const command = `dehusk-lab score ${files.join(' ')} --gold ${folderNames(gold).join(' ')}${html}`;
  return evaluateAndTell({ ...openAll(gold, synthetic), methods: [], output }, flags, command);
}

/** What is evaluated: sites, and pages without their sites. */
interface Work extends Evaluation {
  readonly collections: readonly SinglePages[];
}

function openAll(
  folders: readonly string[],
  syntheticSites: number | undefined,
): Pick<Work, 'sites' | 'collections'> {
  const single = folders.filter(hasSinglePages);
  const others = folders.filter((folder) => !single.includes(folder));
  const sites =
    others.length === 0 && syntheticSites === undefined ? [] : openCorpora(others, syntheticSites);
  return { sites, collections: single.map(openSinglePages) };
}

const papers: readonly Paper[] = [wang2008, chen2006, alarte2014, huang2011];

export async function runPaper(name: string, folders: readonly string[], flags: PaperFlags): Promise<number> {
  const names = papers.map((paper) => paper.name);
  const paper = papers[names.indexOf(choice('NAME', names)(name))]!;
  if (folders.length === 0 && flags.synthetic === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'paper', needed: 'a CORPUS or --synthetic COUNT' });
  const search = searchOf(name, flags);
  const messages = createMessages(flags);
  const report = await paper.reproduce(
    openCorpora(folders, flags.synthetic),
    (progress) => messages.info('progress', progress),
    { search },
  );
  const given = [
    name,
    ...folderNames(folders),
    ...(flags.synthetic === undefined ? [] : [`--synthetic ${flags.synthetic}`]),
    ...(search.file === undefined ? [] : [`--search full --search-file ${search.file}`]),
    ...(search.settings === undefined ? [] : [`--search-settings ${search.settings}`]),
  ];
  const command = `dehusk-lab paper ${given.join(' ')}`;
  await writeText(paperText(paper, report, { format: flags.format, command }));
  return ExitCode.done;
}

/** Throws unless the flags about the search go together, and with the paper that searches. */
function searchOf(
  name: string,
  { search, searchFile: file, searchSettings: settings }: PaperFlags,
): NonNullable<PaperOptions['search']> {
  const needs = (flag: string, needed: string): DehuskError =>
    new DehuskError('USAGE_FLAG_NEEDS', { flag, needed });
  const isGiven = search === 'full' || file !== undefined || settings !== undefined;
  if (isGiven && name !== alarte2014.name) throw needs('--search', `the paper ${alarte2014.name}`);
  if (search === 'full' && file === undefined) throw needs('--search full', '--search-file FILE');
  if (search !== 'full' && file !== undefined) throw needs('--search-file', '--search full');
  return { file, settings };
}

interface PaperForm {
  readonly format: PaperFlags['format'];
  readonly command: string;
}

function paperText(paper: Paper, report: PaperReport, { format, command }: PaperForm): string {
  if (format === 'json') return `${JSON.stringify({ paper: paper.name, title: paper.title, ...report })}\n`;
  if (format === 'markdown') return paperMarkdown(paper, report, `${command} --format markdown`);
  const sentences = [paper.title, ...report.sentences].map((paragraph) => `${paragraph}\n`);
  return [...sentences, ...report.tables.map(plainTable)].join('\n');
}

/** For a report that others read: which folders they were, not where somebody keeps them. */
function folderNames(folders: readonly string[]): readonly string[] {
  return folders.map((folder) => path.basename(path.resolve(folder)));
}

/** As it could be typed again, for the report. */
function commandText(folders: readonly string[], flags: EvalFlags): string {
  const given = [
    ...folderNames(folders),
    ...(flags.synthetic === undefined ? [] : [`--synthetic ${flags.synthetic}`]),
    ...(flags.methods === undefined ? [] : [`--methods ${flags.methods.join(',')}`]),
    ...(flags.peers === undefined ? [] : [`--peers ${flags.peers.join(',')}`]),
    ...Object.entries(flags.peerCommand ?? {}).map(
      ([name, command]) => `--peer-command ${name}='${command}'`,
    ),
    ...(flags.output === undefined ? [] : [`-o ${flags.output}`]),
    ...(flags.html === undefined ? [] : [`--html ${flags.html}`]),
    ...(flags.golds === undefined ? [] : [`--golds ${flags.golds.join(',')}`]),
    ...(flags.against === undefined ? [] : [`--against ${flags.against}`]),
    ...(flags.floors === undefined ? [] : [`--floors ${flags.floors}`]),
    ...(flags.format === 'text' ? [] : [`--format ${flags.format}`]),
  ];
  return `dehusk-lab eval ${given.join(' ')}`;
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

async function evaluateAndTell(work: Work, flags: ReportFlags, command: string): Promise<number> {
  if (flags.against !== undefined) choice('--against', methodsIn(work))(flags.against);
  const gate = gateOf(flags);
  const messages = createMessages(flags);
  const { onScored, details } = collectDetails();
  const golds = flags.golds?.map(choice('--golds', goldNames));
  const watched = { ...work, golds, ...(flags.html !== undefined && { onScored }) };
  const evaluated = await evaluateTelling(watched, messages);
  const singlePages = await evaluateSingleTelling(work, messages);
  const results = createResults(evaluated, { against: flags.against, singlePages });
  if (flags.html !== undefined) {
    // The library that draws the charts is large, and few runs want them.
    const { htmlReport } = await import('../report/html/html-report.ts');
    const growth = await growthTelling(results, messages);
    await writeText(htmlReport({ results, details: details(), growth, command }), flags.html);
  }
  await writeText(reportText(results, flags.format, command));
  if (gate !== undefined && !holdsFloors(results, gate, messages)) return BELOW_FLOOR;
  const failed = [...results.corpus, ...singlePages].reduce((sum, { failedPages }) => sum + failedPages, 0);
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

function gateOf({ floors: file, writeFloors, lowerFloors }: ReportFlags): PassGate | undefined {
  if (file === undefined) return undefined;
  return openGate({ file, write: writeFloors === true, reason: lowerFloors });
}

/** Names every floor that is missed. */
function holdsFloors(results: Results, gate: PassGate, messages: Messages): boolean {
  const { missed, summary } = gate(results);
  for (const miss of missed) messages.error(miss);
  messages.info('floors', summary, { missed: missed.length });
  return missed.length === 0;
}

async function evaluateSingleTelling(work: Work, messages: Messages): Promise<readonly SinglePagesResult[]> {
  const { methods, output } = work;
  const results: SinglePagesResult[] = [];
  for (const collection of work.collections) {
    const result = await evaluateSinglePages({
      ...{ collection, methods, output },
      onPages: (name, pages) =>
        messages.info('progress', `${formatCount(pages, 'page')} of ${name}`, { collection: name, pages }),
      onFailure: (file, { url, error }) =>
        messages.failure({ kind: 'failure', error, url, provenance: { file } }, 1),
    });
    results.push(result);
  }
  return results;
}

async function evaluateTelling(work: Work, messages: Messages): Promise<EvaluatedSites> {
  const start = performance.now();
  const known = new Set([...work.sites, ...work.collections].map(({ name }) => name));
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

/**
 * The file of `--html` is looked at before the work begins. Throws where it is an input (a file, or any file of a
 * folder) or a folder; its own folder is made.
 */
async function checkReportFile(file: string, inputs: readonly string[]): Promise<void> {
  const files = inputs.filter(existsSync).flatMap(filesOf);
  await guardInputs(
    { container: 'jsonl', path: file },
    files.map((input) => ({ file: input })),
  );
  await orWriteError(mkdir(path.dirname(file), { recursive: true }), file);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw writeError({ code: 'EISDIR' }, file);
}

function filesOf(input: string): readonly string[] {
  try {
    return readdirSync(input, { recursive: true, encoding: 'utf8' }).map((name) => path.join(input, name));
  } catch {
    return [input];
  }
}
