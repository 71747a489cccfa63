/** Options of methods as `--set NAME=VALUE` gives them. */
import type { DehuskError } from '../../index.ts';
import { nearest } from '../nearest.ts';
import { badValue } from '../usage-errors.ts';

/** `--set name=value` pairs, as given. */
export type MethodOptions = Readonly<Record<string, string>>;

export type OptionKind =
  | { readonly kind: 'number'; readonly least: number; readonly whole: boolean }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'switch' };

export const whole = (least: number): OptionKind => ({ kind: 'number', least, whole: true });
export const real = (least: number): OptionKind => ({ kind: 'number', least, whole: false });
export const oneOf = (values: readonly string[]): OptionKind => ({ kind: 'choice', values });
export const onOrOff: OptionKind = { kind: 'switch' };

export type OptionTable = Readonly<Record<string, OptionKind>>;

/** `name=value`, collected over all uses of the flag. */
export function collectMethodOption(text: string, previous: MethodOptions = {}): MethodOptions {
  const cut = text.indexOf('=');
  if (cut > 0) return { ...previous, [text.slice(0, cut)]: text.slice(cut + 1) };
  throw badOption('NAME=VALUE', text);
}

/** Throws USAGE_VALUE_BAD for a name or value that the table does not have. */
export function readMethodOptions(given: MethodOptions, table: OptionTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, readOption(name, value, table)]),
  );
}

function readOption(name: string, value: string, table: OptionTable): string | number | boolean {
  const kind = Object.hasOwn(table, name) ? table[name] : undefined;
  if (kind === undefined) throw badOption('an option of the method', name, nearest(name, Object.keys(table)));
  if (kind.kind === 'number') return readNumber(name, value, kind);
  const values = kind.kind === 'switch' ? ['true', 'false'] : kind.values;
  if (!values.includes(value))
    throw badOption(`one of ${values.join(', ')} for ${name}`, value, nearest(value, values));
  return kind.kind === 'switch' ? value === 'true' : value;
}

function readNumber(
  name: string,
  value: string,
  { least, whole: isWhole }: { readonly least: number; readonly whole: boolean },
): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number;
  throw badOption(`a ${isWhole ? 'whole ' : ''}number from ${least} on for ${name}`, value);
}

function badOption(expected: string, value: string, meant?: string): DehuskError {
  return badValue({ flag: '--set', expected, value, meant });
}

/** For the help: the options with their values, as `name=value`. */
export function defaultsText(table: OptionTable, defaults: object): string {
  return Object.keys(table)
    .map((name) => `${name}=${(defaults as Record<string, unknown>)[name]}`)
    .join(', ');
}
