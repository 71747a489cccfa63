import { DehuskError } from '../packages/dehusk/src/errors.ts';

/** The code of the error that an action throws; `none` if it comes to its end. */
export function errorCodeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DehuskError) return error.code;
    throw error;
  }
  return 'none';
}
