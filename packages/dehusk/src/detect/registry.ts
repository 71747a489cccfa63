/** Every method, one line each: the only list of them. The default comes first, then those that judge as pages come. */
import { DehuskError } from '../errors.ts';
import { adaptive } from './adaptive/method.ts';
import { incremental } from './incremental/method.ts';
import { indexTime } from './index-time/method.ts';
import { mappingVote } from './mapping-vote/method.ts';
import type { Method } from './method.ts';
import { none } from './none/method.ts';
import { shingle } from './shingle/method.ts';
import { styleTree } from './style-tree/method.ts';

export const methods: readonly Method[] = [
  adaptive,
  incremental,
  none,
  mappingVote,
  indexTime,
  shingle,
  styleTree,
];

export const defaultMethod = 'adaptive';

export const methodNames: readonly string[] = methods.map(({ name }) => name);

/** Throws METHOD_UNKNOWN. */
export function findMethod(name: string): Method {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined)
    throw new DehuskError('METHOD_UNKNOWN', { method: name, known: methodNames.join(', ') });
  return method;
}
