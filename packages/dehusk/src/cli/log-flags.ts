/** What the commands of a log share: where it is, and opening it. */
import { type Command, Option } from 'commander';
import { openLog, readAddress } from '../cluster/log-address.ts';
import type { PageLog } from '../cluster/page-log.ts';
import { DehuskError } from '../errors.ts';
import { commandMessage } from './flag-hints.ts';
import { conflict, type Messages, needs } from './messages.ts';

export interface LogFlags {
  readonly log: string;
  readonly duplicates?: string;
  readonly duplicatesAcross?: boolean;
}

export function addLogFlag(command: Command): void {
  command.addOption(
    new Option(
      '--log <address>',
      'where the log is: redis://HOST:PORT/DATABASE or postgres://USER@HOST/DATABASE; ?log=NAME tells several apart',
    ).env('DEHUSK_LOG'),
  );
  // Known here so that whoever has them from `clean` is told why not.
  command.addOption(new Option('--duplicates <what>').hideHelp());
  command.addOption(new Option('--duplicates-across').hideHelp());
}

/** Throws LOG_ADDRESS_BAD and LOG_NAME_BAD. */
export function checkLogFlag(command: string, flags: Partial<LogFlags>): void {
  const { log, duplicates, duplicatesAcross } = flags;
  if (duplicatesAcross)
    conflict(
      `dehusk ${command}`,
      '--duplicates-across: a worker has some of the sites, and others have the rest',
    );
  if (duplicates !== undefined)
    conflict(`dehusk ${command}`, '--duplicates: run dehusk clean over the archive for that');
  if (log === undefined) needs(`dehusk ${command}`, '--log ADDRESS');
  else readAddress(log);
}

/** Opens the log, and closes it however `act` ends. */
export async function withLog<Value>(
  { log: address }: LogFlags,
  act: (log: PageLog) => Promise<Value>,
): Promise<Value> {
  await using log = await openLog(address);
  return await act(log);
}

/** Says that something is waited for. */
export function tellTrouble(messages: Messages): (error: Error) => void {
  return (error) => {
    const code = error instanceof DehuskError ? error.code : undefined;
    const text = error instanceof DehuskError ? commandMessage(error) : error.message;
    messages.info('trouble', `${text}: tried again`, { code });
  };
}
