/** `dehusk sites`: what a state knows about each site. It changes nothing. */
import type { Command } from 'commander';
import { readSqliteStore } from '../node.ts';
import { ExitCode } from './exit-code.ts';
import { writeText } from './output/write-text.ts';
import { createMessages } from './report.ts';
import { exportSite } from './sites-export.ts';
import { addSitesFlags, checkSitesFlags, type SitesFlags } from './sites-flags.ts';
import { listSites } from './sites-list.ts';
import { loadSite } from './sites-state.ts';
import { listTemplate } from './sites-template.ts';

const examples = `
Examples:
  all sites of a state, with the share of their text that is template
    dehusk sites crawl.state
  the template of one site, the commonest texts first
    dehusk sites crawl.state --site example.com
  CSS selectors for that template, tried on pages of the site
    dehusk sites crawl.state --site example.com --export selectors --check pages/
  the same, with what each selector matches
    dehusk sites crawl.state --site example.com --export selectors --check crawl.warc.gz --format json

STATE is the file that a run with --state FILE has written. Selectors that were
not tried on pages are careful: they leave out what could hold content. Some
dozens of pages of different kinds are enough for --check; on standard error it
tells how much of what the selectors match is template (precision), and how much
of the template they match (recall).
`;

export function defineSites(command: Command, exit: (code: number) => void): void {
  command
    .description('Shows what is known about each site, and gives its template to other tools.')
    .usage('[options] STATE')
    .argument('<STATE>', 'the state file of earlier runs')
    .addHelpText('after', examples)
    .action(async (file: string, flags: SitesFlags) => exit(await runSites(file, flags)));
  addSitesFlags(command);
}

async function runSites(file: string, flags: SitesFlags): Promise<number> {
  checkSitesFlags(flags);
  const { output, failed } = await readSites(file, flags);
  await writeText(output);
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

async function readSites(
  file: string,
  flags: SitesFlags,
): Promise<{ readonly output: string; readonly failed: number }> {
  const told = { format: flags.format, messages: createMessages(flags) };
  await using store = readSqliteStore(file);
  if (flags.site === undefined) return { output: await listSites(store, told), failed: 0 };
  const known = await loadSite(store, flags.site);
  if (flags.export === undefined) return { output: listTemplate(known, told), failed: 0 };
  return exportSite({ known, hashKey: store.hashKey, flags, messages: told.messages });
}
