/** What people use today, by name. `readability` needs packages that the program does not. */
import type { EvalMethod } from '../methods/eval-method.ts';
import { kGram } from './k-gram.ts';
import { lineFilter } from './line-filter.ts';
import { readability } from './readability.ts';

export const builtInPeers: readonly EvalMethod[] = [lineFilter, kGram];
export const peers: readonly EvalMethod[] = [...builtInPeers, readability];
