/** The command line: commands, help, and what every way to end means for the exit code. */
import { Command } from 'commander';
import { ownVersion } from '../version.ts';
import { defineClean } from './clean.ts';
import { defineDiff } from './diff/diff.ts';
import { ExitCode, explain } from './exit.ts';
import { defineIndex } from './index/define-index.ts';
import type { Messages } from './messages.ts';
import { createMessages } from './messages.ts';
import { defineSearch } from './search.ts';
import { defineSites } from './sites/sites.ts';
import { defineTemplate } from './template/template.ts';

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
  130  interrupted
Of diff: 0 the versions are the same, 1 they differ, 2 trouble.
Of search: 0 pages were found, 1 none was, 2 trouble.

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
    return explain(error, messagesFor(args));
  }
}

function createProgram(exit: (code: number) => void): Command {
  const program = new Command('dehusk')
    .description('Separates the template of a web site from the content of its pages, as the pages arrive.')
    .version(ownVersion(), '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', help);
  defineClean(program.command('clean'), exit);
  defineTemplate(program.command('template'), exit);
  defineDiff(program.command('diff'), exit);
  defineIndex(program.command('index'), exit);
  defineSearch(program.command('search'), exit);
  defineSites(program.command('sites'), exit);
  return program;
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
