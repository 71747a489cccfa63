/** What is told of visits: what is new on a page when it was visited, and a line at the end. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createChangeRecords } from '../../compare/diff/change-record.ts';
import { toDiffHtml } from '../../compare/diff/html-view.ts';
import type { PageDiff, Sides } from '../../compare/diff/page-diff.ts';
import { pageFailure } from '../../engine/engine.ts';
import { DehuskError } from '../../errors.ts';
import { PageFileNames } from '../../output/files/page-file-names.ts';
import { stdoutTarget, writeText } from '../../output/files/write.ts';
import type { News, Visit } from '../../watch/page-watcher.ts';
import { diffText, summaryOf } from '../diff/text.ts';
import { commandMessage } from '../flag-hints.ts';
import { type Messages, wantsColor } from '../messages.ts';
import { formatCount, grouped } from '../progress.ts';

export interface ReportFlags {
  readonly format: 'text' | 'json';
  readonly context: number;
  readonly html?: string;
  readonly color: boolean;
}

/** Whatever goes wrong is trouble: 1 must mean that something is new, and 0 that nothing is. */
export const WatchExit = { same: 0, changed: 1, trouble: 2 } as const;

export interface WatchReport {
  tell(visit: Visit): Promise<void>;
  fail(url: string, error: Error): Promise<void>;
  /** Sums up; returns the exit code. */
  end(): number;
}

export function createWatchReport(flags: ReportFlags, messages: Messages): WatchReport {
  const counts = { changed: 0, same: 0, new: 0, failed: 0, aside: 0 };
  const failures = new Map<string, number>();
  const stdout = stdoutTarget();
  // Whoever reads along is told of a page before the next one is fetched.
  const write = async (text: string): Promise<void> => {
    await stdout.write(new TextEncoder().encode(text));
    await stdout.finish();
  };
  const names = new PageFileNames({ extension: '.html', keepDirs: true });
  const color = wantsColor(flags.color, { env: process.env, isTerminal: process.stdout.isTTY === true });

  const fail = async (url: string, error: Error): Promise<void> => {
    counts.failed++;
    const failure = pageFailure(error, { url, provenance: { file: url } });
    const { code } = failure.error;
    failures.set(code, (failures.get(code) ?? 0) + 1);
    messages.failure(failure, failures.get(code)!);
    const said = { code, message: commandMessage(failure.error) };
    if (flags.format === 'json') await write(jsonLine({ url, state: 'failed', error: said }));
  };

  return {
    tell: async (visit) => {
      const { url, news, kept, problem } = visit;
      // Of every page, so that the names do not depend on which of them have news.
      const name = names.next({ id: url, raw: { url, provenance: { file: url } } });
      if (problem !== undefined) return fail(url, problem);
      if (kept === 'too-large' || kept === 'full')
        await fail(url, new DehuskError('WATCH_NOT_KEPT', { url, reason: keepReasons[kept] }));
      const state = news === undefined ? 'new' : news.count > 0 ? 'changed' : 'same';
      counts[state]++;
      counts.aside += (news?.template ?? 0) + (news?.unsteady ?? 0);
      if (flags.format === 'json') await write(jsonLine(visitRecord(visit, state)));
      if (news === undefined || news.count === 0) return;
      const versions = versionNames(url, news);
      const { context, html } = flags;
      if (flags.format === 'text') await write(diffText(news.diff, { names: versions, context, color }));
      if (html !== undefined) await writePage(path.join(html, name), news.diff, versions);
    },
    fail,
    end: () => {
      const { changed, same, failed, aside } = counts;
      const pages = changed + same + counts.new;
      const text = [
        `${formatCount(pages, 'page')}: ${grouped(changed)} with news, ${grouped(same)} without`,
        ...(counts.new > 0 ? [`${grouped(counts.new)} visited for the first time`] : []),
        ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
        ...(aside > 0 ? [`${formatCount(aside, 'change')} put aside (of templates, or by themselves)`] : []),
      ].join(', ');
      messages.info('summary', text, counts);
      if (failed > 0) return WatchExit.trouble;
      return changed > 0 ? WatchExit.changed : WatchExit.same;
    },
  };
}

const keepReasons = {
  'too-large': 'it is larger than a version may be',
  full: 'there is no room on the disk',
} as const;

async function writePage(file: string, diff: PageDiff, names: Sides<string>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeText(toDiffHtml(diff, { names, summary: summaryOf(diff) }), file);
}

function versionNames(url: string, { since }: News): Sides<string> {
  return { old: `${url} ${new Date(since.takenAt).toISOString()}`, new: `${url} now` };
}

function jsonLine(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function visitRecord({ url, cleaned, news }: Visit, state: string): object {
  const { title } = cleaned.record().metadata;
  if (news === undefined) return { url, title, state };
  const recordOf = createChangeRecords(news.diff);
  return {
    url,
    title,
    state,
    since: new Date(news.since.takenAt).toISOString(),
    changes: news.diff.changes.map((_, number) => recordOf(number)),
    not_told: { template: news.template, unsteady: news.unsteady },
  };
}
