/** How far the run is: a bar where somebody watches, else a line now and then. */
import type { Messages } from './messages.ts';
import { formatBytes, formatCount, formatDuration, grouped } from './number-format.ts';
import type { Counts, Tally } from './tally.ts';
import type { Terminal } from './terminal.ts';

export type ProgressKind = 'bar' | 'lines' | 'none';

export interface ProgressOptions {
  readonly kind: ProgressKind;
  readonly terminal: Terminal;
  readonly messages: Messages;
  readonly tally: Tally;
  /** Bytes of all inputs; undefined where one of them has no known size. */
  readonly totalBytes: number | undefined;
}

export interface Progress {
  /** Takes the bar away. */
  end(): void;
}

const barEveryMs = 100;
const lineEveryMs = 5_000;
const minBarColumns = 8;
const maxBarColumns = 24;

export function showProgress(options: ProgressOptions): Progress {
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

/** The bar takes the columns that the figures leave. */
export function barText(counts: Counts, totalBytes: number | undefined, columns: number): string {
  const figures = countsText(counts, totalBytes);
  if (!totalBytes) return figures;
  const width = Math.min(maxBarColumns, Math.max(minBarColumns, columns - figures.length - 4));
  const filled = Math.floor(shareOf(counts.bytes, totalBytes) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${figures}`;
}

export function countsText(counts: Counts, totalBytes: number | undefined): string {
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
export function summaryText(how: 'done' | 'stopped' | 'failed', tally: Tally): string {
  const { pages, sites, failed, guarded, seconds } = tally.counts;
  const codes = [...tally.failedByCode].map(([code, count]) => `${grouped(count)} ${code}`);
  const why = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const guard = guarded === 0 ? '' : `, ${grouped(guarded)} kept from being empty`;
  const counted = `${formatCount(pages, 'page')}, ${formatCount(sites, 'site')}, ${grouped(failed)} failed${why}${guard}`;
  return `${how}: ${counted}, ${formatBytes(tally.passBytes)} read, ${seconds.toFixed(1)} s`;
}
