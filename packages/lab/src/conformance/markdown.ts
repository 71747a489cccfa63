/**
 * On real pages: does Markdown keep the words, headings, tables and code of the content, and is it clean?
 *
 *   dehusk-lab conformance markdown [FOLDER [SITE…]]     (default: all sites)
 *
 * Each site is cleaned as `dehusk clean` does, and the Markdown of each page is read back by micromark and mdast
 * (`markdown-check.ts`). Prints each page with what is wrong with it, and the sums. The exit code is 1 if anything is.
 */

import { clean } from 'dehusk';
import { ExitCode } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { checkMarkdown } from './markdown-check.ts';

export async function run(
  [folder = corpusFolder, ...sites]: readonly string[],
  out: Output,
): Promise<number> {
  let pages = 0;
  let wrong = 0;
  for (const site of readCorpus(folder)) {
    if (sites.length > 0 && !sites.includes(site.name)) continue;
    for await (const cleaned of clean(site.pages(), { twoPass: true })) {
      if (cleaned.error !== undefined) continue;
      pages++;
      const faults = checkMarkdown(cleaned.page, cleaned.verdict);
      if (faults.length === 0) continue;
      wrong++;
      out.line(`${site.name} ${cleaned.url}`);
      for (const fault of new Set(faults)) out.line(`    ${fault}`);
    }
  }
  out.line(`${pages} pages, ${wrong} with faults`);
  return wrong === 0 ? ExitCode.done : ExitCode.failed;
}
