/** The commands that run something by its name. What is run is loaded when it is asked for, and nothing else is. */
import type { Command } from 'commander';
import { choice, count } from 'dehusk/parts';
import type { Experiment, Output } from '../experiment.ts';
import type { FitFlags } from '../fit/fit.ts';

interface Listed {
  readonly name: string;
  /** What may stand behind the name. */
  readonly args: string;
  readonly summary: string;
  load(): Promise<Experiment>;
}

const benches: readonly Listed[] = [
  {
    name: 'page',
    args: '[PAGES_PER_SITE [ROUNDS]]',
    summary: 'bytes to Page, beside htmlparser2',
    load: () => import('../bench/page.ts'),
  },
  {
    name: 'core',
    args: '[PAGES_PER_SITE [ROUNDS]]',
    summary: 'bytes to table by the core, beside htmlparser2',
    load: () => import('../bench/core.ts'),
  },
  {
    name: 'process',
    args: '[MEGABYTES [ROUNDS]]',
    summary: 'the real command on files, beside htmlparser2',
    load: () => import('../bench/process.ts'),
  },
  {
    name: 'growth',
    args: '',
    summary: 'parsing hostile pages of twice the size',
    load: () => import('../bench/growth.ts'),
  },
  {
    name: 'stream',
    args: '[corpus [PAGES_PER_SITE [ROUNDS]] | growth [PAGES]]',
    summary: 'clean --stream, in one thread',
    load: () => import('../bench/stream.ts'),
  },
  {
    name: 'duplicates',
    args: '[PAGES [FAMILIES]]',
    summary: 'near duplicates: recall and precision by edits, bytes and time a page',
    load: () => import('../bench/duplicates.ts'),
  },
  {
    name: 'records',
    args: '[PAGES_PER_SITE [ROUNDS]]',
    summary: 'what metadata, text and Markdown of a judged page cost',
    load: () => import('../bench/records.ts'),
  },
  {
    name: 'sites',
    args: '[one-page [SITES] | round-robin [SITES]]',
    summary: 'memory of the command over a million sites',
    load: () => import('../bench/sites.ts'),
  },
  {
    name: 'cluster',
    args: '[PAGES [ROUNDS]]',
    summary: 'workers and the server of a log, beside one run',
    load: () => import('../bench/cluster.ts'),
  },
  {
    name: 'fold',
    args: '[LESSONS [FILES]]',
    summary: 'memory and CPU of a fold of very many lessons',
    load: () => import('../bench/fold.ts'),
  },
  {
    name: 'startup',
    args: '[ROUNDS]',
    summary: 'starting the command, the library and a thread, beside Node',
    load: () => import('../bench/startup.ts'),
  },
  {
    name: 'adaptive',
    args: '[PAGES_PER_SITE [ROUNDS]]',
    summary: 'the adaptive method beside the incremental one',
    load: () => import('../bench/adaptive.ts'),
  },
  {
    name: 'storage',
    args: '',
    summary: 'the table beside the pages of a batch',
    load: () => import('../bench/storage.ts'),
  },
  {
    name: 'mapping',
    args: '[PAGES_PER_SITE]',
    summary: 'the mappings beside one another',
    load: () => import('../bench/mapping.ts'),
  },
  {
    name: 'mapping-growth',
    args: '',
    summary: 'mappings of pages that are made to hurt',
    load: () => import('../bench/mapping-growth.ts'),
  },
  {
    name: 'template',
    args: '[KEY_PAGES_PER_SITE [sites=PATTERN] [SETTING...]]',
    summary: 'templates of single pages, beside the verdict of clean',
    load: () => import('../bench/template.ts'),
  },
  {
    name: 'index',
    args: '[detect [PAGES_PER_SITE [ROUNDS]] | queries [PAGES_PER_SITE] | search [PAGES] | growth [PAGES]]',
    summary: 'an index without the template',
    load: () => import('../bench/index.ts'),
  },
];

const soakTests: readonly Listed[] = [
  {
    name: 'fuzz-pages',
    args: '[COUNT [SEED]]',
    summary: 'mutated pages are parsed or refused',
    load: () => import('../soak/fuzz-pages.ts'),
  },
  {
    name: 'core-pages',
    args: '[COUNT [SEED]] [checked]',
    summary: 'mutated pages through the core and the other parser',
    load: () => import('../soak/core-pages.ts'),
  },
  {
    name: 'kill-runs',
    args: '[KILLS [SEED]]',
    summary: 'runs of clean that are killed go on',
    load: () => import('../soak/kill-runs.ts'),
  },
  {
    name: 'kill-index',
    args: '[PAGES [KILLS]]',
    summary: 'runs of index that are killed go on',
    load: () => import('../soak/kill-index.ts'),
  },
  {
    name: 'archive-parts',
    args: '[KILLS [CORPUS]]',
    summary: 'an archive done in parts, which are killed, gives what one run gives',
    load: () => import('../soak/archive-parts.ts'),
  },
  {
    name: 'cluster',
    args: '[KILLS [CUTS [ROLL_BACKS [PAGES [ROUND]]]]]',
    summary: 'workers of a log on Redis, killed, frozen, cut off; a server that falls back',
    load: () => import('../soak/cluster.ts'),
  },
  {
    name: 'cluster-schedules',
    args: '[SCHEDULES [SEED]]',
    summary: 'workers of a log in memory, in all orders of events, and in many at random',
    load: () => import('../soak/cluster-schedules.ts'),
  },
  {
    name: 'damage-state',
    args: '[DAMAGES [SEED]]',
    summary: 'states that are damaged say so, or are none the worse',
    load: () => import('../soak/damage-state.ts'),
  },
  {
    name: 'read-states',
    args: '[READS]',
    summary: 'sites is asked while clean writes the state',
    load: () => import('../soak/read-states.ts'),
  },
  {
    name: 'io-faults',
    args: '[MODE[/FAULT[/N]]...]',
    summary: 'every call to the file system fails once, in every output mode',
    load: () => import('../soak/io-faults.ts'),
  },
  {
    name: 'power-cuts',
    args: '[CUTS [SEED]]',
    summary: 'what was not synced is lost, and runs go on',
    load: () => import('../soak/power-cuts.ts'),
  },
  {
    name: 'determinism',
    args: '[RUNS]',
    summary: 'the same input gives the same bytes',
    load: () => import('../soak/determinism.ts'),
  },
  {
    name: 'mapping-properties',
    args: '[COUNT [SEED]]',
    summary: 'mappings of random trees are valid',
    load: () => import('../soak/mapping-properties.ts'),
  },
];

const references: readonly Listed[] = [
  {
    name: 'html5lib',
    args: '[FOLDER] [--verbose]',
    summary: 'the tests of the HTML standard',
    load: () => import('../conformance/html5lib.ts'),
  },
  {
    name: 'corpus',
    args: '[FOLDER]',
    summary: 'parse5 on real pages',
    load: () => import('../conformance/corpus.ts'),
  },
  {
    name: 'core',
    args: '[checked] [FOLDER ...]',
    summary: 'the core against the parser in TypeScript, all columns',
    load: () => import('../conformance/core.ts'),
  },
  {
    name: 'markdown',
    args: '[FOLDER [SITE ...]]',
    summary: 'Markdown of real pages, read back by micromark',
    load: () => import('../conformance/markdown.ts'),
  },
  {
    name: 'titles',
    args: '[FOLDER]',
    summary: 'titles of single pages against gold',
    load: () => import('../conformance/titles.ts'),
  },
  {
    name: 'kinds',
    args: '[FOLDER]',
    summary: 'kinds of single pages against gold',
    load: () => import('../conformance/kinds.ts'),
  },
  {
    name: 'fields',
    args: '[FOLDER [SITE ...]]',
    summary: 'which fields of the metadata real pages fill (default ../shared/corpus)',
    load: () => import('../conformance/fields.ts'),
  },
];

export function defineBench(command: Command, exit: (code: number) => void): void {
  command.description('Runs a benchmark. Figures are ratios; a missed aim is exit code 1.');
  defineByName(command, benches, exit);
}

export function defineSoak(command: Command, exit: (code: number) => void): void {
  command.description('Runs a test for hours that `npm test` runs for seconds.');
  defineByName(command, soakTests, exit);
}

export function defineConformance(command: Command, exit: (code: number) => void): void {
  command
    .description('Compares what is parsed, or written, with a reference.')
    .option('--verbose', 'of html5lib: print every difference');
  defineByName(command, references, exit);
}

const fitExamples = `
Examples:
  dehusk-lab fit corpus/ wcxb-dev/ --write model.ts
  what a change is worth: before it, and with it
    dehusk-lab fit corpus/ wcxb-dev/ --rounds 4 --keep before.json
    dehusk-lab fit corpus/ wcxb-dev/ --rounds 4 --against before.json
`;

export function defineFit(command: Command, exit: (code: number) => void): void {
  command
    .description('Fits the model of the adaptive method to sites with gold, and tells how far to trust it.')
    .usage('[options] CORPUS...')
    .argument('[CORPUS...]', 'folders of sites with gold, and of single pages')
    .option('--write <file>', 'write the model there, as the source file that the method imports')
    .option('--rounds <count>', 'cross-validate so often, each time in other folds', count('--rounds'))
    .option('--keep <file>', 'keep the figures of the rounds there')
    .option('--against <file>', 'tell the differences from figures that were kept')
    .addHelpText('after', fitExamples)
    .action(async (corpora: readonly string[], flags: FitFlags) => {
      const { run } = await import('../fit/fit.ts');
      exit(await run(corpora, output, flags));
    });
}

export function defineDemo(command: Command, exit: (code: number) => void): void {
  command
    .description('Writes three small sites into the folder demo, cleans them, and makes a page to look at.')
    .action(async () => {
      const { run } = await import('../demo/demo.ts');
      exit(await run([], output));
    });
}

function defineByName(command: Command, listed: readonly Listed[], exit: (code: number) => void): void {
  const lines = listed.map(
    ({ name, args, summary }) => `  ${`${name} ${args}`.trimEnd()}\n      ${summary}\n`,
  );
  const example = `\nExamples:\n  dehusk-lab ${command.name()} ${listed[0]!.name}\n`;
  command
    .usage('[options] NAME [ARGUMENTS...]')
    .argument('<NAME>', listed.map(({ name }) => name).join(', '))
    .argument('[ARGUMENTS...]', 'of what is run')
    .addHelpText('after', `\nNames:\n${lines.join('')}${example}`)
    .action(async (name: string, args: readonly string[], flags: { readonly verbose?: boolean }) => {
      const names = listed.map((one) => one.name);
      const experiment = await listed[names.indexOf(choice('NAME', names)(name))]!.load();
      exit(await experiment.run(flags.verbose ? [...args, '--verbose'] : args, output));
    });
}

const output: Output = {
  line: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
};
