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

import { Readability } from '@mozilla/readability';
import { parse, parseText, type RawPage } from 'dehusk';
import { createAdaptiveDetector } from 'dehusk/parts';
import { parseHTML } from 'linkedom';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';
import {
  type Aim,
  type BenchPage,
  type BenchPart,
  type Contender,
  corpusPages,
  createLineWriter,
  idleParse,
  runParts,
  timeInterleaved,
} from './measure.ts';
import { benchGrowth } from './stream-growth.ts';

const parts: Readonly<Record<string, BenchPart>> = {
  // Growth first: the corpus leaves a large heap behind.
  growth: ([pages = 100_000], out) => benchGrowth(pages, out),
  corpus: ([perSite = 48, rounds = 5], out) => benchCorpus({ perSite, rounds }, out),
};

export async function run(args: readonly string[], out: Output): Promise<number> {
  return runParts(parts, args, out);
}

// What does a page of the corpus cost from its bytes to its line of JSON, against parsing it with htmlparser2 and a
// handler that does nothing, and against Readability on linkedom? And how large is the state of its site?

export interface CorpusOptions {
  readonly perSite: number;
  readonly rounds: number;
}

/** What a page may cost in a stream. */
const MOST_OF_PARSER = 2.5;
const LEAST_OF_READABILITY = 8;

/** The peer takes more than ten times as long, so it gets fewer pages; on the first pages of a site ours costs most. */
const PEER_PAGES = 8;
const PEER_ROUNDS = 3;

type Entrant = (pages: readonly BenchPage[]) => Contender;

const encoder = new TextEncoder();

/** Pages on which Readability threw, and on which it found nothing, in its last round. */
const refused = { threw: 0, empty: 0 };

export async function benchCorpus({ perSite, rounds }: CorpusOptions, out: Output): Promise<readonly Aim[]> {
  const race = (
    pages: readonly BenchPage[],
    times: number,
    entrants: readonly Entrant[],
  ): Promise<readonly number[]> => timeEntrants({ pages, rounds: times, entrants }, out);
  const [reference, stream] = await race(corpusPages(perSite), rounds, [idle, streaming, twoPasses, parsing]);
  const [few, peer] = await race(corpusPages(PEER_PAGES), PEER_ROUNDS, [streaming, reading]);
  out.line(`Readability threw on ${refused.threw} pages and found nothing on ${refused.empty}`);
  reportStates(out);
  return [
    { what: 'stream / htmlparser2', measured: stream! / reference!, atMost: MOST_OF_PARSER },
    { what: 'Readability / stream', measured: peer! / few!, atLeast: LEAST_OF_READABILITY },
  ];
}

interface Race {
  readonly pages: readonly BenchPage[];
  readonly rounds: number;
  readonly entrants: readonly Entrant[];
}

/** The median times, printed relative to the first. */
async function timeEntrants({ pages, rounds, entrants }: Race, out: Output): Promise<readonly number[]> {
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  out.line(`${pages.length} pages, ${megabytes.toFixed(1)} MB, ${rounds} rounds`);
  const timings = await timeInterleaved(
    entrants.map((enter) => enter(pages)),
    rounds,
  );
  for (const { name, medianMs } of timings) {
    const ratio = (medianMs / timings[0]!.medianMs).toFixed(2);
    const rate = `${((pages.length / medianMs) * 1000).toFixed(0)} pages/s`;
    out.line(`  ${name.padEnd(34)} ${medianMs.toFixed(0).padStart(7)} ms  ratio ${ratio}  ${rate}`);
  }
  return timings.map(({ medianMs }) => medianMs);
}

const idle: Entrant = (pages) => ({
  name: 'htmlparser2, idle handler',
  run: () => {
    for (const { html } of pages) idleParse(html);
  },
});

const streaming: Entrant = (pages) => {
  const raws = toRaw(pages);
  return {
    name: 'dehusk, bytes → JSON Lines, stream',
    run: async () => {
      const lines = createLineWriter();
      for (const raw of raws) await lines.write(raw, 'add');
    },
  };
};

const twoPasses: Entrant = (pages) => {
  const raws = toRaw(pages);
  return {
    name: 'dehusk, the same in two passes',
    run: async () => {
      const lines = createLineWriter({ forgetting: false });
      for (const raw of raws) await lines.write(raw, 'learn');
      for (const raw of raws) await lines.write(raw, 'judge');
    },
  };
};

const parsing: Entrant = (pages) => ({
  name: 'dehusk, bytes → Page only',
  run: () => {
    for (const page of pages) parse(page);
  },
});

const reading: Entrant = (pages) => ({
  name: 'Readability on linkedom',
  run: () => {
    refused.threw = 0;
    refused.empty = 0;
    for (const page of pages) readArticle(page);
  },
});

function toRaw(pages: readonly BenchPage[]): readonly RawPage[] {
  return pages.map(({ url, bytes }) => ({ url, bytes, provenance: { file: 'corpus' } }));
}

/** What the peer throws on a page is its business; here it is only counted. */
function readArticle({ url, html }: BenchPage): void {
  try {
    const article = new Readability(parseHTML(html).document).parse();
    if (article === null) refused.empty++;
    encoder.encode(`${JSON.stringify({ url, title: article?.title, text: article?.textContent })}\n`);
  } catch {
    refused.threw++;
  }
}

/** After all pages of each site. */
function reportStates(out: Output): void {
  const tables: number[] = [];
  const saved: number[] = [];
  for (const site of readCorpus(corpusFolder)) {
    const detector = createAdaptiveDetector();
    for (const { url, html } of site.pages()) detector.learn(parseText(html, { url }));
    tables.push(detector.sizeBytes);
    saved.push(detector.save().length);
  }
  out.line(`state of a site, table: ${sizesText(tables)}; saved, with exemplars: ${sizesText(saved)}`);
}

function sizesText(sizes: readonly number[]): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;
  return `median ${kilobytes(median(sizes))}, largest ${kilobytes(Math.max(...sizes))}`;
}
