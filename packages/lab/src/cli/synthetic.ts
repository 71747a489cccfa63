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
}

const examples = `
Examples:
  a dozen sites, each with a folder of its own
    dehusk-lab synthetic -o sites/ --sites 12
  evaluated like any other corpus
    dehusk-lab eval sites/

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
    .addHelpText('after', examples)
    .action(async (flags: SyntheticFlags) => exit(await writeSites(flags)));
  addMessageFlags(command);
}

async function writeSites({
  output,
  sites: siteCount,
  pages,
  seed,
  ...flags
}: SyntheticFlags): Promise<number> {
  if (output === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'synthetic', needed: '--output FOLDER' });
  const [{ createCrawl }, { writeCorpus }] = await Promise.all([
    import('../synthetic/synthetic-crawl.ts'),
    import('../synthetic/synthetic-crawl.ts'),
  ]);
  const messages = createMessages(flags);
  const { sites } = createCrawl({ seed, sites: siteCount, pagesPerSite: pages });
  for (const [i, site] of sites.entries()) {
    await writeCorpus(output, [site]);
    messages.info('progress', `${i + 1} of ${sites.length} sites: ${site.name}`, { site: site.name });
  }
  return ExitCode.done;
}
