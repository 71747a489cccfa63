/** `--method` and `--set`, made from what the methods say of themselves. */
import { type Command, Option } from 'commander';
import { type Method, type OptionValues, readOptionText, resolveOptions } from '../detect/method.ts';
import { findMethod, methodNames, methods } from '../detect/registry.ts';
import { DehuskError } from '../errors.ts';
import { chosen, count } from './flags.ts';
import { badValue, nearest, needs } from './messages.ts';

/** `--set name=value` pairs, as given. */
type GivenOptions = Readonly<Record<string, string>>;

export interface MethodFlags {
  readonly method: string;
  readonly set?: GivenOptions;
  readonly batchPages: number;
  readonly guard: boolean;
}

export function addMethodFlags(command: Command, defaultName: string): void {
  command
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default(
        defaultName,
      ),
    )
    .option('--set <name=value>', 'an option of the method, repeatable', collectOption)
    .addOption(
      new Option('--batch-pages <count>', 'pages that methods hold back which need many at once')
        .default(500)
        .argParser(count('--batch-pages')),
    )
    .option('--no-guard', 'let a page come out empty if all of its text was judged template')
    .addHelpText('after', methodsHelp);
}

/** The options that `--set` gives, checked, with the defaults of the others. Throws in words of flags. */
export function methodOptions({ method: name, set = {} }: Pick<MethodFlags, 'method' | 'set'>): OptionValues {
  const method = findMethod(name);
  const [first] = Object.keys(set);
  if (first !== undefined && Object.keys(method.options).length === 0)
    needs(`--set ${first}`, 'a method that has options');
  const given = Object.fromEntries(
    Object.entries(set).map(([option, text]) => [option, readOptionText(method.options[option], text)]),
  );
  try {
    return resolveOptions(method, given);
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    const facts = error.facts as Readonly<Record<string, string>>;
    const option = facts.option ?? '';
    if (error.code === 'METHOD_OPTION_UNKNOWN') {
      const meant = nearest(option, Object.keys(method.options));
      throw badValue({ flag: '--set', expected: 'an option of the method', value: option, meant });
    }
    const { choices } = { choices: [] as readonly string[], ...method.options[option] };
    const meant = nearest(facts.value ?? '', choices);
    throw badValue({
      flag: '--set',
      expected: `${facts.expected} for ${option}`,
      value: facts.value ?? '',
      meant,
    });
  }
}

/** `name=value`, collected over all uses of the flag. */
function collectOption(text: string, previous: GivenOptions = {}): GivenOptions {
  const cut = text.indexOf('=');
  if (cut > 0) return { ...previous, [text.slice(0, cut)]: text.slice(cut + 1) };
  throw badValue({ flag: '--set', expected: 'NAME=VALUE', value: text, meant: undefined });
}

const methodsHelp: string = `
Methods (--method) and their options (--set NAME=VALUE):
${methods.map(helpOf).join('\n')}
`;

function helpOf({ name, kind, summary, options }: Method): string {
  const rows = Object.entries(options).map(
    ([option, { default: value, help }]) => `      ${`${option}=${value}`.padEnd(26)} ${help}`,
  );
  return [`  ${name}${kind === 'batch' ? ' (holds pages back)' : ''}: ${summary}`, ...rows].join('\n');
}
