/** The flags of `dehusk index`, and which of them go together. */
import { type Command, Option } from 'commander';
import { checkAddresses, checkInputFlags, checkInputs, checkMessageFlags } from '../check-flags.ts';
import { type FailOn, failOnValues } from '../end-run.ts';
import { count } from '../flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from '../flags.ts';
import { collectMethodOption, type MethodOptions } from '../methods/method-options.ts';
import { checkMethodOptions, type MethodName, methodNames } from '../methods/methods.ts';
import { addRuleFlags, type RuleFlags } from '../rule-flags.ts';
import { badValue, needs } from '../usage-errors.ts';

export interface IndexFlags extends InputFlags, RuleFlags, MessageFlags {
  readonly output: string;
  readonly method: MethodName;
  readonly set?: MethodOptions;
  readonly batchPages: number;
  readonly keepTemplate?: boolean;
  readonly failOn: FailOn;
}

export function addIndexFlags(command: Command): void {
  command
    .option('-o, --output <file>', 'the index: made, or added to if it is there')
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default(
        'index-time',
      ),
    )
    .option('--set <name=value>', 'an option of the method, repeatable', collectMethodOption)
    .addOption(
      new Option('--batch-pages <count>', 'pages that are held back and judged together')
        .default(500)
        .argParser(count('--batch-pages')),
    )
    .option('--keep-template', 'let words of the template be found too, with a low weight');
  addRuleFlags(command);
  addInputFlags(command);
  command.addOption(chosen('--fail-on <when>', 'exit with 3 if pages failed', failOnValues).default('any'));
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
export function checkIndexFlags(inputs: readonly string[], flags: Partial<IndexFlags> & IndexFlags): void {
  checkInputs(inputs);
  checkOutput(flags);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkAddresses(inputs, flags);
  checkMethodOptions(flags.method, flags.set ?? {});
}

/** An index is a file that is written at many places. */
function checkOutput({ output }: { readonly output?: string }): void {
  if (output === undefined) needs('dehusk index', '-o FILE');
  if (output === '-' || output === '' || output.endsWith('/'))
    throw badValue({ flag: '-o', expected: 'the name of a file', value: output });
}
