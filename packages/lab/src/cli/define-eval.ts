/** `dehusk eval`: its flags and help. What evaluates is loaded when the command is run, and by no other command. */
import type { Command } from 'commander';
import { addEvalFlags, addScoreFlags, type EvalFlags, type ScoreFlags } from './eval-flags.ts';
import { definePaper } from './paper.ts';

const examples = `
Examples:
  all methods on a corpus; what they kept goes to runs.jsonl
    dehusk eval corpus/ -o runs.jsonl
  two methods and a peer on generated sites
    dehusk eval --synthetic 6 --methods incremental,shingle --peers line-filter
  a report to look at, in one file
    dehusk eval corpus/ -o runs.jsonl --html report.html
  any tool as a peer, page by page
    dehusk eval corpus/ -o runs.jsonl --peer-command trafilatura='trafilatura'
  the score of any output: lines of {"method","site","url","text"}
    dehusk eval score theirs.jsonl --gold corpus/
  no method may score below its floor; a new best raises it
    dehusk eval corpus/ -o runs.jsonl --floors floors.json --write-floors

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
    .argument('[CORPUS...]', 'folders of sites with gold')
    .addHelpText('after', examples)
    .action(async (corpora: readonly string[], flags: EvalFlags) => {
      const { runEval } = await import('./eval.ts');
      exit(await runEval(corpora, flags));
    });
  addEvalFlags(command);
  defineScore(command.command('score'), exit);
  definePaper(command.command('paper'), exit);
}

function defineScore(command: Command, exit: (code: number) => void): void {
  command
    .description('Scores what methods or other tools have kept, without running them.')
    .usage('[options] RUNS.jsonl... --gold CORPUS')
    .argument('<RUNS...>', 'lines of {"method","site","url","text"}, or what eval -o has written')
    .action(async (files: readonly string[], _flags: ScoreFlags, self: Command) => {
      const { runScore } = await import('./eval.ts');
      // eval has flags of the same names, and commander hands those of a subcommand to whoever comes first.
      exit(await runScore(files, self.optsWithGlobals()));
    });
  addScoreFlags(command);
}
