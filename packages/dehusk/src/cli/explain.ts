/** What ended the program: an error of the table for people, an exit code for programs. */
import { CommanderError } from 'commander';
import { DehuskError, type ErrorCode } from '../index.ts';
import { ExitCode } from './exit-code.ts';
import type { Messages } from './messages.ts';

/** The errors that are the caller's and not the run's. */
const usageCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'USAGE_ARGUMENTS_BAD',
  'USAGE_INPUT_MISSING',
  'USAGE_VALUE_BAD',
  'USAGE_FLAG_NEEDS',
  'USAGE_FLAG_CONFLICT',
  'USAGE_OUTPUT_UNCLEAR',
  'USAGE_OUTPUT_IS_INPUT',
  'SITE_BY_BAD',
  'SELECTOR_BAD',
  'CONFIG_BAD',
  'CONFIG_UNREADABLE',
  'INPUT_BASE_URL_BAD',
  'INPUT_STDIN_CONSUMED',
  'TEMPLATE_INPUT_ONCE',
]);

/** Says in one line what went wrong; returns the exit code. */
export function explain(error: unknown, messages: Messages): number {
  // Help or version were asked for and shown; or the help was shown because no command was named.
  if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
  if (error instanceof CommanderError && error.code === 'commander.help') return ExitCode.usage;
  const known = knownError(error);
  messages.error(known);
  return usageCodes.has(known.code) ? ExitCode.usage : ExitCode.failed;
}

function knownError(error: unknown): DehuskError {
  if (error instanceof DehuskError) return error;
  if (error instanceof CommanderError) {
    return new DehuskError('USAGE_ARGUMENTS_BAD', { reason: inOneLine(error.message) });
  }
  return new DehuskError('INTERNAL', { reason: String(error) }, { cause: error });
}

/** commander writes its guess on a line of its own. */
function inOneLine(message: string): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*\(Did/, ' (did');
  return line.includes('(did you mean') ? line : `${line} (see dehusk --help)`;
}
