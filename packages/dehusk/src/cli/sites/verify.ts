/** `dehusk sites --verify` and `--repair`: what of a state is whole, and a state of what is. */
import { isFolder, verifyFolded } from '../../engine/lessons/read-states.ts';
import {
  isIntact,
  repairState,
  type SiteCheck,
  type StateCheck,
  verifyState,
} from '../../engine/sqlite-repair.ts';
import { ExitCode } from '../exit.ts';
import type { Messages } from '../messages.ts';
import { formatCount, grouped } from '../progress.ts';
import { type Column, tableText } from '../table-text.ts';

interface Shown {
  readonly format: 'text' | 'json';
  readonly messages: Messages;
}

/** A line for each site; exit code 1 where not all is whole. */
export async function verify(
  file: string,
  shown: Shown,
): Promise<{ readonly output: string; readonly exitCode: number }> {
  const check = await (isFolder(file) ? verifyFolded : verifyState)(file);
  sayProblems(check, shown.messages);
  sayVerified(check, shown.messages);
  return { output: listed(check.sites, shown), exitCode: isIntact(check) ? ExitCode.done : ExitCode.failed };
}

/** A line for each site of which something was dropped. */
export async function repair(
  file: string,
  shown: Shown,
): Promise<{ readonly output: string; readonly exitCode: number }> {
  const { messages } = shown;
  const { check, keptAs } = await repairState(file);
  if (keptAs === undefined) {
    sayVerified(check, messages);
    return { output: '', exitCode: ExitCode.done };
  }
  sayProblems(check, messages);
  const kept = check.sites.filter(({ pages }) => pages > 0);
  const pages = sum(kept.map((site) => site.pages));
  const counts = { sites: kept.length, of: check.sites.length, pages, keptAs };
  const sites = `${grouped(kept.length)} of ${formatCount(check.sites.length, 'site')}`;
  messages.info(
    'repaired',
    `kept ${sites}, ${formatCount(pages, 'page')}; what was there is ${keptAs}`,
    counts,
  );
  if (check.stoppedRuns > 0)
    messages.info('restart', `${formatCount(check.stoppedRuns, 'run')} that was stopped needs --restart`, {
      runs: check.stoppedRuns,
    });
  const dropped = check.sites.filter(({ problem }) => problem !== undefined);
  return { output: listed(dropped, shown), exitCode: ExitCode.done };
}

function sayProblems({ problems }: StateCheck, messages: Messages): void {
  for (const problem of problems) messages.info('damaged', `the state is damaged: ${problem}`, { problem });
}

function sayVerified(check: StateCheck, messages: Messages): void {
  const { sites, runs } = check;
  const whole = sites.filter(({ problem }) => problem === undefined).length;
  const counts = { sites: sites.length, whole, runs };
  const all = `${formatCount(sites.length, 'site')}, ${formatCount(runs, 'run')}`;
  if (isIntact(check)) messages.info('verified', `${all}: all is whole`, counts);
  else
    messages.info(
      'verified',
      `${grouped(whole)} of ${formatCount(sites.length, 'site')} are whole: --repair keeps what is`,
      counts,
    );
}

const columns: readonly Column[] = [
  { title: 'SITE', align: 'left' },
  { title: 'PAGES', align: 'right' },
  { title: 'LOST', align: 'right' },
  { title: 'FOUND', align: 'left' },
];

function listed(sites: readonly SiteCheck[], { format }: Shown): string {
  if (format === 'json') return sites.map(siteLine).join('');
  return sites.length === 0 ? '' : tableText(columns, sites.map(siteCells));
}

function siteCells({ site, pages, lostPages, problem }: SiteCheck): readonly string[] {
  return [site, grouped(pages), lostPages === undefined ? '?' : grouped(lostPages), problem ?? 'whole'];
}

function siteLine({ site, pages, lostPages, problem }: SiteCheck): string {
  const whole = problem === undefined;
  return `${JSON.stringify({ site, pages, lost_pages: lostPages ?? null, whole, problem: problem ?? null })}\n`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
