/**
 * What does `clean --stream` cost, in one thread, from HTML bytes in memory to JSON Lines?
 *
 *   npm run bench:stream [-- corpus [PAGES_PER_SITE [ROUNDS]] | growth [PAGES]]
 *
 * `corpus`: CPU time, same pages, interleaved, median of the rounds. Aims: at most 2.5 times htmlparser2 with an
 * idle handler on decoded strings; at least 8 times as fast as Readability on linkedom.
 * `growth`: a generated site of 10^5 pages. Aims: time per page and, in the second half, resident memory flat
 * within a tenth. Exit code 1 when an aim is missed.
 */
import { type Aim, reportAims } from './aims.ts';
import { benchCorpus } from './stream-corpus.ts';
import { benchGrowth } from './stream-growth.ts';

const [part, ...numbers] = process.argv.slice(2);
const [first, second] = numbers.map(Number);

const parts: Readonly<Record<string, () => readonly Aim[]>> = {
  corpus: () => benchCorpus({ perSite: first ?? 48, rounds: second ?? 5 }),
  growth: () => benchGrowth(first ?? 100_000),
};

// Growth first: the corpus leaves a large heap behind.
const run = part === undefined ? [parts.growth!, parts.corpus!] : [parts[part]];
if (run[0] === undefined) throw new Error(`no part '${part}': corpus or growth`);
reportAims(run.flatMap((bench) => bench!()));
