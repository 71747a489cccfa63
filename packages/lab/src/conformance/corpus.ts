/**
 * On real pages: does the page model agree with parse5, the reference implementation of the standard's tree?
 *
 *   dehusk-lab conformance corpus [FOLDER]
 *
 * Prints each page that differs with its first difference, then the share of pages whose visible text is equal, and of
 * those whose every text node has an equal tag path. The exit code is 1 below 99.9 % and 98 %.
 */

import { parse } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { hasSameText, type PathText, pageTexts, referenceTexts } from './texts.ts';

const encoder = new TextEncoder();

export function run([folder = corpusFolder]: readonly string[], out: Output): number {
  const counts = { pages: 0, sameText: 0, samePaths: 0 };
  for (const site of readCorpus(folder)) {
    for (const { url, html } of site.pages()) {
      const expected = referenceTexts(html);
      const bytes = encoder.encode(html);
      const actual = pageTexts(parse({ bytes, contentType: 'text/html; charset=utf-8', url }));
      const sameText = hasSameText(expected, actual);
      const different = firstDifference(expected, actual);
      counts.pages++;
      if (sameText) counts.sameText++;
      if (different === undefined) counts.samePaths++;
      else out.line(`${sameText ? 'PATH' : 'TEXT'} ${url}\n  ${different}`);
    }
  }
  const share = (count: number): string =>
    `${count} of ${counts.pages} (${((100 * count) / counts.pages).toFixed(2)} %)`;
  out.line(`visible text equal:             ${share(counts.sameText)}`);
  out.line(`every text node's path equal:   ${share(counts.samePaths)}`);
  const isEnough = counts.sameText >= 0.999 * counts.pages && counts.samePaths >= 0.98 * counts.pages;
  return isEnough ? ExitCode.done : ExitCode.failed;
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
