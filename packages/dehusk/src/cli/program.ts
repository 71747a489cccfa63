/** The command line: commands, help, and what every way to end means for the exit code. */
import { Command } from 'commander';
import { DehuskError } from '../errors.ts';
import { ownVersion } from '../version.ts';
import { commands } from './commands.ts';
import { ExitCode, explain } from './exit.ts';
import { createMessages, type Messages } from './messages.ts';

const help = `
Examples:
  dehusk clean pages/ -o clean.jsonl      one JSON object per page
  dehusk clean crawl.warc.gz | head -1    look at the first page
  dehusk diff old.html new.html           what changed on a page
  dehusk index pages/ -o pages.index      a full-text index without the template
  dehusk search pages.index 'two words'   pages that have both
  dehusk clean --help                     the flags of a command

Exit codes:
  0    done
  1    could not run to the end
  2    wrong usage
  3    done, but some pages failed; each is named on standard error
  129  stopped by SIGHUP: the terminal was closed
  130  interrupted
  143  stopped by SIGTERM
Of diff: 0 the versions are the same, 1 they differ, 2 trouble.
Of watch: 0 nothing is new, 1 something is, 2 trouble.
Of search: 0 pages were found, 1 none was, 2 trouble.
Of lag: 0 no more waits than is allowed, 1 more does, 2 trouble.

Data goes to standard output, everything else to standard error.
`;

/** Runs the command and returns its exit code; never throws. */
export async function run(args: readonly string[]): Promise<number> {
  let exitCode: number = ExitCode.done;
  try {
    if (args[0] === 'eval') throw new DehuskError('USAGE_EVAL_MOVED', {});
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync(helpAsFlag(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, messagesFor(args));
  }
}

function createProgram(exit: (code: number) => void): Command {
  const program = new Command('dehusk')
    .description('Separates the template of a web site from the content of its pages, as the pages arrive.')
    .version(ownVersion, '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ subcommandTerm: termOf })
    .addHelpText('after', help);
  for (const [name, { description }] of Object.entries(commands)) {
    program.command(name).description(description);
  }
  return program.hook('preSubcommand', async (_, command) => {
    const define = await commands[command.name()]!.load();
    define(command, exit);
  });
}

function termOf(command: Command): string {
  const name = command.name();
  if (!Object.hasOwn(commands, name)) return `${name} [command]`;
  const { args, hasFlags = true } = commands[name]!;
  return `${name} ${hasFlags ? '[options] ' : ''}${args}`.trimEnd();
}

/**
 * `help clean` means `clean --help`; commander would show the help of a command that is not loaded, and for one that it
 * does not know that of the program, as if nothing were wrong.
 */
function helpAsFlag(args: readonly string[]): readonly string[] {
  const [first, name] = args;
  if (first !== 'help' || name === undefined || name === 'help' || name.startsWith('-')) return args;
  return Object.hasOwn(commands, name) ? [name, '--help'] : [name];
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
