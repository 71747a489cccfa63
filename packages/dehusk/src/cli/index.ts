/** `dehusk index`: pages in, a full-text index without their template out. */
import type { Command } from 'commander';
import { defaultMethod } from '../detect/registry.ts';
import { buildIndex } from '../search/build-index.ts';
import type { IndexTotals } from '../search/index-file.ts';
import { addInputFlags, addMessageFlags, failOnFlag, memoryFlag } from './flags.ts';
import { addMethodFlags, addRuleFlags } from './judging-flags.ts';
import { badValue, type Messages, needs } from './messages.ts';
import { formatCount, grouped } from './progress.ts';
import {
  addStatsFlag,
  checkNamedFiles,
  checkRunFlags,
  identityOf,
  type RunFlags,
  reportRun,
  sharedOptions,
} from './run-flags.ts';

const examples = `
Examples:
  a web archive, then a search in it
    dehusk index crawl.warc.gz -o crawl.index
    dehusk search crawl.index "contact form"
  pages that came later, or have changed: same command, same file
    dehusk index later.warc.gz -o crawl.index
  find words of menus and footers too, behind all pages that have them as content
    dehusk index pages/ -o all.index --keep-template
  the published method for search engines, to the letter
    dehusk index pages/ -o paper.index --method index-time --no-guard

A page is judged as dehusk clean judges it: the whole input is learned first,
and what is known is kept in the index. A page that is there already is
replaced. An interrupted run goes on where it was when it is started again with
the same words.
`;

interface IndexFlags extends RunFlags {
  readonly output: string;
  readonly keepTemplate?: boolean;
}

export function defineIndex(command: Command, exit: (code: number) => void): void {
  command
    .description('Builds a full-text index of pages without the words of their template.')
    .usage('[options] INPUT... -o FILE')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: IndexFlags) => exit(await index(inputs, flags)))
    .option('-o, --output <file>', 'the index: made, or added to if it is there');
  addMethodFlags(command, defaultMethod);
  command
    .addOption(memoryFlag())
    .option('--restart', 'begin an interrupted run again; pages count once all the same')
    .option('--keep-template', 'let words of the template be found too, with a low weight');
  addRuleFlags(command);
  addInputFlags(command);
  command.addOption(failOnFlag());
  addStatsFlag(command);
  addMessageFlags(command);
}

async function index(inputs: readonly string[], flags: IndexFlags): Promise<number> {
  checkRunFlags(inputs, flags);
  checkOutput(flags);
  checkNamedFiles([
    ['-o', flags.output],
    ['--config', flags.config],
    ['--stats', flags.stats],
  ]);
  return reportRun(inputs, flags, async (report, signal) => {
    const options = {
      ...(await sharedOptions(inputs, flags)),
      file: flags.output,
      keepTemplate: flags.keepTemplate === true,
      // Wherever the index lies, its run is the same.
      identity: identityOf('index', flags, ['output']),
      signal,
    };
    const totals = await buildIndex(options, report);
    if (totals !== undefined) sayTotals(totals, report.messages);
    return totals !== undefined;
  });
}

/** An index is a file that is written at many places. */
function checkOutput({ output }: { readonly output?: string }): void {
  if (output === undefined) needs('dehusk index', '-o FILE');
  if (output === '-' || output === '' || output.endsWith('/'))
    throw badValue({ flag: '-o', expected: 'the name of a file', value: output });
}

function sayTotals(totals: IndexTotals, messages: Messages): void {
  const { pages, titleWords, contentWords, templateWords, links, templateLinks } = totals;
  const words = titleWords + contentWords;
  const text =
    `the index has ${formatCount(pages, 'page')} and ${formatCount(words, 'word')}; ` +
    `${grouped(templateWords)} words and ${grouped(templateLinks)} of ${formatCount(links, 'link')} were template`;
  messages.info('index', text, { ...totals });
}
