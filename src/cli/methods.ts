/** The methods by the names of their folders under `src/detect`, and the options that `--set` can give them. */
import {
  createIncrementalDetector,
  createNoneDetector,
  DehuskError,
  type Detector,
  type HashKey,
  type IncrementalOptions,
  incrementalDefaults,
  pathIdentities,
} from '../index.ts';
import { nearest } from './nearest.ts';

/** What a method is told besides its own options. */
interface MethodSetting {
  readonly hashKey: HashKey;
  /** False where the whole input is learned before any page is judged. */
  readonly forgetting: boolean;
}

/** `--set name=value` pairs, as given. */
export type MethodOptions = Readonly<Record<string, string>>;

type MethodFactory = (options: MethodOptions, setting: MethodSetting) => () => Detector;

export type MethodName = 'incremental' | 'none';

export const methods: Readonly<Record<MethodName, MethodFactory>> = {
  incremental: (options, setting) => {
    const given = { ...readIncremental(options), ...setting };
    return () => createIncrementalDetector(given);
  },
  none: (options) => {
    const [name] = Object.keys(options);
    if (name !== undefined)
      throw new DehuskError('USAGE_FLAG_NEEDS', {
        flag: `--set ${name}`,
        needed: 'a method that has options',
      });
    return createNoneDetector;
  },
};

export const methodNames: readonly string[] = Object.keys(methods);

const settable = [
  'firstLifePages',
  'lifeGrowth',
  'templatePages',
  'templateRatio',
  'pathIdentity',
  'rememberUntil',
  'maxSegments',
] as const;
type SettableName = (typeof settable)[number];

/** Least value that makes sense, and whether it is a whole number. */
const numbers: Readonly<
  Record<Exclude<SettableName, 'pathIdentity'>, { readonly least: number; readonly whole: boolean }>
> = {
  firstLifePages: { least: 1, whole: true },
  lifeGrowth: { least: 1, whole: false },
  templatePages: { least: 1, whole: true },
  templateRatio: { least: 0, whole: false },
  rememberUntil: { least: 1, whole: true },
  maxSegments: { least: 100, whole: true },
};

function readIncremental(options: MethodOptions): Partial<IncrementalOptions> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, readOption(name, value)]));
}

function readOption(name: string, value: string): string | number {
  if (!settable.includes(name as SettableName))
    throw badValue('an option of the method', name, nearest(name, settable));
  if (name === 'pathIdentity') {
    if (pathIdentities.some((identity) => identity === value)) return value;
    throw badValue(
      `one of ${pathIdentities.join(', ')} for pathIdentity`,
      value,
      nearest(value, pathIdentities),
    );
  }
  const { least, whole } = numbers[name as keyof typeof numbers];
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && (!whole || Number.isInteger(number))) return number;
  throw badValue(`a ${whole ? 'whole ' : ''}number from ${least} on for ${name}`, value);
}

function badValue(expected: string, value: string, guess?: string): DehuskError {
  const hint = guess === undefined ? '' : ` (did you mean ${guess}?)`;
  return new DehuskError('USAGE_VALUE_BAD', { flag: '--set', expected, value, hint });
}

/** For the help: the options with their values, as `name=value`. */
export const settableDefaults: string = settable
  .map((name) => `${name}=${incrementalDefaults[name]}`)
  .join(', ');
