/** The methods by the names of their folders under `src/detect`. */
import { type BatchMethodName, batchMethods } from './batch-methods.ts';
import type { MethodOptions } from './method-options.ts';
import { type StreamMethodName, streamMethods } from './stream-methods.ts';

export type MethodName = StreamMethodName | BatchMethodName;

export const methodNames: readonly string[] = [...Object.keys(streamMethods), ...Object.keys(batchMethods)];

export function isBatchMethod(method: MethodName): method is BatchMethodName {
  return Object.hasOwn(batchMethods, method);
}

/** Throws for an option that the method does not have. */
export function checkMethodOptions(method: MethodName, options: MethodOptions): void {
  if (isBatchMethod(method)) batchMethods[method](options);
  else streamMethods[method](options, { hashKey: [0, 0], forgetting: true });
}
