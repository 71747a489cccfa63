/**
 * What the adaptive method costs beside the incremental one, and how large the state of a site is:
 *
 *     dehusk-lab bench adaptive [PAGES_PER_SITE [ROUNDS]]
 *
 * In a run each page is judged when it was just parsed, and the core still holds it. A page that was parsed long before
 * is told to the core again, node by node, so judging it costs more. Both are measured.
 */

import { type Page, parseText } from 'dehusk';
import {
  createAdaptiveDetector,
  createIncrementalDetector,
  createNoneDetector,
  type Detector,
} from 'dehusk/parts';
import { type CorpusPage, readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';
import { reportAims, timeInterleaved } from './measure.ts';

/** What a detector that runs beside a crawler may cost: tens of kilobytes a site. */
const MOST_OF_INCREMENTAL = 1.3;
const MOST_TYPICAL_KB = 77;
const MOST_KB = 1024;

/** Judges and learns all pages, each site with a detector of its own. */
type Pass = (create: () => Detector) => void;

export async function run(args: readonly string[], out: Output): Promise<number> {
  const [perSite = 40, rounds = 9] = args.map(Number);
  const sites = readCorpus(corpusFolder).map((site) => site.pages());
  const raw = sites.map((pages) => pages.slice(0, perSite));
  const parsed = raw.map((pages) => pages.map(parse));
  const pageCount = raw.reduce((sum, { length }) => sum + length, 0);

  /** Returns the cost of `adaptive` in costs of `incremental`. What `none` costs is not judging: it is taken off. */
  const compare = async (when: string, pass: Pass): Promise<number> => {
    const [none, incremental, adaptive] = await timeInterleaved(
      [
        { name: 'none', run: () => pass(createNoneDetector) },
        { name: 'incremental', run: () => pass(createIncrementalDetector) },
        { name: 'adaptive', run: () => pass(createAdaptiveDetector) },
      ],
      rounds,
    );
    const [ofIncremental, ofAdaptive] = [incremental!, adaptive!].map(({ name, medianMs }) => {
      const ms = medianMs - none!.medianMs;
      out.line(`${when}: ${name.padEnd(12)} ${((1000 * ms) / pageCount).toFixed(0)} µs a page`);
      return ms;
    });
    return ofAdaptive! / ofIncremental!;
  };
  const justParsed = await compare('parsed just before', (create) => {
    for (const pages of raw) {
      const detector = create();
      for (const page of pages) detector.observe(parse(page));
    }
  });
  const longParsed = await compare('parsed long before', (create) => {
    for (const pages of parsed) {
      const detector = create();
      for (const page of pages) detector.observe(page);
    }
  });

  const states = sites.map((pages) => {
    const detector = createAdaptiveDetector();
    for (const page of pages) detector.observe(parse(page));
    return { table: detector.tableBytes / 1024, saved: detector.save().length / 1024 };
  });
  const tables = states.map(({ table }) => table);
  const saved = states.map(({ saved: kb }) => kb);
  out.line(
    `saved with the template in words: median ${median(saved).toFixed(0)} KB, largest ${Math.max(...saved).toFixed(0)} KB`,
  );
  const atMost = MOST_OF_INCREMENTAL;
  const aims = [
    { what: 'CPU, adaptive / incremental, pages parsed just before', measured: justParsed, atMost },
    { what: 'CPU, adaptive / incremental, pages parsed long before', measured: longParsed, atMost },
    { what: 'KB of state, median site', measured: median(tables), atMost: MOST_TYPICAL_KB },
    { what: 'KB of state, largest site', measured: Math.max(...tables), atMost: MOST_KB },
  ];
  return reportAims(aims, out);
}

function parse({ url, html }: CorpusPage): Page {
  return parseText(html, { url, id: url });
}
