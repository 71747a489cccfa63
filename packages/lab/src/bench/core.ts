/**
 * What does the core cost, relative to htmlparser2 with a handler that does nothing?
 *
 *   dehusk-lab bench core [PAGES_PER_SITE [ROUNDS]]
 *
 * CPU time, same pages, interleaved, median of the rounds. The reference gets the decoded string; the core starts from
 * bytes, whose copy into its memory and check for UTF-8 count. Aim: the table, with rows of attributes, at most 0.25.
 */
import { createCore, parseInTypeScript } from 'dehusk/parts';
import { readCoreModule } from '../conformance/core-module.ts';
import type { Output } from '../experiment.ts';
import {
  type BenchPage,
  type Contender,
  corpusPages,
  idleParse,
  reportAims,
  timeInterleaved,
} from './measure.ts';

const contentType = 'text/html; charset=utf-8';

export async function run([perSite = '15', rounds = '5']: readonly string[], out: Output): Promise<number> {
  const pages = corpusPages(Number(perSite));
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const core = createCore(readCoreModule('core'));
  const eachPage = (name: string, process: (page: BenchPage) => void): Contender => ({
    name,
    run: () => {
      for (const page of pages) process(page);
    },
  });
  const timings = await timeInterleaved(
    [
      eachPage('htmlparser2, idle handler', ({ html }) => idleParse(html)),
      eachPage('core, bytes → table', ({ bytes }) => core.read(bytes)),
      eachPage('core, bytes → Page', ({ bytes }) => core.parse({ bytes, contentType })),
      eachPage('TypeScript, bytes → Page', ({ bytes }) => parseInTypeScript({ bytes, contentType })),
    ],
    Number(rounds),
  );
  out.line(`${pages.length} pages, ${megabytes.toFixed(1)} MB; left to the other parser: ${core.leftPages}`);
  const reference = timings[0]!.medianMs;
  for (const { name, medianMs } of timings) {
    const ratio = (medianMs / reference).toFixed(3);
    out.line(`${name.padEnd(28)} ${medianMs.toFixed(0).padStart(6)} ms  ratio ${ratio}`);
  }
  return reportAims(
    [{ what: 'bytes → table', measured: timings[1]!.medianMs / reference, atMost: 0.25 }],
    out,
  );
}
