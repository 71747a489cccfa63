/** `dehusk watch`: pages are visited again, and what is new in their content is told. Its exit codes are those of diff(1). */
import { type Command, Option } from 'commander';
import { createCleaner } from '../../engine/node-cleaner.ts';
import { checkSiteBy, type SiteBy } from '../../engine/site-key.ts';
import { openSqliteStore } from '../../engine/sqlite-store.ts';
import { openSqliteVersions } from '../../engine/sqlite-versions.ts';
import { createFetcher } from '../../input/http/fetcher.ts';
import { ClosedPipe } from '../../output/files/appended-file.ts';
import { normalUrl, type RawPage } from '../../page/raw-page.ts';
import { createPageWatcher, type PageWatcher } from '../../watch/page-watcher.ts';
import { explain, listenForStop } from '../exit.ts';
import { count, countOrNone } from '../flag-values.ts';
import {
  addFetchFlags,
  addLimitFlags,
  addMessageFlags,
  checkMessageFlags,
  checkStdin,
  chosen,
  type FetchFlags,
  fetcherOptions,
  type LimitFlags,
  pageLimits,
} from '../flags.ts';
import { createMessages, type MessageFlags, type Messages, needs } from '../messages.ts';
import { readAddresses } from './address-list.ts';
import { createWatchReport, type ReportFlags, WatchExit, type WatchReport } from './watch-report.ts';

const examples = `
Examples:
  the first visit keeps the pages, each later one tells what is new since
    dehusk watch pages.txt --state watch.state
  one page, every morning, by mail if something is new
    0 7 * * *  dehusk watch https://example.com/news --state news.state --quiet
  a line of JSON for each page
    dehusk watch pages.txt --state watch.state --format json
  pages to look at, with the changes marked
    dehusk watch pages.txt --state watch.state --html changes/

LIST is a file with one address a line (# begins a comment), an address, or -
for standard input. The state is one of dehusk clean --stream --state: what is
known of the sites tells their template, and new pages are learned. Versions of
the pages are kept beside it, in FILE.versions.

Not told: changes of the template, counters and clocks, advertising, and places
where something else stands at every visit.

Exit codes: 0 nothing is new, 1 something is, 2 trouble with at least one page.
`;

interface WatchFlags extends FetchFlags, LimitFlags, MessageFlags, ReportFlags {
  readonly state?: string;
  readonly versions: number;
  readonly siteBy?: SiteBy;
  readonly color: boolean;
  readonly peek?: boolean;
}

export function defineWatch(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] LIST...')
    .argument('<LIST...>', 'files with an address a line, addresses, or - for standard input')
    .addHelpText('after', examples)
    .action(async (lists: string[], flags: WatchFlags) => exit(await watch(lists, flags)));
  addWatchFlags(command);
}

function addWatchFlags(command: Command): void {
  command
    .option('--state <file>', 'what is known of the sites; versions of pages are kept in FILE.versions')
    .addOption(
      new Option('--versions <count>', 'how many versions of a page to keep; the oldest go first')
        .default(20)
        .argParser(count('--versions')),
    )
    .option('--peek', 'tell what is new, and tell it again next time')
    .addOption(
      chosen('--format <how>', 'for people, or one JSON object per page', ['text', 'json']).default('text'),
    )
    .addOption(
      new Option('--context <lines>', 'with --format text: lines to show around a change')
        .default(2)
        .argParser(countOrNone('--context')),
    )
    .option('--html <folder>', 'also write there, for each page with news, a page that shows them')
    .option('--site-by <how>', 'what a site is: host (the default), domain, or prefix:N');
  addFetchFlags(command);
  addLimitFlags(command);
  addMessageFlags(command);
}

async function watch(lists: readonly string[], flags: WatchFlags): Promise<number> {
  const messages = createMessages(flags);
  const stop = listenForStop();
  try {
    if (flags.state === undefined) needs('dehusk watch', '--state FILE');
    checkMessageFlags(flags);
    checkStdin(lists);
    if (flags.siteBy !== undefined) checkSiteBy(flags.siteBy);
    const addresses = await readAddresses(lists);
    return await visitAll(addresses, { flags, state: flags.state, messages, signal: stop.signal });
  } catch (error) {
    if (stop.exitCode !== undefined && error === stop.signal.reason) return stop.exitCode;
    if (error instanceof ClosedPipe) return WatchExit.same;
    explain(error, messages);
    return WatchExit.trouble;
  }
}

interface WatchTask {
  readonly flags: WatchFlags;
  readonly state: string;
  readonly messages: Messages;
  readonly signal: AbortSignal;
}

async function visitAll(addresses: readonly string[], task: WatchTask): Promise<number> {
  const { flags, state, messages, signal } = task;
  await using fetcher = createFetcher(fetcherOptions(flags));
  await using store = openSqliteStore(state);
  await using versions = openSqliteVersions(`${state}.versions`, { versions: flags.versions });
  await using cleaner = createCleaner({
    state: store,
    limits: pageLimits(flags),
    ...(flags.siteBy !== undefined && { siteBy: flags.siteBy }),
  });
  const report = createWatchReport(flags, messages);
  const watcher = createPageWatcher(cleaner, versions);
  for await (const { url, page } of fetchAhead(addresses, (asked) => fetcher.fetchPage(asked, { signal }))) {
    signal.throwIfAborted();
    if (page instanceof Error) await report.fail(url, page);
    else await visitOne({ url, page }, watcher, report, flags);
  }
  signal.throwIfAborted();
  return report.end();
}

async function visitOne(
  { url, page }: { readonly url: string; readonly page: RawPage },
  watcher: PageWatcher,
  report: WatchReport,
  { peek }: WatchFlags,
): Promise<void> {
  const visit = await watcher.visit(normalUrl(url), page);
  if (visit.error !== undefined) {
    await report.fail(url, visit.error);
    return;
  }
  await report.tell(visit);
  // Not before it was told: who is stopped in between is told again.
  if (!peek) await watcher.markSeen(visit.url);
}

/** More are not asked for at a time by a fetcher either. */
const MOST_AHEAD = 8;

/** Several pages are under way, of one host one at a time; they come in the order of their addresses. */
async function* fetchAhead(
  addresses: readonly string[],
  fetchPage: (url: string) => Promise<RawPage>,
): AsyncGenerator<{ readonly url: string; readonly page: RawPage | Error }> {
  const underWay: { readonly url: string; readonly page: Promise<RawPage | Error> }[] = [];
  let next = 0;
  while (next < addresses.length || underWay.length > 0) {
    for (; next < addresses.length && underWay.length < MOST_AHEAD; next++) {
      const url = addresses[next]!;
      underWay.push({ url, page: fetchPage(url).catch((error: Error) => error) });
    }
    const { url, page } = underWay.shift()!;
    yield { url, page: await page };
  }
}
