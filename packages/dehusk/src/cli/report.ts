/** All that a run says on standard error: failures as they come, progress, and the summary at its end. */
import type { CleanFailure } from '../index.ts';
import { wantsColor } from './color.ts';
import type { MessageFlags } from './flags.ts';
import { Messages } from './messages.ts';
import { type Progress, type ProgressKind, showProgress, summaryText } from './progress.ts';
import { Tally } from './tally.ts';
import { Terminal } from './terminal.ts';

export interface Report {
  readonly tally: Tally;
  readonly messages: Messages;
  start(totalBytes: number | undefined): void;
  fail(failure: CleanFailure): void;
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

export function createMessages(flags: Partial<MessageFlags>, terminal: Terminal = new Terminal()): Messages {
  const { color = true, logFormat = 'text', quiet = false, verbose = false } = flags;
  return new Messages({
    terminal,
    json: logFormat === 'json',
    color: wantsColor(color, terminal.environment),
    quiet,
    verbose,
  });
}

function progressKind({ progress, quiet, logFormat }: MessageFlags, { environment }: Terminal): ProgressKind {
  if (quiet || progress === 'never') return 'none';
  if (logFormat === 'json') return 'lines';
  if (progress === 'always') return 'bar';
  return environment.isTerminal && environment.env.TERM !== 'dumb' ? 'bar' : 'lines';
}
