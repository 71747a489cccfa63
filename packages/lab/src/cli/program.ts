/** The command `dehusk-lab`: its commands, its help, and what every way to end means for the exit code. */
import { Command, CommanderError } from 'commander';
import { DehuskError } from 'dehusk';
import { createMessages, ExitCode, explain, type Messages } from 'dehusk/parts';
import { defineEval, definePaper, defineScore } from './eval-flags.ts';
import { defineBench, defineConformance, defineDemo, defineFit, defineSoak } from './experiments.ts';
import { defineLabel, defineMirror } from './suite.ts';
import { defineSynthetic } from './synthetic.ts';

const help = `
Examples:
  dehusk-lab eval corpus/ -o runs.jsonl              all methods on sites with gold
  dehusk-lab eval --synthetic 6 --html report.html   on generated sites, with a report to look at
  dehusk-lab score theirs.jsonl --gold corpus/       the output of any tool
  dehusk-lab paper wang-2008 corpus/                 a paper's tables, made again
  dehusk-lab synthetic -o sites/ --sites 12          a corpus of generated sites
  dehusk-lab mirror https://example.org/ -o suite/   a benchmark in the form of TECO; label adds its gold
  dehusk-lab bench page                              what parsing costs
  dehusk-lab eval --help                             the flags of a command

Exit codes:
  0  done
  1  could not run to the end; of bench, conformance and soak: not as it should be
  2  wrong usage
  3  done, but some pages failed; each is named on standard error
  4  of eval and score: done, but a method scores below its floor

Data goes to standard output, everything else to standard error.
`;

/** Runs the command and returns its exit code; never throws. */
export async function run(args: readonly string[]): Promise<number> {
  let exitCode: number = ExitCode.done;
  try {
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return explainEnd(error, messagesFor(args));
  }
}

function createProgram(exit: (code: number) => void): Command {
  const program = new Command('dehusk-lab')
    .description('Measures dehusk: quality on sites with gold, the tables of the papers, speed, conformance.')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', help);
  defineEval(program.command('eval'), exit);
  defineScore(program.command('score'), exit);
  definePaper(program.command('paper'), exit);
  defineFit(program.command('fit'), exit);
  defineSynthetic(program.command('synthetic'), exit);
  defineMirror(program.command('mirror'), exit);
  defineLabel(program.command('label'), exit);
  defineBench(program.command('bench'), exit);
  defineConformance(program.command('conformance'), exit);
  defineSoak(program.command('soak'), exit);
  defineDemo(program.command('demo'), exit);
  return program;
}

/** commander's errors are told here: those of the commander that is inside of dehusk are others. */
function explainEnd(error: unknown, messages: Messages): number {
  if (!(error instanceof CommanderError)) return explain(error, messages);
  // Help was asked for and shown; or it was shown because no command was named.
  if (error.exitCode === 0) return ExitCode.done;
  if (error.code === 'commander.help') return ExitCode.usage;
  const line = error.message.replace(/^error: /, '').replace(/\s*\n\s*\(Did/, ' (did');
  const reason = line.includes('(did you mean') ? line : `${line} (see dehusk-lab --help)`;
  return explain(new DehuskError('USAGE_ARGUMENTS_BAD', { reason }), messages);
}

/** For when the flags were not understood, or not reached: these three are obeyed all the same. */
function messagesFor(args: readonly string[]): Messages {
  const isJson = (arg: string, i: number): boolean =>
    arg === '--log-format=json' || (arg === '--log-format' && args[i + 1] === 'json');
  return createMessages({
    verbose: args.includes('--verbose') || args.includes('-v'),
    color: !args.includes('--no-color'),
    logFormat: args.some(isJson) ? 'json' : 'text',
  });
}
