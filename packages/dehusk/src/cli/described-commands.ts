/** The commands as they describe themselves: completions, the reference and the manual page are made from this. */
import { Command } from 'commander';
import { commands } from './commands.ts';

export interface DescribedFlag {
  readonly short: string | undefined;
  readonly long: string;
  /** What it takes, as `<file>`, or `[how]` where it may be left out; undefined for a switch. */
  readonly value: string | undefined;
  readonly description: string;
  readonly choices: readonly string[];
}

export interface DescribedCommand {
  readonly name: string;
  readonly description: string;
  readonly usage: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly choices: readonly string[];
  }[];
  readonly flags: readonly DescribedFlag[];
  /** What its help has behind the flags: examples, exit codes. */
  readonly more: string;
}

/** Loads all of them, which nothing but help for people should do. */
export async function describeCommands(): Promise<readonly DescribedCommand[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { description, load }]) => {
      const command = new Command(name).description(description);
      (await load())(command, () => undefined);
      return {
        name,
        description,
        usage: command.usage(),
        parameters: command.registeredArguments.map((argument) => ({
          name: argument.name(),
          description: argument.description,
          choices: argument.argChoices ?? [],
        })),
        flags: flagsOf(command),
        more: textBehindFlags(command),
      };
    }),
  );
}

function flagsOf(command: Command): readonly DescribedFlag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ short, long, flags, description, argChoices, defaultValue, defaultValueDescription }) => ({
      short,
      long: long!,
      value: flags.match(/[<[].*$/)?.[0],
      description: description + defaultText(defaultValue, defaultValueDescription),
      choices: argChoices ?? [],
    }));
}

function defaultText(value: unknown, description: string | undefined): string {
  const text = description ?? (['string', 'number'].includes(typeof value) ? String(value) : '');
  return text === '' ? '' : ` (default: ${text})`;
}

/** Commander keeps it to itself: it is what the whole help has more than its first part. */
function textBehindFlags(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help.slice(command.helpInformation().length).trim();
}
