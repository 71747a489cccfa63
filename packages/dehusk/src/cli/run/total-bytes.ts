import type { InputSize } from '../../node.ts';

/** What a run will read, each pass everything once; undefined if nobody knows. */
export function totalBytes(files: readonly InputSize[], passes: number): number | undefined {
  if (files.some(({ sizeBytes }) => sizeBytes === undefined)) return undefined;
  return files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) * passes;
}
