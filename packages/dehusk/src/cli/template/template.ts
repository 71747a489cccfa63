/** `dehusk template`: the template of one page, found by its links. */
import path from 'node:path';
import type { Command } from 'commander';
import { type MappingName, mappingNames } from '../../compare/mapping/mapping.ts';
import { extractTemplate, type PageTemplate, templateDefaults } from '../../compare/template/template.ts';
import { DehuskError } from '../../errors.ts';
import { inputSizes } from '../../input/files.ts';
import { createFetcher, type Fetcher } from '../../input/http/fetcher.ts';
import { guardInputs, guardOutput } from '../../output/files/output.ts';
import { writeText } from '../../output/files/write.ts';
import { ExitCode, listenForStop, type Stop } from '../exit.ts';
import { count } from '../flag-values.ts';
import {
  addFetchFlags,
  addInputFlags,
  addMessageFlags,
  checkMessageFlags,
  chosen,
  type FetchFlags,
  fetcherOptions,
  type InputFlags,
  inputOptions,
  pageLimits,
} from '../flags.ts';
import { badValue, conflict, createMessages, type MessageFlags, type Messages } from '../messages.ts';
import { createPassedNote } from '../progress.ts';
import { createFetchPage, inFlagWords, openInputPages, orFetched, type PageSource } from './linked-pages.ts';
import { explainTemplate, type FormFlags, renderTemplate } from './render.ts';

const examples = `
Examples:
  the template of a page of the web; a few pages that it links to are fetched
    dehusk template https://example.com/ -o template.html
  of a file in a mirrored folder; the pages it links to are files too
    dehusk template site/about/index.html
  of a page in a web archive, with the places of the content kept
    dehusk template https://example.com/news/ crawl.warc.gz --slots
  the main content of that page instead
    dehusk template https://example.com/news/ crawl.warc.gz --content=main
  which links were followed, and what they had in common
    dehusk template site/index.html --explain -o template.html

Pages that link to one another mostly share a template. The links of PAGE are
followed in the order in which they are likely to lead to such pages, until
--pages of them all link to one another; what --votes of these have in common
with PAGE is its template. With INPUT nothing is fetched, unless --fetch is
given. Fetching is polite: one request at a time, robots.txt is obeyed.
`;

export function defineTemplate(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] PAGE [INPUT...]')
    .argument('<PAGE>', 'an address, a file, or a page of INPUT by its address or file')
    .argument('[INPUT...]', 'files, folders or patterns that hold PAGE and the pages it links to')
    .addHelpText('after', examples)
    .action(async (page: string, inputs: string[], flags: TemplateFlags) =>
      exit(await template(page, inputs, flags)),
    );
  addTemplateFlags(command);
}

async function template(wanted: string, inputs: readonly string[], flags: TemplateFlags): Promise<number> {
  checkTemplateFlags(inputs, flags);
  const messages = createMessages(flags);
  const output = flags.output === '-' ? undefined : flags.output;
  const stop = listenForStop();
  await using fetcher = createFetcher(fetcherOptions(flags));
  try {
    const source = await openSource({ wanted, inputs, flags, messages, stop, fetcher });
    await guardInputs({ container: 'jsonl', path: output }, [...(await inputSizes(inputs)), ...source.files]);
    if (!flags.force) await guardOutput({ container: 'jsonl', path: output });
    const found = await extractTemplate(source.key, inFlagWords(source.load), {
      ...templateOptions(flags),
      links: source.links,
    });
    if (flags.explain) explainTemplate(found, source.nameOf, messages);
    tellFewer(found, flags, messages);
    await writeText(renderTemplate(source.written, found.verdict, flags), output);
    return ExitCode.done;
  } catch (error) {
    if (stop.exitCode !== undefined && error === stop.signal.reason) return stop.exitCode;
    throw named(error, wanted);
  }
}

/** The page under the name that the user gave it. */
function named(error: unknown, page: string): unknown {
  if (!(error instanceof DehuskError) || error.code !== 'TEMPLATE_NO_PAGES') return error;
  const { links } = error.facts as { readonly links: number };
  return new DehuskError('TEMPLATE_NO_PAGES', { page, links });
}

function templateOptions(flags: TemplateFlags) {
  const { pages, votes, maxPages, mapping, menuFirst, followMoved = false, cutMain = false } = flags;
  return { pages, votes, maxPages, mapping, menuFirst, followMoved, cutMain, replaceOdd: !flags.keepOdd };
}

interface SourceTask {
  readonly wanted: string;
  readonly inputs: readonly string[];
  readonly flags: TemplateFlags;
  readonly messages: Messages;
  readonly stop: Stop;
  readonly fetcher: Fetcher;
}

async function openSource(task: SourceTask): Promise<PageSource> {
  const { wanted, inputs, flags, messages, stop, fetcher } = task;
  const limits = pageLimits(flags);
  const fetchPage = createFetchPage({ fetcher, limits, messages, signal: stop.signal });
  const isAddress = /^https?:\/\//i.test(wanted);
  if (isAddress && inputs.length === 0) {
    const key = await fetchPage(wanted);
    return { key, written: key, load: fetchPage, links: {}, files: [], nameOf: (url) => url };
  }
  let failures = 0;
  const note = createPassedNote();
  const search = openInputPages(wanted, {
    // A file without an input has its folder as one.
    inputs: inputs.length === 0 ? [path.dirname(wanted)] : inputs,
    options: { ...inputOptions(flags), signal: stop.signal, onPassedOver: note.onPassedOver },
    limits,
    onFailure: (failure) => messages.failure(failure, ++failures),
  });
  const source = await search.catch((error: unknown) => {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_PAGE_UNKNOWN') note.tell(messages);
    throw error;
  });
  return flags.fetch ? { ...source, load: orFetched(source.load, fetchPage) } : source;
}

/** Fewer pages are a weaker vote: nobody should have to ask for `--explain` to learn of it (A17). */
function tellFewer(
  { siblings, votesAsked }: PageTemplate,
  { pages }: TemplateFlags,
  messages: Messages,
): void {
  const found = siblings.found.length;
  if (found === pages) return;
  const text = `only ${found} of ${pages} pages found that link to one another: ${votesAsked} of ${found} votes make template`;
  messages.info('fewer-pages', text, { found, wanted: pages, votes: votesAsked });
}

interface TemplateFlags extends FormFlags, InputFlags, FetchFlags, MessageFlags {
  readonly output?: string;
  readonly force?: boolean;
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

function addTemplateFlags(command: Command): void {
  const { pages, votes, maxPages, mapping } = templateDefaults;
  command
    .option('-o, --output <file>', 'write to a file; - is standard output')
    .option('--force', 'write over the file that -o names')
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
function checkTemplateFlags(inputs: readonly string[], flags: TemplateFlags): void {
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
