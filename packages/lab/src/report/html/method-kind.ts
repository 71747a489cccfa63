/** What sort of thing a method is, for its mark on plots. */
import { methods } from '../../methods/detect.ts';

/**
 * `stream` judges a page when it comes; `batch` holds the pages of a site back first; a `peer` is a tool that is not
 * ours; the `baseline` keeps everything.
 */
export const kindNames = ['stream', 'batch', 'peer', 'baseline'] as const;
export type MethodKind = (typeof kindNames)[number];

export function kindOf(method: string): MethodKind {
  if (method === 'none') return 'baseline';
  const ours = methods.find(({ name }) => name === method);
  if (ours === undefined) return 'peer';
  return ours.holdsSite ? 'batch' : 'stream';
}

export const kindWords: Readonly<Record<MethodKind, string>> = {
  stream: 'holds no site back',
  batch: 'holds a site back',
  peer: 'other tool',
  baseline: 'keeps everything',
};
