/** What flags take. A reader returns the value of a text, or throws USAGE_VALUE_BAD and says what would be right. */
import { nearest } from '../errors.ts';
import { badValue } from './messages.ts';

/** One of some values. */
export function choice<Value extends string>(
  flag: string,
  values: readonly Value[],
): (text: string) => Value {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found !== undefined) return found;
    throw badValue({ flag, expected: orList(values), value: text, meant: nearest(text, values) });
  };
}

/** A whole number above 0. */
export function count(flag: string): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value > 0) return value;
    throw badValue({ flag, expected: 'a whole number above 0', value: text });
  };
}

/** A whole number, 0 too. */
export function countOrNone(flag: string): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value >= 0) return value;
    throw badValue({ flag, expected: 'a whole number', value: text });
  };
}

function wholeNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

const unitBytes: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** A number of bytes: `5000`, `500k`, `50m`, `1g`. */
export function size(flag: string): (text: string) => number {
  return (text) => {
    const [, digits = '0', unit = ''] = /^(\d{1,12})([kmg]?)b?$/i.exec(text) ?? [];
    const value = Number(digits) * unitBytes[unit.toLowerCase()]!;
    if (value > 0 && Number.isSafeInteger(value)) return value;
    throw badValue({ flag, expected: 'a number of bytes such as 5000, 500k or 50m', value: text });
  };
}

/** `name=mapped`, collected over all uses of the flag. */
export function mapped<Name extends string>(
  flag: string,
  names: readonly Name[],
): (text: string, previous?: Partial<Record<Name, string>>) => Partial<Record<Name, string>> {
  const readName = choice(`${flag} NAME=FIELD`, names);
  return (text, previous = {} as Partial<Record<Name, string>>) => {
    const cut = text.indexOf('=');
    const expected = `NAME=FIELD with NAME ${orList(names)}`;
    if (cut < 1 || cut === text.length - 1) throw badValue({ flag, expected, value: text });
    return { ...previous, [readName(text.slice(0, cut))]: text.slice(cut + 1) };
  };
}

/** For a flag that can be given several times. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

export function orList(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
