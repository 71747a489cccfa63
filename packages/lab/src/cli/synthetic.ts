/** `dehusk-lab synthetic`: writes generated sites in the form of a gold corpus. */
import type { Command } from 'commander';
import { DehuskError } from 'dehusk';
import { count, createMessages, ExitCode, type MessageFlags } from 'dehusk/parts';
import { addMessageFlags } from './flags.ts';

interface SyntheticFlags extends MessageFlags {
  readonly output?: string;
  readonly sites: number;
  readonly pages: number;
  readonly seed: number;
  readonly teco?: boolean;
}

const examples = `
Examples:
  a dozen sites, each with a folder of its own
    dehusk-lab synthetic -o sites/ --sites 12
  evaluated like any other corpus
    dehusk-lab eval sites/
  a suite in the form of TECO, whose key pages carry their gold
    dehusk-lab synthetic -o suite/ --teco

Every text of every page is labelled: the read gold covers all pages. The same
seed gives the same bytes. Languages and themes go round.
`;

export function defineSynthetic(command: Command, exit: (code: number) => void): void {
  command
    .description('Writes generated sites with gold, in the form of a corpus.')
    .option('-o, --output <folder>', 'where the sites go')
    .option('--sites <count>', 'how many', count('--sites'), 6)
    .option('--pages <count>', 'of each site', count('--pages'), 40)
    .option('--seed <number>', 'another one gives other sites', count('--seed'), 1)
    .option(
      '--teco',
      "as a suite in TECO's form: files that link to one another, gold in the first page of each",
    )
    .addHelpText('after', examples)
    .action(async (flags: SyntheticFlags) => exit(await writeSites(flags)));
  addMessageFlags(command);
}

async function writeSites({
  output,
  sites: siteCount,
  pages,
  seed,
  teco,
  ...flags
}: SyntheticFlags): Promise<number> {
  if (output === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'synthetic', needed: '--output FOLDER' });
  const messages = createMessages(flags);
  const tell = (name: string, done: number): void =>
    messages.info('progress', `${done} of ${siteCount} sites: ${name}`, { site: name });
  if (teco) {
    const { createSyntheticSuite, writeSyntheticSuite } = await import('../teco/synthetic-suite.ts');
    const suite = createSyntheticSuite({ seed, sites: siteCount, pagesPerSite: pages });
    for (const [i, own] of suite.entries()) {
      await writeSyntheticSuite(output, own);
      tell(own.site.name, i + 1);
    }
    return ExitCode.done;
  }
  const { createCrawl, writeCorpus } = await import('../synthetic/synthetic-crawl.ts');
  const { sites } = createCrawl({ seed, sites: siteCount, pagesPerSite: pages });
  for (const [i, site] of sites.entries()) {
    await writeCorpus(output, [site]);
    tell(site.name, i + 1);
  }
  return ExitCode.done;
}
