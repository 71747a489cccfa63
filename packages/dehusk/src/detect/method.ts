/**
 * How a method describes itself. Flags and their checks, `--set`, help, `dehusk sites`, `dehusk index`, the lab and
 * the documents are made from these descriptions: whoever adds a method writes its folder and one line of
 * `all-methods.ts`, and it is found everywhere.
 *
 * A description is small and always at hand; the method itself is loaded when it is used.
 */
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import type { BatchDetector, Detector } from './detector.ts';

/** One option: its default tells its type. */
export type MethodOption =
  | {
      readonly default: number;
      /** The smallest value, and the largest if there is one. */
      readonly least: number;
      readonly most?: number;
      readonly integer: boolean;
      readonly help: string;
    }
  | { readonly default: string; readonly choices: readonly string[]; readonly help: string }
  | { readonly default: boolean; readonly help: string };

export type OptionValue = number | string | boolean;
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** What a method is told besides its own options. */
interface MethodSetting {
  /** The key that its pages were parsed with. */
  readonly hashKey: HashKey;
  /** False where the whole input is learned before any page is judged. */
  readonly forgetting: boolean;
}

interface Description {
  /** Name of its folder. */
  readonly name: string;
  /** One line for the help. */
  readonly summary: string;
  readonly options: Readonly<Record<string, MethodOption>>;
  /** What it says of elements is meant; that of other methods follows from their texts. */
  readonly judgesElements?: boolean;
  /** It can say why it has judged so (`Verdict.why`). */
  readonly explains?: boolean;
}

/** Judges a page when it comes, or after all were learned. */
export interface StreamMethod extends Description {
  readonly kind: 'stream';
  /** It can be told on a site's first page what of it is template (`Detector.lesson`). */
  readonly takesKnown: boolean;
  /**
   * `explain`: its verdicts will be asked why. `words`, true unless told: a state is kept, or the template is asked for in
   * words. `traces`, true unless told: after each page its trace may be asked for, so the page is kept until the next.
   */
  loadDetector(asked?: {
    readonly explain?: boolean;
    readonly words?: boolean;
    readonly traces?: boolean;
  }): Promise<(options: OptionValues, setting: MethodSetting) => Detector>;
}

/** Needs many pages of a site at once, and so holds pages back. */
export interface BatchMethod extends Description {
  readonly kind: 'batch';
  loadDetector(): Promise<(options: OptionValues, setting: MethodSetting) => BatchDetector>;
}

/** What a method says of itself; `kind` tells which of the two it is. */
export type Method = StreamMethod | BatchMethod;

/**
 * All options of a method: those that were given, checked, and the defaults of the others. Throws METHOD_OPTION_BAD
 * or METHOD_OPTION_UNKNOWN.
 */
export function resolveOptions(method: Method, given: Readonly<Record<string, unknown>>): OptionValues {
  const values: Record<string, OptionValue> = { ...optionDefaults(method.options) };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const option = Object.hasOwn(method.options, name) ? method.options[name]! : undefined;
    if (option === undefined) {
      const names = Object.keys(method.options);
      const known = names.length === 0 ? 'no options' : `the options ${names.join(', ')}`;
      throw new DehuskError('METHOD_OPTION_UNKNOWN', { method: method.name, option: name, known });
    }
    if (!isValid(option, value)) {
      const facts = {
        method: method.name,
        option: name,
        expected: expectedText(option),
        value: String(value),
      };
      throw new DehuskError('METHOD_OPTION_BAD', facts);
    }
    values[name] = value as OptionValue;
  }
  return values;
}

/** The defaults of the options that a description lists: they are written down there and nowhere else. */
export function optionDefaults<Options extends Readonly<Record<string, MethodOption>>>(
  options: Options,
): { readonly [Name in keyof Options]: Options[Name]['default'] } {
  const defaults = Object.entries(options).map(([name, option]) => [name, option.default]);
  return Object.fromEntries(defaults) as { [Name in keyof Options]: Options[Name]['default'] };
}

/** What an option takes, in words: `a whole number from 2 on`. */
export function expectedText(option: MethodOption): string {
  if ('choices' in option) return `one of ${option.choices.join(', ')}`;
  if (!('least' in option)) return 'true or false';
  const range =
    option.most === undefined ? `from ${option.least} on` : `from ${option.least} to ${option.most}`;
  return `a ${option.integer ? 'whole ' : ''}number ${range}`;
}

/** A value as it is typed (`--set NAME=VALUE`), in the type of its option; what is no such value stays text. */
export function readOptionText(option: MethodOption | undefined, text: string): OptionValue {
  if (typeof option?.default === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (typeof option?.default === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function isValid(option: MethodOption, value: unknown): boolean {
  if (typeof value !== typeof option.default) return false;
  if ('choices' in option) return option.choices.includes(value as string);
  if (!('least' in option)) return true;
  const number = value as number;
  if (!Number.isFinite(number) || number < option.least || number > (option.most ?? Number.POSITIVE_INFINITY))
    return false;
  return !option.integer || Number.isInteger(number);
}
