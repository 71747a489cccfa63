/** `dehusk index`: pages in, a full-text index without their template out. */
import type { Command } from 'commander';
import { endDone, endEarly } from '../end-run.ts';
import { ExitCode } from '../exit-code.ts';
import { createReport } from '../report.ts';
import { listenForStop } from '../stop.ts';
import { addIndexFlags, checkIndexFlags, type IndexFlags } from './index-flags.ts';
import { runIndex } from './run-index.ts';

const examples = `
Examples:
  a web archive, then a search in it
    dehusk index crawl.warc.gz -o crawl.index
    dehusk search crawl.index "contact form"
  pages that came later, or have changed: same command, same file
    dehusk index later.warc.gz -o crawl.index
  find words of menus and footers too, behind all pages that have them as content
    dehusk index pages/ -o all.index --keep-template

Pages are held back and judged together, site by site (--batch-pages): of a
crawl that mixes hundreds of sites, hold back more. A page that is there already
is replaced. An interrupted run goes on where it was when it is started again
with the same words.
`;

export function defineIndex(command: Command, exit: (code: number) => void): void {
  command
    .description('Builds a full-text index of pages without the words of their template.')
    .usage('[options] INPUT... -o FILE')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: IndexFlags) => exit(await index(inputs, flags)));
  addIndexFlags(command);
}

async function index(inputs: readonly string[], flags: IndexFlags): Promise<number> {
  checkIndexFlags(inputs, flags);
  const report = createReport(flags);
  const stop = listenForStop();
  try {
    const didRun = await runIndex({ inputs, flags, report, stop });
    if (!didRun) return ExitCode.done;
  } catch (error) {
    return endEarly(error, report, stop);
  }
  return endDone(report, flags.failOn);
}
