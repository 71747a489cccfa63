/**
 * What the adaptive method costs beside the incremental one, and how large the state of a site is:
 *
 *     dehusk-lab bench adaptive [PAGES_PER_SITE [ROUNDS]]
 */

import { type Page, parseText } from 'dehusk';
import { createAdaptiveDetector, createIncrementalDetector, type Detector } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';
import { type Contender, reportAims, timeInterleaved } from './measure.ts';

/** What a detector that runs beside a crawler may cost: tens of kilobytes a site. */
const MOST_OF_INCREMENTAL = 1.3;
const MOST_TYPICAL_KB = 77;
const MOST_KB = 1024;

export async function run(args: readonly string[], out: Output): Promise<number> {
  const [perSite = 40, rounds = 9] = args.map(Number);
  const sites = readCorpus(corpusFolder).map((site) =>
    site
      .pages()
      .slice(0, perSite)
      .map(({ url, html }) => parseText(html, { url, id: url })),
  );
  const timings = await timeInterleaved(
    [
      stream(sites, 'incremental', createIncrementalDetector),
      stream(sites, 'adaptive', createAdaptiveDetector),
    ],
    rounds,
  );
  const pageCount = sites.reduce((sum, { length }) => sum + length, 0);
  for (const { name, medianMs } of timings)
    out.line(`${name.padEnd(12)} ${((1000 * medianMs) / pageCount).toFixed(0)} µs a page`);

  const states = readCorpus(corpusFolder).map((site) => {
    const detector = createAdaptiveDetector();
    for (const { url, html } of site.pages()) detector.observe(parseText(html, { url, id: url }));
    return { table: detector.tableBytes / 1024, saved: detector.save().length / 1024 };
  });
  const tables = states.map(({ table }) => table);
  const saved = states.map(({ saved: kb }) => kb);
  out.line(
    `saved with the template in words: median ${median(saved).toFixed(0)} KB, largest ${Math.max(...saved).toFixed(0)} KB`,
  );
  const aims = [
    {
      what: 'CPU, adaptive / incremental',
      measured: timings[1]!.medianMs / timings[0]!.medianMs,
      atMost: MOST_OF_INCREMENTAL,
    },
    { what: 'KB of state, median site', measured: median(tables), atMost: MOST_TYPICAL_KB },
    { what: 'KB of state, largest site', measured: Math.max(...tables), atMost: MOST_KB },
  ];
  return reportAims(aims, out);
}

/** Pages are parsed already: what is timed is judging and learning. */
function stream(sites: readonly (readonly Page[])[], name: string, create: () => Detector): Contender {
  return {
    name,
    run: () => {
      for (const pages of sites) {
        const detector = create();
        for (const page of pages) detector.observe(page);
      }
    },
  };
}
