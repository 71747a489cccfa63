/** The methods by name; `all-methods.ts` lists them. */
import { DehuskError } from '../errors.ts';
import * as listed from './all-methods.ts';
import type { Method } from './method.ts';

export const defaultMethod = 'adaptive';

/**
 * What each method says of itself: its name, what it does, the options it takes. The default comes first, then the
 * others that judge as pages come, then those that hold pages back.
 */
export const methods: readonly Method[] = Object.values<Method>(listed).sort(
  (a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1),
);

export const methodNames: readonly string[] = methods.map(({ name }) => name);

/** Throws METHOD_UNKNOWN. */
export function findMethod(name: string): Method {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined)
    throw new DehuskError('METHOD_UNKNOWN', { method: name, known: methodNames.join(', ') });
  return method;
}

function rankOf({ name, kind }: Method): number {
  if (name === defaultMethod) return 0;
  return kind === 'stream' ? 1 : 2;
}
