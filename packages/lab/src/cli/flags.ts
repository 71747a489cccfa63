/** Flags in the form of dehusk's own commands. */
import { type Command, Option } from 'commander';
import { choice, messageFlags } from 'dehusk/parts';

export function addMessageFlags(command: Command): void {
  for (const { flags, help, choices, value } of messageFlags)
    command.addOption(choices ? chosen(flags, help, choices).default(value) : new Option(flags, help));
}

/** An option with choices, whose error names the nearest. */
export function chosen(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description).choices([...values]);
  return option.argParser(choice(option.long!, values));
}
