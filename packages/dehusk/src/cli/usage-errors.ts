/** What is said of flags that are used wrongly, each in one line. */
import { DehuskError } from '../index.ts';

export interface BadValue {
  readonly flag: string;
  /** What the flag takes. */
  readonly expected: string;
  readonly value: string | number;
  /** The value that was likely meant. */
  readonly meant?: string | undefined;
}

export function badValue({ meant, ...facts }: BadValue): DehuskError {
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return new DehuskError('USAGE_VALUE_BAD', { ...facts, hint });
}

export function conflict(flag: string, other: string): never {
  throw new DehuskError('USAGE_FLAG_CONFLICT', { flag, other });
}

export function needs(flag: string, needed: string): never {
  throw new DehuskError('USAGE_FLAG_NEEDS', { flag, needed });
}
