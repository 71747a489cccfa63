/**
 * All that a run over many pages says on standard error: failures as they come, progress, and the summary at its end;
 * and how numbers are written.
 */
import type { PageFailure } from '../engine/engine.ts';
import type { DehuskError } from '../errors.ts';
import type { PassedOver, PassedReason } from '../input/input.ts';
import { commandMessage } from './flag-hints.ts';
import { createMessages, type MessageFlags, type Messages, Terminal } from './messages.ts';
import { addTo, type Counts, nested, type PassedCounts, Tally } from './tally.ts';

export interface Report {
  readonly tally: Tally;
  readonly messages: Messages;
  start(totalBytes: number | undefined): void;
  fail(failure: PageFailure): void;
  /** What went wrong, with the flag to turn. */
  describe(error: DehuskError): string;
  /** Whether the run has come to its first page. */
  readonly hasStarted: boolean;
  /** Takes the progress away. */
  hide(): void;
  /** The same, and says the last line. */
  end(how: 'done' | 'stopped' | 'failed'): void;
}

/** `siteBy`: what was asked for; not told, the summary says what a folder is. */
export function createReport(flags: MessageFlags & { readonly siteBy?: string | undefined }): Report {
  const terminal = new Terminal();
  const messages = createMessages(flags, terminal);
  const tally = new Tally();
  let progress: Progress | undefined;
  const hide = (): void => progress?.end();
  return {
    tally,
    messages,
    start: (totalBytes) => {
      progress = showProgress({ kind: progressKind(flags, terminal), terminal, messages, tally, totalBytes });
    },
    fail: (failure) => messages.failure(failure, tally.addFailure(failure)),
    describe: commandMessage,
    get hasStarted() {
      return progress !== undefined;
    },
    hide,
    end: (how) => {
      hide();
      // What failed before the first page has nothing to sum up.
      if (progress === undefined) return;
      const passed = passedText(tally.passed);
      if (passed !== undefined) messages.info('passed-over', passed, { passed: nested(tally.passed) });
      const { pages, sites, failed, guarded, seconds } = tally.counts;
      const codes = Object.fromEntries(tally.failedByCode);
      const counts = { pages, sites, failed, guarded, seconds, bytes: tally.passBytes, codes };
      messages.info('summary', summaryText(how, tally, flags.siteBy), { how, ...counts });
    },
  };
}

function progressKind({ progress, quiet, logFormat }: MessageFlags, { environment }: Terminal): ProgressKind {
  if (quiet || progress === 'never') return 'none';
  if (logFormat === 'json') return 'lines';
  if (progress === 'always') return 'bar';
  return environment.isTerminal && environment.env.TERM !== 'dumb' ? 'bar' : 'lines';
}

type ProgressKind = 'bar' | 'lines' | 'none';

interface ProgressOptions {
  readonly kind: ProgressKind;
  readonly terminal: Terminal;
  readonly messages: Messages;
  readonly tally: Tally;
  /** Bytes of all inputs; undefined where one of them has no known size. */
  readonly totalBytes: number | undefined;
}

interface Progress {
  /** Takes the bar away. */
  end(): void;
}

const barEveryMs = 100;
const lineEveryMs = 5_000;
const minBarColumns = 8;
const maxBarColumns = 24;

/** How far the run is: a bar where somebody watches, else a line now and then. */
function showProgress(options: ProgressOptions): Progress {
  const { kind, terminal, messages, tally, totalBytes } = options;
  if (kind === 'none') return { end: () => undefined };
  const show = (): void => {
    const { counts } = tally;
    if (kind === 'bar')
      terminal.draw(
        phaseText(tally) + barText(counts, totalBytes, terminal.columns - phaseText(tally).length),
      );
    else
      messages.info('progress', phaseText(tally) + countsText(counts, totalBytes), {
        ...counts,
        phase: tally.phase,
        totalBytes,
      });
  };
  const timer = setInterval(show, kind === 'bar' ? barEveryMs : lineEveryMs);
  // The run keeps the process alive, not its clock.
  timer.unref();
  if (kind === 'bar') show();
  return {
    end: () => {
      clearInterval(timer);
      terminal.draw('');
    },
  };
}

/** Of two passes, the first is told apart: its pages come again. */
function phaseText({ phase }: Tally): string {
  return phase === 'cleaning' ? '' : `${phase}: `;
}

type ShownCounts = Pick<Counts, 'pages' | 'sites' | 'failed' | 'bytes' | 'seconds'>;

/** The bar takes the columns that the figures leave. */
export function barText(counts: ShownCounts, totalBytes: number | undefined, columns: number): string {
  const figures = countsText(counts, totalBytes);
  if (!totalBytes) return figures;
  const width = Math.min(maxBarColumns, Math.max(minBarColumns, columns - figures.length - 4));
  const filled = Math.floor(shareOf(counts.bytes, totalBytes) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${figures}`;
}

export function countsText(counts: ShownCounts, totalBytes: number | undefined): string {
  const { pages, sites, failed, bytes, seconds } = counts;
  const elapsed = Math.max(seconds, 0.001);
  const parts = [
    ...(totalBytes ? [`${Math.floor(shareOf(bytes, totalBytes) * 100)} %`] : []),
    `${formatCount(pages, 'page')} (${grouped(pages / elapsed)}/s)`,
    `${(bytes / 1e6 / elapsed).toFixed(1)} MB/s`,
    formatCount(sites, 'site'),
    `${grouped(failed)} failed`,
    ...(totalBytes && bytes > 0 ? [`${formatDuration((elapsed * (totalBytes - bytes)) / bytes)} left`] : []),
  ];
  return parts.join(', ');
}

/** A file may have grown since it was measured. */
function shareOf(bytes: number, totalBytes: number): number {
  return Math.min(1, bytes / totalBytes);
}

/** The last line of a run. */
function summaryText(how: 'done' | 'stopped' | 'failed', tally: Tally, siteBy?: string): string {
  const { pages, sites, failed, guarded, digestsWrong, revisits, inFolders, seconds } = tally.counts;
  const { unknownPages, unknownSites, duplicates, duplicatesDropped, unchanged } = tally.counts;
  const codes = [...tally.failedByCode].map(([code, count]) => `${grouped(count)} ${code}`);
  const parts = [
    formatCount(pages, 'page') + (revisits > 0 ? ` (${grouped(revisits)} revisited)` : ''),
    // Whoever only writes out what others have made of pages meets neither sites nor bytes.
    ...(pages > 0 && sites === 0
      ? []
      : [
          formatCount(sites, 'site') +
            (inFolders > 0 && siteBy === undefined ? ' (a folder is one: --site-by)' : ''),
        ]),
    `${grouped(failed)} failed${codes.length === 0 ? '' : ` (${codes.join(', ')})`}`,
    ...(guarded === 0 ? [] : [`${grouped(guarded)} kept from being empty`]),
    ...(unknownPages === 0
      ? []
      : [`${grouped(unknownPages)} of ${formatCount(unknownSites, 'site')} that the state does not know`]),
    ...(duplicates === 0
      ? []
      : [formatCount(duplicates, 'duplicate') + (duplicatesDropped > 0 ? ' left out' : '')]),
    ...(unchanged === 0 ? [] : [`${grouped(unchanged)} unchanged`]),
    ...(digestsWrong === 0 ? [] : [`${grouped(digestsWrong)} with a wrong digest (--strict-digests)`]),
    ...(pages > 0 && tally.passBytes === 0 ? [] : [`${formatBytes(tally.passBytes)} read`]),
    `${seconds.toFixed(1)} s`,
  ];
  return `${how}: ${parts.join(', ')}`;
}

/** What is said of each reason; what never holds a page is in the statistics alone. */
const passedWords: readonly (readonly [PassedReason, (count: number) => string, hint?: string])[] = [
  ['status', (count) => `${grouped(count)} by HTTP status`, '--any-status'],
  ['type', (count) => `${grouped(count)} by content type`],
  ['revisit', (count) => `${formatCount(count, 'revisit')} without an original`],
  ['conversion', (count) => formatCount(count, 'conversion')],
  ['empty', (count) => formatCount(count, 'empty record')],
  ['blank', (count) => formatCount(count, 'blank line')],
  ['file', (count) => formatCount(count, 'file')],
];

/** So many kinds are named, the most frequent first. */
const namedKinds = 3;

/** `passed over: 12 by HTTP status (404: 10, 301: 2; --any-status), 3 files (.css: 3)`; undefined for nothing. */
export function passedText(passed: Tally['passed']): string | undefined {
  const parts = passedWords.flatMap(([reason, words, hint]) => {
    const kinds = [...(passed.get(reason) ?? [])].sort(([, one], [, other]) => other - one);
    if (kinds.length === 0) return [];
    const named = kinds.filter(([kind]) => kind !== '').slice(0, namedKinds);
    const names = named.map(([kind, count]) => `${kind}: ${grouped(count)}`);
    if (kinds.length > namedKinds) names.push('…');
    const inside = [names.join(', '), hint].filter(Boolean).join('; ');
    const total = kinds.reduce((sum, [, count]) => sum + count, 0);
    return [words(total) + (inside === '' ? '' : ` (${inside})`)];
  });
  return parts.length === 0 ? undefined : `passed over: ${parts.join(', ')}`;
}

/** For commands that look for one page: what they did not find may be among what was passed over. */
export interface PassedNote {
  readonly onPassedOver: (passed: PassedOver) => void;
  /** Says it, if there is something to say. */
  tell(messages: Messages): void;
}

export function createPassedNote(): PassedNote {
  const passed: PassedCounts = new Map();
  return {
    onPassedOver: (each) => addTo(passed, each),
    tell: (messages) => {
      const text = passedText(passed);
      if (text !== undefined) messages.info('passed-over', text, { passed: nested(passed) });
    },
  };
}

/** Numbers for people, here and below. Not by locale: what a run prints is the same on every machine. */
export function formatCount(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** In steps of 1,000, as disks and networks count. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** `0:07`, `12:40`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
