/** `--method` and `--set`, made from what the methods say of themselves. */

import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type Method, type OptionValues, readOptionText, resolveOptions } from '../detect/method.ts';
import { findMethod, methodNames, methods } from '../detect/registry.ts';
import {
  type CompileSelector,
  createOverrides,
  type OverrideRules,
  type SiteOverrides,
} from '../engine/overrides.ts';
import { DehuskError, nearest, systemReason } from '../errors.ts';
import { collect, count, orList } from './flag-values.ts';
import { chosen } from './flags.ts';
import { badValue, needs } from './messages.ts';

/** `--set name=value` pairs, as given. */
type GivenOptions = Readonly<Record<string, string>>;

export interface MethodFlags {
  readonly method: string;
  readonly set?: GivenOptions;
  readonly favour?: string;
  readonly batchPages: number;
  readonly guard: boolean;
}

const hasFavour = ({ options }: Method): boolean => options.favour !== undefined;

/** What any method can favour. */
const favours = [
  ...new Set(
    methods.flatMap(({ options: { favour } }) =>
      favour !== undefined && 'choices' in favour
        ? favour.choices.filter((choice) => choice !== favour.default)
        : [],
    ),
  ),
];

/** Throws if the method cannot say why. */
export function checkExplain({ method }: Pick<MethodFlags, 'method'>): void {
  if (!findMethod(method).explains)
    needs('--explain', `a method that can: ${methodsThat(({ explains }) => explains === true)}`);
}

function methodsThat(can: (method: Method) => boolean): string {
  return orList(methods.filter(can).map(({ name }) => `--method ${name}`));
}

export function addMethodFlags(command: Command, defaultName: string): void {
  addLearningFlags(command, defaultName);
  command
    .addOption(
      new Option(
        '--batch-pages <count>',
        'for methods that judge many pages together: how many they collect first',
      )
        .default(500)
        .argParser(count('--batch-pages')),
    )
    .option('--no-guard', 'let a page come out empty if all of its text was judged template');
}

/** Of those that only learn. */
export function addLearningFlags(command: Command, defaultName: string): void {
  command
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default(
        defaultName,
      ),
    )
    .option('--set <name=value>', 'an option of the method, repeatable', collectOption)
    .addOption(
      chosen('--favour <what>', 'keep what is doubtful, or drop it; neither is the default', favours),
    )
    .addHelpText('after', methodsHelp);
}

/** The options that flags give, checked, with the defaults of the others. Throws in words of flags. */
export function methodOptions(flags: Pick<MethodFlags, 'method' | 'set' | 'favour'>): OptionValues {
  const { method: name, favour } = flags;
  const method = findMethod(name);
  if (favour !== undefined && method.options.favour === undefined)
    needs('--favour', `a method that can: ${methodsThat(hasFavour)}`);
  const set = { ...flags.set, ...(favour !== undefined && { favour }) };
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
      const known = Object.keys(method.options);
      const expected = `an option of the method ${name} (${known.join(', ')})`;
      throw badValue({ flag: '--set', expected, value: option, meant: nearest(option, known) });
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

/**
 * The flags that overrule what was learned of a site, and the file of `--config`: selectors for all sites and for
 * single ones. A key of the file that is not known is an error and not passed over: who writes `"keeps"` means
 * something, and would never learn that it does nothing.
 *
 *     { "keep": ["article"], "sites": { "example.com": { "drop": ["#banner", ".related"] } } }
 */

export interface RuleFlags extends OverrideRules {
  readonly config?: string;
}

export function addRuleFlags(command: Command): void {
  command
    .option('--keep <selector>', 'what it matches is content, whatever was learned; repeatable', collect)
    .option('--drop <selector>', 'what it matches is template, whatever was learned; repeatable', collect)
    .option('--config <file>', 'JSON with "keep" and "drop" selectors, for all sites or by site');
}

/** What the flags and the file say. Throws for a bad selector, before anything is opened and not in a worker. */
export async function readOverrides(flags: RuleFlags): Promise<SiteOverrides> {
  const { keep, drop, config: file } = flags;
  if (keep === undefined && drop === undefined && file === undefined) return mergeOverrides(undefined, flags);
  const { createSelector } = await import('../page/select.ts');
  const config = file === undefined ? undefined : await readConfigFile(file, createSelector);
  const overrides = mergeOverrides(config, flags);
  createOverrides(overrides, createSelector);
  return overrides;
}

/** Throws CONFIG_UNREADABLE and CONFIG_BAD. */
export async function readConfigFile(file: string, compile: CompileSelector): Promise<SiteOverrides> {
  return parseConfig(await readBytes(file), file, compile);
}

/** Throws CONFIG_BAD; `file` is for its message. */
export function parseConfig(bytes: Uint8Array, file: string, compile: CompileSelector): SiteOverrides {
  const at = { file, key: '', compile };
  const { sites, ...general } = asObject(asJson(bytes, at), at, ['keep', 'drop', 'sites']);
  const { keep = [], drop = [] } = asRules(general, at);
  return { keep, drop, ...(sites !== undefined && { sites: asSites(sites, { ...at, key: 'sites' }) }) };
}

/** The flags of the command line are for all sites, and come in addition to the file. */
export function mergeOverrides(config: SiteOverrides | undefined, flags: OverrideRules): SiteOverrides {
  return {
    ...config,
    keep: [...(config?.keep ?? []), ...(flags.keep ?? [])],
    drop: [...(config?.drop ?? []), ...(flags.drop ?? [])],
  };
}

interface ConfigValue {
  readonly file: string;
  /** Where a value stands, for messages: `sites["example.com"].keep[1]`; that of the outermost value is empty. */
  readonly key: string;
  readonly compile: CompileSelector;
}

type JsonObject = Readonly<Record<string, unknown>>;

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new DehuskError('CONFIG_UNREADABLE', { file, reason: systemReason(error) }, { cause: error });
  }
}

function asJson(bytes: Uint8Array, at: ConfigValue): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const isText = error instanceof SyntaxError;
    throw bad(at, isText ? `is not JSON (${error.message})` : 'is not UTF-8', error);
  }
}

function asSites(value: unknown, at: ConfigValue): Readonly<Record<string, OverrideRules>> {
  const sites = Object.entries(asObject(value, at)).map(([site, rules]) => {
    const inside = { ...at, key: `${at.key}[${JSON.stringify(site)}]` };
    if (site.includes('://')) throw bad(inside, 'must be named as in the records, such as example.com');
    return [site, asRules(asObject(rules, inside, ['keep', 'drop']), inside)] as const;
  });
  // It defines, where an assignment would set the prototype for a site called `__proto__`.
  return Object.fromEntries(sites);
}

function asRules({ keep, drop }: JsonObject, at: ConfigValue): OverrideRules {
  const below = (key: string): ConfigValue => ({ ...at, key: at.key === '' ? key : `${at.key}.${key}` });
  return {
    ...(keep !== undefined && { keep: asSelectors(keep, below('keep')) }),
    ...(drop !== undefined && { drop: asSelectors(drop, below('drop')) }),
  };
}

function asSelectors(value: unknown, at: ConfigValue): readonly string[] {
  if (!Array.isArray(value)) throw bad(at, 'must be a list of CSS selectors');
  return value.map((item: unknown, index) => asSelector(item, { ...at, key: `${at.key}[${index}]` }));
}

/** Tried here already, because here the file and the key are known. */
function asSelector(value: unknown, at: ConfigValue): string {
  if (typeof value !== 'string') throw bad(at, 'must be a CSS selector');
  try {
    createOverrides({ keep: [value], drop: [] }, at.compile);
  } catch (error) {
    throw bad(at, `is bad: ${(error as Error).message}`, error);
  }
  return value;
}

/** An object; with `keys`, one that has no others. */
function asObject(value: unknown, at: ConfigValue, keys?: readonly string[]): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bad(at, 'must be a JSON object');
  }
  const unknown = keys && Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw badKey(at, unknown, keys ?? []);
  return value as JsonObject;
}

function badKey(at: ConfigValue, key: string, keys: readonly string[]): DehuskError {
  const meant = nearest(key, keys);
  const hint = meant === undefined ? `the keys are ${keys.join(', ')}` : `did you mean ${meant}?`;
  return bad(at, `has an unknown key ${JSON.stringify(key)} (${hint})`);
}

function bad({ file, key }: ConfigValue, problem: string, cause?: unknown): DehuskError {
  return new DehuskError('CONFIG_BAD', { file, reason: `${key === '' ? 'it' : key} ${problem}` }, { cause });
}
