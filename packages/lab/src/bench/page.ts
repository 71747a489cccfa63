/**
 * What does bytes → Page cost, relative to htmlparser2 with a handler that does nothing?
 *
 *   npm run bench:page [-- PAGES_PER_SITE [ROUNDS]]
 *
 * CPU time, same pages, interleaved, median of the rounds. The reference gets the decoded string; ours starts from
 * the bytes. Aim: at most 2.0. Also printed: bytes of the node table per node (aim: under 48).
 */
import { Parser } from 'htmlparser2';
import { parse as parse5 } from 'parse5';
import type { Page } from '../../../dehusk/src/page/page.ts';
import { parse } from '../../../dehusk/src/page/parse.ts';
import { type BenchPage, corpusPages } from './corpus-pages.ts';
import { type Contender, timeInterleaved } from './interleaved.ts';

const [perSite = '20', rounds = '9'] = process.argv.slice(2);
const pages = corpusPages(Number(perSite));
const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

const nothing = (): void => {};
const idleHandler = { onopentag: nothing, onclosetag: nothing, ontext: nothing, oncomment: nothing };

const eachPage = (name: string, process: (page: BenchPage) => void): Contender => ({
  name,
  run: () => {
    for (const page of pages) process(page);
  },
});

const [reference, bare, ours, standard] = timeInterleaved(
  [
    eachPage('htmlparser2, idle handler', ({ html }) => new Parser(idleHandler).end(html)),
    eachPage('htmlparser2, no handler', ({ html }) => new Parser({}).end(html)),
    eachPage('dehusk, bytes → Page', (page) => parse(page)),
    eachPage('parse5, tree', ({ html }) => parse5(html)),
  ],
  Number(rounds),
);

console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB`);
for (const timing of [reference!, bare!, ours!, standard!]) {
  const seconds = timing.medianMs / 1000;
  const ratio = (timing.medianMs / reference!.medianMs).toFixed(2);
  const rate = `${(megabytes / seconds).toFixed(0)} MB/s  ${(pages.length / seconds).toFixed(0)} pages/s`;
  console.log(
    `${timing.name.padEnd(28)} ${timing.medianMs.toFixed(0).padStart(6)} ms  ratio ${ratio}  ${rate}`,
  );
}
console.log(`ratio to htmlparser2 without any handler: ${(ours!.medianMs / bare!.medianMs).toFixed(2)}`);

const parsed = pages.map((page) => parse(page));
const nodes = parsed.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
const largest = parsed.reduce((most, { nodeCount }) => Math.max(most, nodeCount), 0);
console.log(`nodes: ${nodes}, ${(nodes / pages.length).toFixed(0)} a page, largest page ${largest}`);
console.log(`node table: ${(total(parsed, nodeTableBytes) / nodes).toFixed(1)} bytes a node`);
console.log(
  `with attributes, segments and side tables: ${(total(parsed, allBytes) / nodes).toFixed(1)} bytes a node`,
);

function nodeTableBytes(page: Page): number {
  return page.tag.buffer.byteLength;
}

function allBytes(page: Page): number {
  const { attributes, segments, rawContent, preformattedGaps } = page;
  const columns = [attributes.name, attributes.start, attributes.end, segments];
  const side = [rawContent, preformattedGaps].flatMap(({ node, start, end }) => [node, start, end]);
  return nodeTableBytes(page) + [...columns, ...side].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function total(all: readonly Page[], measure: (page: Page) => number): number {
  return all.reduce((sum, page) => sum + measure(page), 0);
}
