/** `dehusk diff`: what changed between two versions of a page. Its exit codes are those of diff(1). */
import { type Command, Option } from 'commander';
import { createChangeRecords } from '../../compare/diff/change-record.ts';
import {
  type DiffMappingName,
  type DiffOptions,
  diffMappingNames,
  diffPages,
} from '../../compare/diff/diff-pages.ts';
import { type DiffView, diffViews, toDiffHtml } from '../../compare/diff/html-view.ts';
import type { PageDiff, Sides, Zone } from '../../compare/diff/page-diff.ts';
import type { PageResources } from '../../compare/diff/page-resources.ts';
import { type PageFailure, pageFailure } from '../../engine/engine.ts';
import { DehuskError } from '../../errors.ts';
import { inputSizes } from '../../input/files.ts';
import { guardInputs, guardOutput } from '../../output/files/output.ts';
import { writeText } from '../../output/files/write.ts';
import { parse } from '../../page/core-node.ts';
import type { HashKey } from '../../page/hash.ts';
import type { Page } from '../../page/page.ts';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import { createSelector } from '../../page/select.ts';
import { explain, listenForStop } from '../exit.ts';
import { collect, count, countOrNone } from '../flag-values.ts';
import {
  addFetchFlags,
  addInputFlags,
  addMessageFlags,
  checkAddresses,
  checkMessageFlags,
  checkStdin,
  chosen,
  pageLimits,
} from '../flags.ts';
import {
  badValue,
  conflict,
  createMessages,
  type MessageFlags,
  type Messages,
  needs,
  visible,
  wantsColor,
} from '../messages.ts';
import { createPassedNote } from '../progress.ts';
import { findResources } from './resources.ts';
import { countChanges, diffText, summaryOf } from './text.ts';
import {
  AlreadyReported,
  type CaptureTime,
  isAddress,
  nameVersion,
  readVersions,
  type VersionFlags,
  type VersionsTask,
} from './versions.ts';
import { readZones, type ZoneFlags, type Zones } from './zones.ts';

/** Whatever goes wrong is trouble: 1 must mean that the versions differ. */
const DiffExit = { same: 0, different: 1, trouble: 2 } as const;

const examples = `
Examples:
  two files
    dehusk diff old.html new.html
  what has changed since a page was saved
    dehusk diff saved.html https://example.com/
  a page that shows the new version with the changes marked
    dehusk diff old.html new.html -o changes.html
  the two latest captures of a page in an archive
    dehusk diff crawl.warc.gz --url https://example.com/
  a page of two crawls, without its counters and ads
    dehusk diff may.warc.gz june.warc.gz --url https://example.com/ --ignore-numbers --ignore .ad
  only what changed in the content, by what a run of clean has learned
    dehusk diff old.html new.html --state crawl.state --site example.com --only content

Without --all, what no reader sees is not compared: scripts, the head but for the
title, formatting, attributes other than addresses and words.

Exit codes: 0 the versions are the same, 1 they differ, 2 trouble.
`;

export function defineDiff(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] OLD NEW\n       dehusk diff [options] ARCHIVE')
    .argument(
      '[OLD NEW...]',
      'files, archives, addresses to fetch, or - for standard input; or one archive with two captures',
    )
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: DiffFlags) => exit(await diff(inputs, flags)));
  addDiffFlags(command);
}

async function diff(inputs: readonly string[], flags: DiffFlags): Promise<number> {
  const messages = createMessages(flags);
  const stop = listenForStop();
  let failures = 0;
  const onFailure = (failure: PageFailure): void => messages.failure(failure, ++failures);
  const note = createPassedNote();
  const task = { inputs, flags, messages, signal: stop.signal, onFailure, onPassedOver: note.onPassedOver };
  try {
    checkDiffFlags(inputs, flags);
    const differ = await compareVersions(task);
    return differ ? DiffExit.different : DiffExit.same;
  } catch (error) {
    if (stop.exitCode !== undefined && error === stop.signal.reason) return stop.exitCode;
    if (error instanceof DehuskError && error.code.startsWith('DIFF_')) note.tell(messages);
    if (!(error instanceof AlreadyReported)) explain(error, messages);
    return DiffExit.trouble;
  }
}

interface CompareTask extends VersionsTask {
  readonly flags: DiffFlags;
  readonly messages: Messages;
}

/** From reading to writing; answers whether the versions differ. Throws AlreadyReported. */
async function compareVersions(task: CompareTask): Promise<boolean> {
  const { flags, messages, inputs, signal } = task;
  const path = flags.output === '-' ? undefined : flags.output;
  const read = [...inputs, ...(flags.siblings ?? [])];
  await guardInputs({ container: 'jsonl', path }, await inputSizes(read));
  if (!flags.force) await guardOutput({ container: 'jsonl', path });
  const versions = await readVersions(task);
  const zones = await readZones({ ...task, versions });
  signal.throwIfAborted();
  const diff = compare(task, versions, zones);
  const names = { old: nameVersion(versions.old), new: nameVersion(versions.new) };
  const resources = diffFormat(flags) === 'html' ? await resourcesOf(versions, diff, signal) : undefined;
  await writeText(render(diff, flags, { names, resources }), path);
  const { keptCount, ignoredCount, muted } = diff;
  messages.info('summary', summaryOf(diff), { ...countChanges(diff), keptCount, ignoredCount, muted });
  return diff.changes.length > 0;
}

function compare(task: CompareTask, versions: Sides<RawPage>, { hashKey, judge }: Zones): PageDiff {
  const oldPage = parseVersion(task, versions.old, hashKey);
  const newPage = parseVersion(task, versions.new, hashKey);
  const { flags } = task;
  const options: DiffOptions = {
    mapping: flags.mapping,
    ignore: flags.ignore,
    ignoreNumbers: flags.ignoreNumbers ?? false,
    minChars: flags.minChars,
    all: flags.all ?? false,
    ...(flags.maxSteps !== undefined && { maxSteps: flags.maxSteps }),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(judge && { verdicts: { old: judge(oldPage), new: judge(newPage) } }),
  };
  return diffPages(oldPage, newPage, options);
}

function parseVersion({ flags, onFailure }: CompareTask, raw: RawPage, hashKey: HashKey): Page {
  try {
    return parse(raw, { limits: pageLimits(flags), hashKey, id: pageId(raw) });
  } catch (error) {
    onFailure(pageFailure(error, raw));
    throw new AlreadyReported();
  }
}

async function resourcesOf(
  versions: Sides<RawPage>,
  { pages }: PageDiff,
  signal: AbortSignal,
): Promise<Sides<PageResources>> {
  return {
    old: await findResources(versions.old, pages.old, signal),
    new: await findResources(versions.new, pages.new, signal),
  };
}

interface Shown {
  readonly names: Sides<string>;
  readonly resources: Sides<PageResources> | undefined;
}

function render(diff: PageDiff, flags: DiffFlags, { names, resources }: Shown): string {
  const { view, context, output } = flags;
  if (flags.brief) {
    return diff.changes.length > 0 ? `${visible(names.old)} and ${visible(names.new)} differ\n` : '';
  }
  const format = diffFormat(flags);
  if (format === 'html')
    return toDiffHtml(diff, { view, names, summary: summaryOf(diff), groups: flags.groups, resources });
  if (format === 'json') {
    const recordOf = createChangeRecords(diff);
    return diff.changes.map((_, number) => `${JSON.stringify(recordOf(number))}\n`).join('');
  }
  const isTerminal = process.stdout.isTTY === true && output === undefined;
  const color = wantsColor(flags.color, { env: process.env, isTerminal });
  return diffText(diff, { names, context, color, groups: flags.groups });
}

const diffFormats = ['text', 'json', 'html'] as const;
type DiffFormat = (typeof diffFormats)[number];

export interface DiffFlags extends VersionFlags, ZoneFlags, MessageFlags {
  readonly ignore: readonly string[];
  readonly ignoreNumbers?: boolean;
  readonly minChars: number;
  readonly all?: boolean;
  readonly only?: Zone;
  readonly format?: DiffFormat;
  readonly view: DiffView;
  readonly context: number;
  readonly groups: boolean;
  readonly brief?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly mapping: DiffMappingName;
  readonly maxSteps?: number;
}

export function addDiffFlags(command: Command): void {
  command
    .option('--url <address>', 'the page to compare, where an input holds several')
    .option(
      '--old <time>',
      'the last capture up to then is the old version (2024, 2024-05-01, 20240501123000)',
      timeLimit('--old'),
    )
    .option('--new <time>', 'the same for the new version', timeLimit('--new'))
    .addOption(
      new Option('--ignore <selector>', 'leave out of both pages what it matches; repeatable')
        .default([], 'nothing')
        .argParser(collect),
    )
    .option('--ignore-numbers', 'texts that differ in numbers only are the same')
    .addOption(
      new Option('--min-chars <count>', 'do not report changes with fewer characters')
        .default(0)
        .argParser(countOrNone('--min-chars')),
    )
    .option('--all', 'also report what no reader sees: the head, scripts, formatting, all attributes')
    .option('--state <file>', 'tell the template by what earlier runs learned of the site')
    .option('--site <name>', 'with --state: the site, where the address of the page does not tell it')
    .option('--siblings <input...>', 'tell the template by other pages of the site')
    .addOption(
      chosen('--only <zone>', 'report changes of the template or of the content', ['template', 'content']),
    )
    .addOption(chosen('--format <how>', 'what to write (by the name of -o, else text)', diffFormats))
    .addOption(
      chosen('--view <how>', 'with --format html: how to show the versions', diffViews).default('merged'),
    )
    .addOption(
      new Option('--context <lines>', 'with --format text: lines to show around a change')
        .default(2)
        .argParser(countOrNone('--context')),
    )
    .option('--no-groups', 'show changes that are alike one by one')
    .option('--brief', 'only say whether the versions differ')
    .option('-o, --output <file>', 'write to a file; - is standard output')
    .option('--force', 'write over the file that -o names')
    .addOption(
      chosen('--mapping <name>', 'how nodes of the versions are paired', diffMappingNames).default(
        'top-down-exact',
      ),
    )
    .option('--max-steps <count>', 'how much work pairing may be', count('--max-steps'));
  addFetchFlags(command);
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
export function checkDiffFlags(inputs: readonly string[], flags: DiffFlags): void {
  checkVersions(inputs, flags);
  const { state, siblings, brief, format } = flags;
  if (state !== undefined && siblings !== undefined) conflict('--state', '--siblings');
  if (flags.site !== undefined && state === undefined) needs('--site', '--state');
  if (flags.only !== undefined && state === undefined && siblings === undefined)
    needs('--only', '--state or --siblings');
  if (brief && format !== undefined && format !== 'text') conflict('--brief', `--format ${format}`);
  checkMessageFlags(flags);
  const files = inputs.filter((input) => !isAddress(input));
  checkAddresses(files, flags);
  // Throws for a bad one: here, and not when pages were read.
  for (const selector of flags.ignore) createSelector(selector);
}

function checkVersions(inputs: readonly string[], { siblings = [] }: DiffFlags): void {
  const [first, second] = inputs;
  if (first === undefined) throw new DehuskError('DIFF_INPUTS', {});
  if (inputs.length > 2)
    throw new DehuskError('USAGE_ARGUMENTS_BAD', { reason: `too many inputs: ${inputs.slice(2).join(' ')}` });
  checkStdin([...inputs, ...siblings]);
  if (second === undefined && isAddress(first))
    throw new DehuskError('USAGE_ARGUMENTS_BAD', { reason: `${first} is one version: name the other, too` });
}

/** What the output is: as told, else by the name of the file. */
export function diffFormat({ format, output = '' }: DiffFlags): DiffFormat {
  if (format !== undefined) return format;
  if (/\.x?html?$/i.test(output)) return 'html';
  return /\.(?:json|jsonl|ndjson)$/i.test(output) ? 'json' : 'text';
}

/** A time, filled up to its end: what was captured within 2024 is not after 2024. */
function timeLimit(flag: string): (text: string) => CaptureTime {
  return (text) => {
    const digits = /^\d{4}[-\d:TtZz. ]*$/.test(text) ? text.replace(/\D/g, '').slice(0, 14) : '';
    if (digits !== '') return { text, digits: digits.padEnd(14, '9') };
    throw badValue({ flag, expected: 'a time such as 2024, 2024-05-01 or 20240501123000', value: text });
  };
}
