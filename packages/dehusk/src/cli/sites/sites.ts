/** `dehusk sites`: what a state knows about each site. Only `--repair` changes something. */
import type { Command } from 'commander';
import type { TemplateSegment } from '../../detect/detector.ts';
import { FIRST_PAGES_LIMIT } from '../../engine/first-pages.ts';
import { isFolder, readStates } from '../../engine/lessons/read-states.ts';
import { countFirstPages } from '../../engine/run/known-pages.ts';
import type { SavedSite } from '../../engine/saved-site.ts';
import type { SiteFacts, StoreReader } from '../../engine/store.ts';
import { writeText } from '../../output/files/write.ts';
import { stepSelector } from '../../page/css-path.ts';
import { ExitCode } from '../exit.ts';
import { addInputFlags, addMessageFlags, checkMessageFlags, checkStdin, chosen } from '../flags.ts';
import { conflict, createMessages, type MessageFlags, type Messages, needs } from '../messages.ts';
import { formatBytes, formatCount, grouped } from '../progress.ts';
import { type Column, tableText } from '../table-text.ts';
import { type ExportFlags, exportSite } from './export.ts';
import { loadSite } from './load-site.ts';

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
  the sections of a site, and the pages that its menus reach
    dehusk sites crawl.state --site example.com --topology --check crawl.warc.gz
  whether a state is whole, and a state of what is
    dehusk sites crawl.state --verify
    dehusk sites crawl.state --repair

STATE is the file that a run with --state FILE has written, or the folder of
dehusk fold; it can be read while a run writes it. Selectors that were not tried on pages are careful: they leave
out what could hold content. Some dozens of pages of different kinds are enough
for --check; on standard error it tells how much of what the selectors match is
template (precision), and how much of the template they match (recall).

--verify ends with exit code 1 if something is not whole. What --repair drops is
named; a run that was stopped then asks for --restart.
`;

export function defineSites(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] STATE')
    .argument('<STATE>', 'the state file of earlier runs, or a folder of dehusk fold')
    .addHelpText('after', examples)
    .action(async (file: string, flags: SitesFlags) => exit(await runSites(file, flags)));
  addSitesFlags(command);
}

async function runSites(file: string, flags: SitesFlags): Promise<number> {
  checkSitesFlags(flags);
  const { format } = flags;
  const messages = createMessages(flags);
  if (flags.verify || flags.repair) {
    const { verify, repair } = await import('./verify.ts');
    if (flags.repair && isFolder(file))
      needs('--repair', 'a state file: of a folder, fold the lessons again');
    const { output, exitCode } = await (flags.verify ? verify : repair)(file, { format, messages });
    await writeText(output);
    return exitCode;
  }
  const { output, failed } = await readSites(file, flags, messages);
  await writeText(output);
  return failed === 0 ? ExitCode.done : ExitCode.somePagesFailed;
}

async function readSites(
  file: string,
  flags: SitesFlags,
  messages: Messages,
): Promise<{ readonly output: string; readonly failed: number }> {
  const { format } = flags;
  await using store = await readStates(file);
  if (flags.site === undefined) return { output: await listSites(store, { format, messages }), failed: 0 };
  const saved = await loadSite(store, flags.site);
  if (flags.topology) {
    const { tellTopology } = await import('./topology.ts');
    return tellTopology({ saved, hashKey: store.hashKey, flags, messages }, flags.check!);
  }
  if (flags.export === undefined) return { output: listTemplate(saved, { format, messages }), failed: 0 };
  return exportSite({ saved, hashKey: store.hashKey, flags, messages });
}

interface SitesFlags extends ExportFlags, MessageFlags {
  readonly site?: string;
  readonly export?: 'selectors';
  readonly topology?: boolean;
  readonly verify?: boolean;
  readonly repair?: boolean;
}

function addSitesFlags(command: Command): void {
  command
    .option('--site <name>', 'show what is known of one site: its template segments')
    .addOption(chosen('--export <what>', 'with --site: its template for other tools', ['selectors']))
    .option('--check <input...>', 'with --export and --topology: files or folders with pages of the site')
    .option('--topology', 'with --site and --check: its sections, and the pages that menus reach')
    .option('--verify', 'say of each site whether what is kept of it is whole')
    .option('--repair', 'make a new state of what is whole; the old one is kept as STATE.damaged')
    .addOption(
      chosen('--format <how>', 'a table, or one JSON object per line', ['text', 'json']).default('text'),
    );
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever is in the state. */
function checkSitesFlags(flags: SitesFlags): void {
  const { site, export: wanted, topology, check, verify, repair } = flags;
  if (verify && repair) conflict('--verify', '--repair');
  for (const [name, isSet] of [
    ['--verify', verify],
    ['--repair', repair],
  ] as const)
    if (isSet && site !== undefined) conflict(name, '--site');
  if (wanted !== undefined && site === undefined) needs('--export', '--site');
  if (topology && site === undefined) needs('--topology', '--site');
  if (topology && check === undefined) needs('--topology', '--check');
  if (topology && wanted !== undefined) conflict('--topology', '--export');
  if (check !== undefined && wanted === undefined && !topology)
    needs('--check', '--export selectors or --topology');
  checkStdin(check ?? []);
  checkMessageFlags(flags);
}

interface SiteRow {
  readonly site: string;
  readonly facts: SiteFacts;
  readonly segments: number;
  readonly templateSegments: number;
  readonly sizeBytes: number;
}

const siteColumns: readonly Column[] = [
  { title: 'SITE', align: 'left' },
  { title: 'PAGES', align: 'right' },
  { title: 'SEGMENTS', align: 'right' },
  { title: 'STATE', align: 'right' },
  { title: 'TEMPLATE', align: 'right' },
  { title: 'LAST PAGE', align: 'left' },
];

/** All sites of a state: a row for each, and the sums. */
async function listSites(
  store: StoreReader,
  { format, messages }: { readonly format: 'text' | 'json'; readonly messages: Messages },
): Promise<string> {
  const rows = await readRows(store);
  if (rows.length === 0) {
    messages.info('summary', 'the state knows no site yet', { sites: 0 });
    return '';
  }
  sayTotals(rows, messages);
  sayFirstPages(store, messages);
  return format === 'json' ? rows.map(siteLine).join('') : tableText(siteColumns, rows.map(siteCells));
}

async function readRows(store: StoreReader): Promise<readonly SiteRow[]> {
  const rows: SiteRow[] = [];
  for await (const { site, facts, sizeBytes } of store.sites()) {
    const { segmentCount, templateSegments } = await loadSite(store, site);
    const counts = { segments: segmentCount, templateSegments: templateSegments.length };
    rows.push({ site, facts, ...counts, sizeBytes });
  }
  return rows;
}

function siteCells({ site, facts, segments, sizeBytes }: SiteRow): readonly string[] {
  const share = templateShare(facts);
  return [
    site,
    grouped(facts.pageCount),
    grouped(segments),
    formatBytes(sizeBytes),
    share === null ? '-' : `${(share * 100).toFixed(1)} %`,
    facts.lastPage,
  ];
}

function siteLine({ site, facts, segments, templateSegments, sizeBytes }: SiteRow): string {
  const record = {
    site,
    pages: facts.pageCount,
    segments,
    template_segments: templateSegments,
    state_bytes: sizeBytes,
    template_share: templateShare(facts),
    last_page: facts.lastPage,
  };
  return `${JSON.stringify(record)}\n`;
}

/** Of the characters of its pages; null for a site whose pages had none. */
function templateShare({ chars, templateChars }: SiteFacts): number | null {
  return chars === 0 ? null : Math.round((templateChars / chars) * 10_000) / 10_000;
}

function sayTotals(rows: readonly SiteRow[], messages: Messages): void {
  const sum = (count: (row: SiteRow) => number): number => rows.reduce((all, row) => all + count(row), 0);
  const totals = {
    sites: rows.length,
    pages: sum(({ facts }) => facts.pageCount),
    segments: sum(({ segments }) => segments),
    stateBytes: sum(({ sizeBytes }) => sizeBytes),
  };
  const counts = `${formatCount(totals.sites, 'site')}, ${formatCount(totals.pages, 'page')}`;
  const sizes = `${formatCount(totals.segments, 'segment')}, ${formatBytes(totals.stateBytes)} of state`;
  messages.info('summary', `${counts}, ${sizes}`, totals);
}

/** What `clean --duplicates` remembers. */
function sayFirstPages({ pageFacts }: StoreReader, messages: Messages): void {
  const { pages, bytes } = countFirstPages(pageFacts);
  if (pages === 0) return;
  const text = `${formatCount(pages, 'page')} known for --duplicates: ${formatBytes(bytes)} in memory, the last ${grouped(FIRST_PAGES_LIMIT)} at most`;
  messages.info('duplicates', text, { pages, bytes, limit: FIRST_PAGES_LIMIT });
}

const segmentColumns: readonly Column[] = [
  { title: 'SEEN', align: 'right' },
  { title: 'PATH', align: 'left', maxWidth: 60 },
  { title: 'TEXT', align: 'left' },
];

const bootstrappedNote = '* known from pages that the first page links to (--bootstrap)\n';

/** The template segments of one site, the commonest first. */
function listTemplate(
  { site, templateSegments, pagesLearned: of }: SavedSite,
  { format, messages }: { readonly format: 'text' | 'json'; readonly messages: Messages },
): string {
  const segments = [...templateSegments].sort((one, other) => other.seen - one.seen);
  const learned = `${formatCount(segments.length, 'template segment')} on ${formatCount(of, 'page')}`;
  messages.info('summary', `${site}: ${learned}`, { site, segments: segments.length, of });
  if (segments.length === 0) return '';
  if (format === 'json') return segments.map((segment) => segmentLine(segment, of)).join('');
  const rows = segments.map(({ seen, path, text, bootstrapped }) => [
    `${grouped(seen)} of ${grouped(of)}${bootstrapped ? ' *' : ''}`,
    spell(path),
    text,
  ]);
  const note = segments.some(({ bootstrapped }) => bootstrapped) ? bootstrappedNote : '';
  return tableText(segmentColumns, rows) + note;
}

function segmentLine({ seen, path, text, bootstrapped }: TemplateSegment, of: number): string {
  return `${JSON.stringify({ seen, of, path: spell(path), text, bootstrapped })}\n`;
}

function spell(path: TemplateSegment['path']): string {
  return path.map(stepSelector).join(' > ');
}
