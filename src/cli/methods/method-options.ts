/** Options of methods as `--set NAME=VALUE` gives them. */
import { DehuskError } from '../../index.ts';
import { nearest } from '../nearest.ts';

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

/** Throws USAGE_VALUE_BAD for a name or value that the table does not have. */
export function readMethodOptions(given: MethodOptions, table: OptionTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, readOption(name, value, table)]),
  );
}

function readOption(name: string, value: string, table: OptionTable): string | number | boolean {
  const kind = Object.hasOwn(table, name) ? table[name] : undefined;
  if (kind === undefined) throw badValue('an option of the method', name, nearest(name, Object.keys(table)));
  if (kind.kind === 'number') return readNumber(name, value, kind);
  const values = kind.kind === 'switch' ? ['true', 'false'] : kind.values;
  if (!values.includes(value))
    throw badValue(`one of ${values.join(', ')} for ${name}`, value, nearest(value, values));
  return kind.kind === 'switch' ? value === 'true' : value;
}

function readNumber(
  name: string,
  value: string,
  { least, whole: isWhole }: { readonly least: number; readonly whole: boolean },
): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number;
  throw badValue(`a ${isWhole ? 'whole ' : ''}number from ${least} on for ${name}`, value);
}

function badValue(expected: string, value: string, guess?: string): DehuskError {
  const hint = guess === undefined ? '' : ` (did you mean ${guess}?)`;
  return new DehuskError('USAGE_VALUE_BAD', { flag: '--set', expected, value, hint });
}

/** For the help: the options with their values, as `name=value`. */
export function defaultsText(table: OptionTable, defaults: object): string {
  return Object.keys(table)
    .map((name) => `${name}=${(defaults as Record<string, unknown>)[name]}`)
    .join(', ');
}
