/** `dehusk template`: the template of one page, found by its links. */
import path from 'node:path';
import type { Command } from 'commander';
import { resolveTemplateOptions, type TemplateOptions } from '../../compare/template/template-options.ts';
import { readStates } from '../../engine/lessons/read-states.ts';
import { extractTemplate, type PageTemplate, type TemplateSource } from '../../engine/page-template.ts';
import { loadSavedSite, type SavedSite } from '../../engine/saved-site.ts';
import { loadSiteKey } from '../../engine/site-key.ts';
import type { StoreReader } from '../../engine/store.ts';
import { DehuskError } from '../../errors.ts';
import { inputSizes } from '../../input/files.ts';
import { createFetcher, type Fetcher } from '../../input/http/fetcher.ts';
import { guardInputs, guardOutput } from '../../output/files/output.ts';
import { writeText } from '../../output/files/write.ts';
import type { HashKey } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { ExitCode, listenForStop, type Stop } from '../exit.ts';
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
import { explainTemplate, type FormFlags, renderMenus, renderTemplate } from './render.ts';
import { addOptionFlags, optionsOf, type TemplateOptionFlags } from './template-flags.ts';

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
  its menus: items, where they lead, which one is active
    dehusk template https://example.com/news/ crawl.warc.gz --menus
  which links were followed, and what they had in common
    dehusk template site/index.html --explain -o template.html

Pages that link to one another mostly share a template. The links of PAGE are
followed in the order in which they are likely to lead to such pages, until
--pages of them all link to one another. Of an input other pages of the site are
looked at too, at most --max-pages in all; with --state, what clean has learned
of the site counts if that is more. What the site repeats is template; with
--evidence votes it is what --votes of the --pages have in common with PAGE, and
--thesis takes all as Alarte (2014) has it. With INPUT nothing is fetched, unless
--fetch is given. Fetching is polite: one request at a time, robots.txt is obeyed.
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
    await using store = flags.state === undefined ? undefined : await readStates(flags.state);
    const options = resolveTemplateOptions(optionsOf(flags));
    const hashKey = store?.hashKey;
    const source = await openSource({ wanted, inputs, flags, options, messages, stop, fetcher, hashKey });
    await guardInputs({ container: 'jsonl', path: output }, [...(await inputSizes(inputs)), ...source.files]);
    if (!flags.force) await guardOutput({ container: 'jsonl', path: output });
    const saved = store && (await savedSiteOf(source.key, store, flags));
    const pages: TemplateSource = {
      load: inFlagWords(source.load),
      urls: source.urls,
      ...(saved && { judge: (page) => saved.judge(page) }),
    };
    const found = await extractTemplate(source.key, pages, { ...options, links: source.links });
    if (flags.explain) explainTemplate(found, source.nameOf, messages);
    tellSource(found, options, messages);
    const written = flags.menus
      ? renderMenus(source.key, found.verdict)
      : renderTemplate(source.written, found.verdict, flags);
    await writeText(written, output);
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

/** What the state knows of the page's site; undefined for a site that it does not know. */
async function savedSiteOf(
  page: Page,
  store: StoreReader,
  { siteBy }: TemplateFlags,
): Promise<SavedSite | undefined> {
  const siteKey = await loadSiteKey(siteBy);
  return loadSavedSite(store, siteKey({ ...(page.url && { url: page.url }), provenance: { file: '' } }));
}

interface SourceTask {
  readonly wanted: string;
  readonly inputs: readonly string[];
  readonly flags: TemplateFlags;
  readonly messages: Messages;
  readonly stop: Stop;
  readonly fetcher: Fetcher;
  readonly options: TemplateOptions;
  /** That of the state. */
  readonly hashKey: HashKey | undefined;
}

async function openSource(task: SourceTask): Promise<PageSource> {
  const { wanted, inputs, flags, messages, stop, fetcher, hashKey } = task;
  const parsing = { limits: pageLimits(flags), ...(hashKey && { hashKey }) };
  const fetchPage = createFetchPage({ fetcher, parsing, messages, signal: stop.signal });
  const isAddress = /^https?:\/\//i.test(wanted);
  if (isAddress && inputs.length === 0) {
    const key = await fetchPage(wanted);
    return { key, written: key, load: fetchPage, urls: [], links: {}, files: [], nameOf: (url) => url };
  }
  let failures = 0;
  const note = createPassedNote();
  const search = openInputPages(wanted, {
    // A file without an input has its folder as one.
    inputs: inputs.length === 0 ? [path.dirname(wanted)] : inputs,
    options: { ...inputOptions(flags), signal: stop.signal, onPassedOver: note.onPassedOver },
    parsing,
    output: flags.output,
    maxPages: task.options.maxPages,
    onFailure: (failure) => messages.failure(failure, ++failures),
  });
  const source = await search.catch((error: unknown) => {
    if (error instanceof DehuskError && error.code === 'TEMPLATE_PAGE_UNKNOWN') note.tell(messages);
    throw error;
  });
  return flags.fetch ? { ...source, load: orFetched(source.load, fetchPage) } : source;
}

/** Nobody should have to ask for `--explain` to learn that the template rests on little, or on no link at all. */
function tellSource(
  { siblings, votesAsked, judgedBy }: PageTemplate,
  { pages }: TemplateOptions,
  messages: Messages,
): void {
  const { found } = siblings;
  if (judgedBy === 'state') {
    messages.info('judged-by', 'judged by what the state knows of the site', { judgedBy });
    return;
  }
  if (found.every(({ by }) => by === 'input')) {
    const text = `no page that it links to is at hand: compared with ${found.length} others of the input`;
    messages.info('no-linked-pages', text, { compared: found.length, pages: siblings.pages.length });
  }
  if (found.length === pages) return;
  const asked = judgedBy === 'votes' ? `: ${votesAsked} of ${found.length} votes make template` : '';
  const text = `only ${found.length} of ${pages} pages found to compare with${asked}`;
  messages.info('fewer-pages', text, { found: found.length, wanted: pages, votes: votesAsked });
}

type TemplateFlags = FormFlags &
  InputFlags &
  FetchFlags &
  MessageFlags &
  TemplateOptionFlags & {
    readonly output?: string;
    readonly force?: boolean;
    readonly state?: string;
    readonly menus?: boolean;
    readonly fetch?: boolean;
    readonly explain?: boolean;
  };

function addTemplateFlags(command: Command): void {
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
    .option('--menus', 'write the menus instead, one JSON object per menu')
    .option('--slots', 'keep an empty, marked element where content was cut out')
    .option('--content [part]', 'write the content instead; =main only the main content')
    .option('--state <file>', 'use what earlier runs of clean have learned of the site')
    .option('--fetch', 'fetch pages that the input does not have')
    .option('--explain', 'tell on standard error which links were followed, and why');
  addOptionFlags(command);
  addFetchFlags(command);
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
function checkTemplateFlags(inputs: readonly string[], flags: TemplateFlags): void {
  const { content, slots, menus, format, quiet, explain } = flags;
  const { pages, votes } = resolveTemplateOptions(optionsOf(flags));
  if (inputs.includes('-')) throw new DehuskError('TEMPLATE_INPUT_ONCE', {});
  if (votes > pages)
    throw badValue({
      flag: '--votes',
      expected: `a whole number from 1 to ${pages} (--pages)`,
      value: votes,
    });
  if (content !== undefined && content !== true && content !== 'main')
    throw badValue({ flag: '--content', expected: 'main, or no value', value: content });
  if (menus && slots) conflict('--menus', '--slots');
  if (menus && content !== undefined) conflict('--menus', '--content');
  if (menus && format !== 'html') conflict('--menus', `--format ${format}`);
  if (slots && content !== undefined) conflict('--slots', '--content');
  if (slots && format !== 'html') conflict('--slots', `--format ${format}`);
  checkMessageFlags(flags);
  if (quiet && explain) conflict('--quiet', '--explain');
}
