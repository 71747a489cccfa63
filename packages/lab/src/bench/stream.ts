/**
 * What does `clean --stream` cost, in one thread, from HTML bytes in memory to JSON Lines?
 *
 *   dehusk-lab bench stream [corpus [PAGES_PER_SITE [ROUNDS]] | growth [PAGES]]
 *
 * `corpus`: CPU time, same pages, interleaved, median of the rounds. Aims: at most 2.5 times htmlparser2 with an
 * idle handler on decoded strings; at least 8 times as fast as Readability on linkedom.
 * `growth`: a generated site of 10^5 pages. Aims: time per page and, in the second half, resident memory flat
 * within a tenth. Exit code 1 when an aim is missed.
 */
import type { Output } from '../experiment.ts';
import { type BenchPart, runParts } from './aims.ts';
import { benchCorpus } from './stream-corpus.ts';
import { benchGrowth } from './stream-growth.ts';

const parts: Readonly<Record<string, BenchPart>> = {
  // Growth first: the corpus leaves a large heap behind.
  growth: ([pages = 100_000], out) => benchGrowth(pages, out),
  corpus: ([perSite = 48, rounds = 5], out) => benchCorpus({ perSite, rounds }, out),
};

export function run(args: readonly string[], out: Output): number {
  return runParts(parts, args, out);
}
