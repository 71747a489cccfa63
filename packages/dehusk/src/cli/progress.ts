/**
 * All that a run over many pages says on standard error: failures as they come, progress, and the summary at its end;
 * what it counts for that, and how numbers are written.
 */
import type { PageFailure } from '../engine/engine.ts';
import type { DehuskError } from '../errors.ts';
import { commandMessage } from './flag-hints.ts';
import { createMessages, type MessageFlags, type Messages, Terminal } from './messages.ts';

export interface Report {
  readonly tally: Tally;
  readonly messages: Messages;
  start(totalBytes: number | undefined): void;
  fail(failure: PageFailure): void;
  /** What went wrong, with the flag to turn. */
  describe(error: DehuskError): string;
  /** Takes the progress away. */
  hide(): void;
  /** The same, and says the last line. */
  end(how: 'done' | 'stopped' | 'failed'): void;
}

export function createReport(flags: MessageFlags): Report {
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
    hide,
    end: (how) => {
      hide();
      // What failed before the first page has nothing to sum up.
      if (progress === undefined) return;
      const codes = Object.fromEntries(tally.failedByCode);
      messages.info('summary', summaryText(how, tally), {
        how,
        ...tally.counts,
        bytes: tally.passBytes,
        codes,
      });
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
function summaryText(how: 'done' | 'stopped' | 'failed', tally: Tally): string {
  const { pages, sites, failed, guarded, seconds } = tally.counts;
  const codes = [...tally.failedByCode].map(([code, count]) => `${grouped(count)} ${code}`);
  const why = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  const guard = guarded === 0 ? '' : `, ${grouped(guarded)} kept from being empty`;
  const counted = `${formatCount(pages, 'page')}, ${formatCount(sites, 'site')}, ${grouped(failed)} failed${why}${guard}`;
  return `${how}: ${counted}, ${formatBytes(tally.passBytes)} read, ${seconds.toFixed(1)} s`;
}

interface Counts {
  readonly pages: number;
  readonly sites: number;
  readonly failed: number;
  /** Pages that would have come out empty and were kept from it. */
  readonly guarded: number;
  /** Bytes read from files, compressed as they are. */
  readonly bytes: number;
  readonly seconds: number;
}

/** `bootstrapping`, `learning`: passes that write nothing yet. */
type Phase = 'bootstrapping' | 'learning' | 'cleaning';

/** What a run has done so far, counted. */
class Tally {
  phase: Phase = 'cleaning';
  /** Bytes read in the pass at hand: what the input has, however often it is read. */
  passBytes = 0;
  readonly failedByCode: Map<string, number> = new Map();
  #pages = 0;
  #failed = 0;
  #bytes = 0;
  #guarded = 0;
  #sites = 0;
  readonly #startMs = performance.now();

  addBytes(count: number): void {
    this.#bytes += count;
    this.passBytes += count;
  }

  addPage(isNewSite: boolean): void {
    this.#pages++;
    if (isNewSite) this.#sites++;
  }

  /** A page that an earlier run has counted; its site is still one of this run's. */
  passPage(isNewSite: boolean): void {
    if (isNewSite) this.#sites++;
  }

  /** The next pass over the input: what was counted in the one before is not counted twice. */
  beginPass(phase: Phase, fromStart: boolean): void {
    this.phase = phase;
    this.passBytes = 0;
    if (fromStart) this.#pages = 0;
    this.#sites = 0;
  }

  /** Goes on from what an earlier run had counted. */
  restore({ pages = 0, failed = 0, guarded = 0, ...codes }: Readonly<Record<string, number>>): void {
    this.#pages = pages;
    this.#failed = failed;
    this.#guarded = guarded;
    for (const [code, count] of Object.entries(codes)) this.failedByCode.set(code, count);
  }

  /** What `restore` takes. */
  saved(): Readonly<Record<string, number>> {
    const { pages, failed, guarded } = this.counts;
    return { pages, failed, guarded, ...Object.fromEntries(this.failedByCode) };
  }

  addGuarded(): void {
    this.#guarded++;
  }

  /** Returns how many have failed with this code, this one included. */
  addFailure({ error }: PageFailure): number {
    const count = (this.failedByCode.get(error.code) ?? 0) + 1;
    this.#failed++;
    this.failedByCode.set(error.code, count);
    return count;
  }

  get counts(): Counts {
    return {
      pages: this.#pages,
      sites: this.#sites,
      failed: this.#failed,
      guarded: this.#guarded,
      bytes: this.#bytes,
      seconds: Math.round(performance.now() - this.#startMs) / 1000,
    };
  }
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
