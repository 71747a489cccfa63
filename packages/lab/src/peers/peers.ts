/** What people use today, by name. Those that read page by page need packages that the program does not. */
import type { EvalMethod } from '../methods/eval-method.ts';
import { kGram } from './k-gram.ts';
import { lineFilter } from './line-filter.ts';
import { readerPeer } from './reader-peer.ts';

export const builtInPeers: readonly EvalMethod[] = [lineFilter, kGram];
export const peers: readonly EvalMethod[] = [
  ...builtInPeers,
  readerPeer('readability'),
  readerPeer('defuddle'),
];
