/** The flags of `dehusk template`, and which of them go together. */
import type { Command } from 'commander';
import { DehuskError, type MappingName, mappingNames, templateDefaults } from '../../index.ts';
import { checkMessageFlags } from '../check-flags.ts';
import { addFetchFlags, type FetchFlags } from '../fetch-flags.ts';
import { count } from '../flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from '../flags.ts';
import { badValue, conflict } from '../usage-errors.ts';

export interface TemplateFlags extends InputFlags, FetchFlags, MessageFlags {
  readonly output?: string;
  readonly format: 'html' | 'marked-html' | 'json';
  readonly slots?: boolean;
  /** True without a value. */
  readonly content?: true | 'main';
  readonly pages: number;
  readonly votes: number;
  readonly maxPages: number;
  readonly mapping: MappingName;
  readonly menuFirst: boolean;
  readonly keepOdd?: boolean;
  readonly followMoved?: boolean;
  readonly cutMain?: boolean;
  readonly fetch?: boolean;
  readonly explain?: boolean;
}

/** The thesis measures no more, and the search for larger groups grows with their size. */
const MAX_PAGES_IN_VOTE = 8;

export function addTemplateFlags(command: Command): void {
  const { pages, votes, maxPages, mapping } = templateDefaults;
  command
    .option('-o, --output <file>', 'write to a file; - is standard output')
    .addOption(
      chosen('--format <how>', 'html, html with the template marked, or one JSON object per node', [
        'html',
        'marked-html',
        'json',
      ]).default('html'),
    )
    .option('--slots', 'keep an empty, marked element where content was cut out')
    .option('--content [part]', 'write the content instead; =main only the main content')
    .option('--pages <n>', 'compare with so many pages that link to one another', count('--pages'), pages)
    .option('--votes <t>', 'template is what so many of them have too', count('--votes'), votes)
    .option('--max-pages <count>', 'load at most so many pages to find them', count('--max-pages'), maxPages)
    .addOption(chosen('--mapping <name>', 'how pages are compared', mappingNames).default(mapping))
    .option('--no-menu-first', 'do not try links that look like a menu before all others')
    .option('--keep-odd', 'keep a page that has far less in common with the others')
    .option('--follow-moved', 'what stands elsewhere on another page counts as well')
    .option('--cut-main', 'do not compare what looks like the main content')
    .option('--fetch', 'fetch pages that the input does not have')
    .option('--explain', 'tell on standard error which links were followed, and why');
  addFetchFlags(command);
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
export function checkTemplateFlags(inputs: readonly string[], flags: TemplateFlags): void {
  const { pages, votes, content, slots, format, quiet, explain } = flags;
  if (inputs.includes('-')) throw new DehuskError('TEMPLATE_INPUT_ONCE', {});
  if (pages < 1 || pages > MAX_PAGES_IN_VOTE)
    throw badValue({
      flag: '--pages',
      expected: `a whole number from 1 to ${MAX_PAGES_IN_VOTE}`,
      value: pages,
    });
  if (votes < 1 || votes > pages)
    throw badValue({
      flag: '--votes',
      expected: `a whole number from 1 to ${pages} (--pages)`,
      value: votes,
    });
  if (content !== undefined && content !== true && content !== 'main')
    throw badValue({ flag: '--content', expected: 'main, or no value', value: content });
  if (slots && content !== undefined) conflict('--slots', '--content');
  if (slots && format !== 'html') conflict('--slots', `--format ${format}`);
  checkMessageFlags(flags);
  if (quiet && explain) conflict('--quiet', '--explain');
}
