/** `dehusk clean`: pages in, content out. */
import type { Command } from 'commander';
import { checkCleanFlags } from './check-clean-flags.ts';
import { addCleanFlags, type CleanFlags } from './clean-flags.ts';
import { endDone, endEarly } from './end-run.ts';
import { ExitCode } from './exit-code.ts';
import { createReport } from './report.ts';
import { runClean } from './run/run-clean.ts';
import { listenForStop } from './stop.ts';

const examples = `
Examples:
  a folder of .html files, one JSON object per page to standard output
    dehusk clean pages/
  a web archive, into a file
    dehusk clean crawl.warc.gz -o clean.jsonl
  JSON Lines whose pages are in the field "body"
    dehusk clean crawl.jsonl --field html=body -o clean.jsonl.gz
  one Markdown file per page, in the folders of the addresses
    dehusk clean 'crawl/*.warc.gz' --format markdown -o texts/ --keep-dirs
  one page from a pipe
    curl -s https://example.com/ | dehusk clean - | jq -r .text

Of a folder, the files .html, .htm, .xhtml, .jsonl, .ndjson and .warc are read,
also with .gz behind. A page that fails is named on standard error, and the
others go on. The file that -o names is called FILE.partial until the run is
done.
`;

export function defineClean(command: Command, exit: (code: number) => void): void {
  command
    .description(
      'Reads pages, learns what each site prints on page after page, and writes the content of each page without it.',
    )
    .usage('[options] INPUT...')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: CleanFlags) => exit(await clean(inputs, flags)));
  addCleanFlags(command);
}

async function clean(inputs: readonly string[], flags: CleanFlags): Promise<number> {
  const destination = checkCleanFlags(inputs, flags);
  const report = createReport(flags);
  const stop = listenForStop();
  try {
    const request = { inputs, flags, destination, report, stop };
    const didRun = await runClean(request, (file) => {
      report.messages.info('partial', `what was done is in ${file}`, { file });
    });
    if (!didRun) return ExitCode.done;
  } catch (error) {
    return endEarly(error, report, stop);
  }
  return endDone(report, flags.failOn);
}
