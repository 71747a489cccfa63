/** `dehusk-lab mirror` and `label`: make a folder in TECO's form, and add gold to it. */
import type { Command } from 'commander';
import { DehuskError } from 'dehusk';
import { count, createMessages, ExitCode, formatCount, type MessageFlags } from 'dehusk/parts';
import { suiteCategories } from '../teco/groups.ts';
import { addMessageFlags, chosen } from './flags.ts';

interface MirrorFlags extends MessageFlags {
  readonly output?: string;
  readonly group?: string;
  readonly levels: number;
  readonly maxPages: number;
  readonly delay?: number;
  readonly contact?: string;
  readonly cache?: string;
  readonly robots: boolean;
  readonly allowPrivate?: boolean;
}

const mirrorExamples = `
Examples:
  a benchmark of one's own: a page, and the pages of its site two links away
    dehusk-lab mirror https://www.example.org/ -o suite/ --group "Companies / Shops"
  then its gold, in a file of labels
    dehusk-lab label labels.json -o suite/
  and the tables of the thesis
    dehusk-lab paper alarte-2014 suite/

Fetching is polite: one request at a time, robots.txt is obeyed. Pages are
written when the last one is there; with --cache a run that was stopped asks
only for what is missing.
`;

export function defineMirror(command: Command, exit: (code: number) => void): void {
  command
    .description("Fetches a page and its site as a benchmark in TECO's form.")
    .usage('[options] URL -o FOLDER')
    .argument('<URL>', 'the key page')
    .option('-o, --output <folder>', 'where the suite is, or goes')
    .addOption(chosen('--group <name>', 'its group among those of the suite', suiteCategories))
    .option('--levels <count>', 'links away from the key page', count('--levels'), 2)
    .option('--max-pages <count>', 'fetched at most', count('--max-pages'), 200)
    .option('--delay <ms>', 'pause between two requests (1000)', count('--delay'))
    .option('--contact <address>', 'whom the owner of a site can write to; part of the user agent')
    .option('--cache <folder>', 'keep fetched pages there, and ask for them again only if they changed')
    .option('--no-robots', 'do not ask robots.txt: for sites of your own')
    .option('--allow-private', 'fetch from private networks and this machine too')
    .addHelpText('after', mirrorExamples)
    .action(async (url: string, flags: MirrorFlags) => exit(await mirror(url, flags)));
  addMessageFlags(command);
}

async function mirror(url: string, flags: MirrorFlags): Promise<number> {
  const { output, levels, maxPages } = flags;
  if (output === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'mirror', needed: '--output FOLDER' });
  const [{ openFetcher }, { mirrorSite }, { listBenchmarks, writeSuitePages }] = await Promise.all([
    import('dehusk/node'),
    import('../teco/mirror.ts'),
    import('../teco/write-suite.ts'),
  ]);
  const messages = createMessages(flags);
  const fetcher = await openFetcher({
    delayMs: flags.delay,
    contact: flags.contact,
    cacheFolder: flags.cache,
    obeyRobots: flags.robots,
    allowPrivate: flags.allowPrivate,
  });
  let failed = 0;
  try {
    const { pages, moved, leftOut } = await mirrorSite(url, fetcher, {
      levels,
      maxPages,
      onPage: (address, nth) => messages.info('fetch', `page ${nth}: ${address}`, { url: address, nth }),
      onFailure: (address, error) => {
        failed++;
        messages.failure({ kind: 'failure', error, url: address, provenance: { file: address } }, 1);
      },
    });
    const files = await writeSuitePages(output, pages, moved);
    const group = suiteCategories.find((name) => name === flags.group);
    await listBenchmarks(output, [{ keyPage: files[0]!, ...(group && { group }), url: pages[0]!.url! }]);
    const more = leftOut === 0 ? '' : `; ${formatCount(leftOut, 'link')} left out (--max-pages)`;
    messages.info('mirrored', `${formatCount(files.length, 'page')} of ${url} in ${output}${more}`, {
      pages: files.length,
      leftOut,
    });
  } finally {
    await fetcher.close();
  }
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

interface LabelFlags extends MessageFlags {
  readonly output?: string;
}

const labelExamples = `
Examples:
  gold for pages of a suite
    dehusk-lab label labels.json -o suite/

A file of labels is JSON: {"labels":[{"page":"https://www.example.org/",
"nodes":[{"path":"/html/body/div[2]","classes":["notTemplate"]}]}]}. The classes
are written into the page, in place of those that it had. docs/EVALUATION.md has
all of the format.
`;

export function defineLabel(command: Command, exit: (code: number) => void): void {
  command
    .description("Adds files of labels to a folder in TECO's form.")
    .usage('[options] LABELS.json... -o FOLDER')
    .argument('<LABELS...>', 'files of labels')
    .option('-o, --output <folder>', 'the suite')
    .addHelpText('after', labelExamples)
    .action(async (files: readonly string[], flags: LabelFlags) => exit(await label(files, flags)));
  addMessageFlags(command);
}

async function label(files: readonly string[], flags: LabelFlags): Promise<number> {
  if (flags.output === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'label', needed: '--output FOLDER' });
  const { addLabels } = await import('../teco/label.ts');
  const messages = createMessages(flags);
  for (const file of files) {
    const changed = await addLabels(flags.output, file);
    for (const page of changed) messages.info('labelled', `${page}: gold of ${file}`, { page, file });
  }
  return ExitCode.done;
}
