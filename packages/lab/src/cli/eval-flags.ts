/** `dehusk-lab eval`, `score` and `paper`: flags and help. What evaluates is loaded when one of them is run. */
import type { Command } from 'commander';
import { DehuskError } from 'dehusk';
import { count, type MessageFlags } from 'dehusk/parts';
import { addMessageFlags, chosen } from './flags.ts';

const examples = `
Examples:
  all methods on a corpus; what they kept goes to runs.jsonl
    dehusk-lab eval corpus/ -o runs.jsonl
  two methods and a peer on generated sites
    dehusk-lab eval --synthetic 6 --methods incremental,shingle --peers line-filter
  a report to look at, in one file
    dehusk-lab eval corpus/ -o runs.jsonl --html report.html
  any tool as a peer, page by page
    dehusk-lab eval corpus/ -o runs.jsonl --peer-command trafilatura='trafilatura'
  pages without their sites, each as the first of its own, in the form of WCXB
    dehusk-lab eval wcxb/ --methods none,adaptive --peers readability,defuddle
  the score of any output: lines of {"method","site","url","text"}
    dehusk-lab score theirs.jsonl --gold corpus/
  no method may score below its floor; a new best raises it
    dehusk-lab eval corpus/ -o runs.jsonl --floors floors.json --write-floors

With -o a method is not run again on a site that it has been run on, and the
report is about all that the file has. If neither methods nor peers are named,
all methods, line-filter and k-gram are run. With --floors the exit code is 4 if
a floor is missed. docs/EVALUATION.md tells what the figures mean and what a
corpus looks like.
`;

export function defineEval(command: Command, exit: (code: number) => void): void {
  command
    .description('Scores methods and other tools on sites with gold.')
    .usage('[options] CORPUS...')
    .argument('[CORPUS...]', 'folders of sites with gold, or of single pages')
    .addHelpText('after', examples)
    .action(async (corpora: readonly string[], flags: EvalFlags) => {
      const { runEval } = await import('./run-eval.ts');
      exit(await runEval(corpora, flags));
    });
  addEvalFlags(command);
}

export function defineScore(command: Command, exit: (code: number) => void): void {
  command
    .description('Scores what methods or other tools have kept, without running them.')
    .usage('[options] RUNS.jsonl... --gold CORPUS')
    .argument('<RUNS...>', 'lines of {"method","site","url","text"}, or what eval -o has written')
    .addHelpText('after', '\nExamples:\n  dehusk-lab score theirs.jsonl ours.jsonl --gold corpus/\n')
    .action(async (files: readonly string[], flags: ScoreFlags) => {
      const { runScore } = await import('./run-eval.ts');
      exit(await runScore(files, flags));
    });
  addScoreFlags(command);
}

export interface PaperFlags extends MessageFlags {
  readonly synthetic?: number;
  readonly search: 'bounded' | 'full';
  readonly searchFile?: string;
  readonly searchSettings?: number;
  readonly format: 'text' | 'json' | 'markdown';
}

const paperExamples = `
Papers:
  wang-2008    storage at equal recall, and recall at equal storage
  chen-2006    accuracy, time and query accuracy of detection while indexing
  alarte-2014  templates by hyperlink analysis: nodes of key pages
  huang-2011   sequence-based mappings: quality and time

Examples:
  a paper's tables on a corpus, beside the numbers it prints
    dehusk-lab paper wang-2008 corpus/
  as a page, on generated sites
    dehusk-lab paper chen-2006 --synthetic 6 --format markdown > chen.md
  the tables of a suite in TECO's form, with the whole search for parameters;
  it takes hours, and goes on where it was stopped
    dehusk-lab paper alarte-2014 suite/ --search full --search-file tried.jsonl

docs/PAPERS.md has the tables on the corpus that this project is measured on.
`;

export function definePaper(command: Command, exit: (code: number) => void): void {
  command
    .description("Makes a paper's tables again, and prints them beside its own numbers.")
    .usage('[options] NAME CORPUS...')
    .argument('<NAME>', 'the paper: wang-2008, chen-2006, alarte-2014 or huang-2011')
    .argument('[CORPUS...]', 'folders of sites with gold')
    .option('--synthetic <count>', 'also on this many generated sites', count('--synthetic'))
    .addOption(chosen('--format <how>', 'form of the report', ['text', 'json', 'markdown']).default('text'))
    .addOption(
      chosen('--search <how>', 'of alarte-2014: parameters that are tried', ['bounded', 'full']).default(
        'bounded',
      ),
    )
    .option('--search-file <file.jsonl>', 'of a full search: what was tried, to go on from there')
    .option(
      '--search-settings <count>',
      'of alarte-2014: how many are tried (100; of a full search all)',
      count('--search-settings'),
    )
    .addHelpText('after', paperExamples)
    .action(async (name: string, corpora: readonly string[], flags: PaperFlags) => {
      const { runPaper } = await import('./run-eval.ts');
      exit(await runPaper(name, corpora, flags));
    });
  addMessageFlags(command);
}

export interface ReportFlags extends MessageFlags {
  readonly floors?: string;
  readonly writeFloors?: boolean;
  readonly lowerFloors?: string;
  readonly html?: string;
  readonly against?: string;
  readonly golds?: readonly string[];
  readonly format: 'text' | 'json' | 'markdown';
}

export interface EvalFlags extends ReportFlags {
  readonly synthetic?: number;
  readonly methods?: readonly string[];
  readonly peers?: readonly string[];
  /** Commands by the names of peers. */
  readonly peerCommand?: Readonly<Record<string, string>>;
  readonly output?: string;
}

export interface ScoreFlags extends ReportFlags {
  readonly gold?: readonly string[];
  readonly synthetic?: number;
}

const syntheticText = 'also evaluate on this many generated sites';

function addEvalFlags(command: Command): void {
  command
    .option('--synthetic <count>', syntheticText, count('--synthetic'))
    .option('--methods <names>', 'methods to run, apart by commas, or all', names)
    .option('--peers <names>', 'peers to run: line-filter, k-gram, readability, defuddle, or all', names)
    .option(
      '--peer-command <name=command>',
      'a peer that is a command: HTML of a page in, text out; repeatable',
      peerCommand,
    )
    .option('-o, --output <file.jsonl>', 'keep what every method kept of every page, and go on from there');
  addReportFlags(command);
}

function addScoreFlags(command: Command): void {
  command
    .option('--gold <corpus...>', 'folders of sites with gold')
    .option('--synthetic <count>', syntheticText, count('--synthetic'));
  addReportFlags(command);
}

function addReportFlags(command: Command): void {
  command
    .option(
      '--html <file>',
      'also write a report to look at: charts, tables, and the worst pages of each site',
    )
    .option('--golds <names>', 'score on these golds only: read alone takes half the time', names)
    .option('--against <name>', 'compare every method with this one (default: the best on the read gold)')
    .addOption(chosen('--format <how>', 'form of the report', ['text', 'json', 'markdown']).default('text'));
  addFloorFlags(command);
  addMessageFlags(command);
}

function addFloorFlags(command: Command): void {
  command
    .option('--floors <file.json>', 'fail if a figure of a method is below its floor or above its ceiling')
    .option('--write-floors', 'raise floors and lower ceilings to what was reached, and pin what has none')
    .option('--lower-floors <reason>', 'let them become worse too; the reason is kept beside each');
}

/** Throws unless the flags about floors go together. */
export function checkFloorFlags({ floors, writeFloors, lowerFloors }: ReportFlags): void {
  if (writeFloors && floors === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: '--write-floors', needed: '--floors FILE' });
  if (lowerFloors !== undefined && !writeFloors)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: '--lower-floors', needed: '--write-floors' });
  if (lowerFloors?.trim() !== '') return;
  const facts = { flag: '--lower-floors', expected: 'a reason', value: lowerFloors, hint: '' };
  throw new DehuskError('USAGE_VALUE_BAD', facts);
}

function names(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

function peerCommand(text: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const cut = text.indexOf('=');
  if (cut > 0 && cut < text.length - 1) return { ...previous, [text.slice(0, cut)]: text.slice(cut + 1) };
  const facts = { flag: '--peer-command', expected: 'NAME=COMMAND', value: text, hint: '' };
  throw new DehuskError('USAGE_VALUE_BAD', facts);
}
