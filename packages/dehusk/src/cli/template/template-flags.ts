/** The flags of `dehusk template` that are options of the method, made from what it says of itself. */
import { type Command, Option } from 'commander';
import { hyperlink, type TemplateOptions, thesisOptions } from '../../compare/template/template-options.ts';
import { expectedText, type MethodOption, type OptionValue, readOptionText } from '../../detect/method.ts';
import { choice } from '../flag-values.ts';
import { badValue } from '../messages.ts';

/** By option name; one that was not given is undefined, so that `--thesis` can stand behind it. */
export type TemplateOptionFlags = Readonly<Record<string, OptionValue | undefined>> & {
  readonly thesis?: boolean;
};

export function addOptionFlags(command: Command): void {
  for (const [name, option] of Object.entries(hyperlink.options)) command.addOption(toFlag(name, option));
  command.option('--thesis', 'everything as the thesis has it; flags that are given besides hold');
}

/** A switch that is on by default is turned off by `--no-…`. */
function toFlag(name: string, option: MethodOption): Option {
  const long = `--${kebab(name)}`;
  if (typeof option.default === 'boolean')
    return option.default
      ? new Option(`--no-${kebab(name)}`, `do not ${option.help}`)
      : new Option(long, option.help);
  const help = `${option.help} (default: ${option.default})`;
  if ('choices' in option)
    return new Option(`${long} <name>`, help)
      .choices([...option.choices])
      .argParser(choice(long, option.choices));
  return new Option(`${long} <number>`, help).argParser((text) => {
    const value = readOptionText(option, text);
    if (isInRange(option, value)) return value;
    throw badValue({ flag: long, expected: expectedText(option), value: text });
  });
}

function isInRange(option: MethodOption, value: OptionValue): boolean {
  if (typeof value !== 'number' || !('least' in option)) return false;
  return (
    value >= option.least && value <= (option.most ?? value) && (!option.integer || Number.isInteger(value))
  );
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What was given, before what `--thesis` says. */
export function optionsOf(flags: TemplateOptionFlags): Partial<TemplateOptions> {
  // A switch that is as it always is was not given: whoever gives it turns it.
  const isGiven = ([name, option]: readonly [string, MethodOption]): boolean =>
    flags[name] !== undefined && (typeof option.default !== 'boolean' || flags[name] !== option.default);
  const given = Object.entries(hyperlink.options)
    .filter(isGiven)
    .map(([name]) => [name, flags[name]]);
  return { ...(flags.thesis && thesisOptions), ...Object.fromEntries(given) };
}
