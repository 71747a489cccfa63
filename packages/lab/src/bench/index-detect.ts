/**
 * Index-time detection beside the two batch methods that its paper is compared with: how right they are, by block and
 * by word, and what detection costs alone, beyond parsing, tokenising and the table of words. `dehusk-lab paper
 * chen-2006` tells the same site by site.
 */
import type { CorpusSite } from '../corpus/corpus.ts';
import type { Output } from '../experiment.ts';
import type { Accuracy } from '../papers/chen-2006/detection.ts';
import {
  type ContenderName,
  contenderNames,
  measureDetection,
  type SiteDetection,
} from '../papers/chen-2006/detection.ts';
import { mean } from '../score/statistics.ts';
import type { Aim } from './aims.ts';

/** The paper: 20 to 40 % faster than both. */
const MOST_OF_FASTER = 0.8;

export function benchDetection(sites: readonly CorpusSite[], rounds: number, out: Output): readonly Aim[] {
  const measured = sites.flatMap((site) => measureDetection(site, rounds) ?? []);
  out.line(
    `${'method'.padEnd(22)}blocks: recall precision   words: recall precision   CPU of detection   with parsing and words`,
  );
  for (const name of contenderNames) out.line(accuracyLine(name, measured));
  const total = (name: ContenderName): number => sum(measured, ({ methods }) => methods[name].detectMs);
  return [
    {
      what: 'CPU of index-time detection / the faster of shingle and style-tree',
      measured: total('index-time') / Math.min(total('shingle'), total('style-tree')),
      atMost: MOST_OF_FASTER,
    },
  ];
}

/** Means over sites; the time is the sum. */
function accuracyLine(name: ContenderName, sites: readonly SiteDetection[]): string {
  const of = (rate: (accuracy: Accuracy) => number): string =>
    mean(sites.map(({ methods }) => rate(methods[name].accuracy.strict))).toFixed(3);
  const ms = sum(sites, ({ methods }) => methods[name].detectMs);
  const sharedMs = sum(sites, ({ parseMs, wordsMs }) => parseMs + wordsMs);
  const blocks = `${of(({ blocks }) => blocks.recall)} ${of(({ blocks }) => blocks.precision)}`;
  const words = `${of(({ words }) => words.recall)} ${of(({ words }) => words.precision)}`;
  return `${name.padEnd(30)}${blocks.padEnd(27)}${words.padEnd(20)}${ms.toFixed(0).padStart(6)} ms${(sharedMs + ms).toFixed(0).padStart(20)} ms`;
}

function sum(sites: readonly SiteDetection[], value: (site: SiteDetection) => number): number {
  return sites.reduce((total, site) => total + value(site), 0);
}
