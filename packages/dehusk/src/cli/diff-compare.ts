/** The comparison, from reading to writing. */
import {
  createChangeRecords,
  type DiffOptions,
  diffPages,
  type HashKey,
  type Page,
  type PageDiff,
  pageFailure,
  pageId,
  parse,
  type RawPage,
  type Sides,
  toDiffHtml,
} from '../index.ts';
import { inputSizes } from '../node.ts';
import { wantsColor } from './color.ts';
import { type DiffFlags, diffFormat } from './diff-flags.ts';
import { countChanges, summaryOf } from './diff-summary.ts';
import { diffText } from './diff-text.ts';
import { nameVersion, type ReadingTask, readVersions, Told } from './diff-versions.ts';
import { readKnowledge, type SiteKnowledge } from './diff-zones.ts';
import { pageLimits } from './flags.ts';
import type { Messages } from './messages.ts';
import { guardInputs } from './output/guard-inputs.ts';
import { writeText } from './output/write-text.ts';
import { visible } from './terminal.ts';

export interface CompareTask extends ReadingTask {
  readonly messages: Messages;
}

/** Whether they differ. Throws Told for what was told already. */
export async function compareVersions(task: CompareTask): Promise<boolean> {
  const { flags, messages, inputs, signal } = task;
  const path = flags.output === '-' ? undefined : flags.output;
  const read = [...inputs, ...(flags.siblings ?? [])];
  await guardInputs({ container: 'jsonl', path }, await inputSizes(read));
  const versions = await readVersions(task);
  const knowledge = await readKnowledge({ ...task, versions });
  signal.throwIfAborted();
  const diff = compare(task, versions, knowledge);
  const names = { old: nameVersion(versions.old), new: nameVersion(versions.new) };
  await writeText(render(diff, flags, names), path);
  const { keptCount, ignoredCount, muted } = diff;
  messages.info('summary', summaryOf(diff), { ...countChanges(diff), keptCount, ignoredCount, muted });
  return diff.changes.length > 0;
}

function compare(
  task: CompareTask,
  versions: Sides<RawPage>,
  { hashKey, detector }: SiteKnowledge,
): PageDiff {
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
    ...(detector && { verdicts: { old: detector.judge(oldPage), new: detector.judge(newPage) } }),
  };
  return diffPages(oldPage, newPage, options);
}

function parseVersion({ flags, onFailure }: CompareTask, raw: RawPage, hashKey: HashKey): Page {
  try {
    return parse(raw, { limits: pageLimits(flags), hashKey, id: pageId(raw) });
  } catch (error) {
    onFailure(pageFailure(error, raw));
    throw new Told();
  }
}

function render(diff: PageDiff, flags: DiffFlags, names: Sides<string>): string {
  const { view, context, output } = flags;
  if (flags.brief) {
    return diff.changes.length > 0 ? `${visible(names.old)} and ${visible(names.new)} differ\n` : '';
  }
  const format = diffFormat(flags);
  if (format === 'html') return toDiffHtml(diff, { view, names, summary: summaryOf(diff) });
  if (format === 'json') {
    const recordOf = createChangeRecords(diff);
    return diff.changes.map((_, number) => `${JSON.stringify(recordOf(number))}\n`).join('');
  }
  const isTerminal = process.stdout.isTTY === true && output === undefined;
  return diffText(diff, { names, context, color: wantsColor(flags.color, { env: process.env, isTerminal }) });
}
