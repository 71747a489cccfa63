/**
 * What does bytes → Page cost, relative to htmlparser2 with a handler that does nothing?
 *
 *   dehusk-lab bench page [PAGES_PER_SITE [ROUNDS]]
 *
 * CPU time, same pages, interleaved, median of the rounds. The reference gets the decoded string; ours starts from
 * the bytes. Aim: at most 2.0. Also printed: bytes of the node table per node (aim: under 48).
 */

import { type Page, parse } from 'dehusk';
import { ExitCode, tableBytes } from 'dehusk/parts';
import { Parser } from 'htmlparser2';
import { parse as parse5 } from 'parse5';
import type { Output } from '../experiment.ts';
import { type BenchPage, type Contender, corpusPages, idleParse, timeInterleaved } from './measure.ts';

export async function run([perSite = '20', rounds = '9']: readonly string[], out: Output): Promise<number> {
  const pages = corpusPages(Number(perSite));
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const eachPage = (name: string, process: (page: BenchPage) => void): Contender => ({
    name,
    run: () => {
      for (const page of pages) process(page);
    },
  });
  const [reference, bare, ours, standard] = await timeInterleaved(
    [
      eachPage('htmlparser2, idle handler', ({ html }) => idleParse(html)),
      eachPage('htmlparser2, no handler', ({ html }) => new Parser({}).end(html)),
      eachPage('dehusk, bytes → Page', (page) => parse(page)),
      eachPage('parse5, tree', ({ html }) => parse5(html)),
    ],
    Number(rounds),
  );

  out.line(`${pages.length} pages, ${megabytes.toFixed(1)} MB`);
  for (const timing of [reference!, bare!, ours!, standard!]) {
    const seconds = timing.medianMs / 1000;
    const ratio = (timing.medianMs / reference!.medianMs).toFixed(2);
    const rate = `${(megabytes / seconds).toFixed(0)} MB/s  ${(pages.length / seconds).toFixed(0)} pages/s`;
    out.line(
      `${timing.name.padEnd(28)} ${timing.medianMs.toFixed(0).padStart(6)} ms  ratio ${ratio}  ${rate}`,
    );
  }
  out.line(`ratio to htmlparser2 without any handler: ${(ours!.medianMs / bare!.medianMs).toFixed(2)}`);
  reportSizes(
    pages.map((page) => parse(page)),
    out,
  );
  return ExitCode.done;
}

function reportSizes(pages: readonly Page[], out: Output): void {
  const nodes = total(pages, ({ nodeCount }) => nodeCount);
  const largest = pages.reduce((most, { nodeCount }) => Math.max(most, nodeCount), 0);
  out.line(`nodes: ${nodes}, ${(nodes / pages.length).toFixed(0)} a page, largest page ${largest}`);
  out.line(`node table: ${(total(pages, nodeTableBytes) / nodes).toFixed(1)} bytes a node`);
  out.line(`with attributes and segments: ${(total(pages, tableBytes) / nodes).toFixed(1)} bytes a node`);
}

function total(pages: readonly Page[], measure: (page: Page) => number): number {
  return pages.reduce((sum, page) => sum + measure(page), 0);
}

function nodeTableBytes(page: Page): number {
  return page.tag.buffer.byteLength;
}
