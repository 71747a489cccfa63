/**
 * On real pages: does the page model agree with parse5, the reference implementation of the standard's tree?
 *
 *   npm run conformance:corpus [-- FOLDER]     (default ../shared/corpus)
 *
 * Prints the share of pages whose visible text is equal, and of those whose every text node has an equal tag path,
 * then each page that differs with its first difference. Exits with 1 below 99.9 % and 98 %.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from '../../../dehusk/src/page/parse.ts';
import { pageTexts } from './page-texts.ts';
import { type PathText, referenceTexts } from './reference-texts.ts';

const corpus = process.argv[2] ?? '../shared/corpus';
const encoder = new TextEncoder();
const counts = { pages: 0, sameText: 0, samePaths: 0 };

for (const site of readdirSync(corpus).sort()) {
  const file = join(corpus, site, 'pages.jsonl.gz');
  if (!existsSync(file)) continue;
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')) {
    const { url, html } = JSON.parse(line) as { url: string; html: string };
    comparePage(url, html);
  }
}

function comparePage(url: string, html: string): void {
  const expected = referenceTexts(html);
  const actual = pageTexts(
    parse({ bytes: encoder.encode(html), contentType: 'text/html; charset=utf-8', url }),
  );
  const joined = (texts: readonly PathText[]): string => texts.map(({ text }) => text).join(' ');
  const sameText = joined(expected) === joined(actual);
  const different = firstDifference(expected, actual);
  counts.pages++;
  if (sameText) counts.sameText++;
  if (different === undefined) counts.samePaths++;
  else console.log(`${sameText ? 'PATH' : 'TEXT'} ${url}\n  ${different}`);
}

function firstDifference(expected: readonly PathText[], actual: readonly PathText[]): string | undefined {
  const length = Math.max(expected.length, actual.length);
  for (let i = 0; i < length; i++) {
    const wanted = describe(expected[i]);
    const got = describe(actual[i]);
    if (wanted !== got) return `text node ${i} of ${expected.length}\n  parse5 ${wanted}\n  dehusk ${got}`;
  }
  return undefined;
}

function describe(entry: PathText | undefined): string {
  return entry === undefined ? 'nothing' : `${entry.path} ${JSON.stringify(entry.text.slice(0, 60))}`;
}

const share = (count: number): string =>
  `${count} of ${counts.pages} (${((100 * count) / counts.pages).toFixed(2)} %)`;
console.log(`visible text equal:             ${share(counts.sameText)}`);
console.log(`every text node's path equal:   ${share(counts.samePaths)}`);
if (counts.sameText < 0.999 * counts.pages || counts.samePaths < 0.98 * counts.pages) process.exitCode = 1;
