/**
 * What does it cost to write the record of a page that is judged: its metadata, its text, its Markdown?
 *
 *   dehusk-lab bench records [PAGES_PER_SITE [ROUNDS]]
 *
 * CPU time on pages of the corpus, in turns, relative to htmlparser2 with an idle handler on the same pages. V8 takes
 * some thousands of pages to compile what reads metadata, so there are 20 rounds unless told; what the first ones take
 * is told beside. Aims: metadata at most 0.10 of it; Markdown at most 1.2 times what it cost before it knew lazy
 * pictures, spans of cells, footnotes and the rest. Exit code 1 when an aim is missed.
 */
import { type CleanedPage, createCleaner, toMarkdown, toText } from 'dehusk';
import { readMetadata } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';
import { corpusPages, idleParse, reportAims, timeInterleaved } from './measure.ts';

const MOST_OF_METADATA = 0.1;
const EARLY_ROUNDS = 5;

/** Of htmlparser2, measured on 12 pages a site before. */
const MARKDOWN_BEFORE = 0.65;
const MOST_OF_MARKDOWN = 1.2 * MARKDOWN_BEFORE;

export async function run(args: readonly string[], out: Output): Promise<number> {
  const [perSite = 12, rounds = 20] = args.map(Number);
  const pages = corpusPages(perSite);
  const judged: CleanedPage[] = [];
  const cleaner = createCleaner();
  for (const { url, html } of pages) {
    const page = await cleaner.add({ url, html });
    if (page.error === undefined) judged.push(page);
  }
  const texts = judged.map(({ text }) => text);
  const timings = await timeInterleaved(
    [
      {
        name: 'htmlparser2, idle handler',
        run: () => {
          for (const { html } of pages) idleParse(html);
        },
      },
      {
        name: 'metadata',
        run: () => {
          for (const [i, { page, verdict }] of judged.entries())
            readMetadata({ page, template: verdict.template, text: texts[i]! });
        },
      },
      {
        name: 'text',
        run: () => {
          for (const { page, verdict } of judged) toText(page, verdict);
        },
      },
      {
        name: 'Markdown',
        run: () => {
          for (const { page, verdict } of judged) toMarkdown(page, verdict);
        },
      },
    ],
    rounds,
  );
  const reference = timings[0]!.medianMs;
  out.line(`${judged.length} pages, ${rounds} rounds`);
  for (const { name, medianMs } of timings)
    out.line(
      `  ${name.padEnd(28)} ${medianMs.toFixed(0).padStart(7)} ms  ratio ${(medianMs / reference).toFixed(3)}`,
    );
  const early = median(timings[1]!.samplesMs.slice(0, EARLY_ROUNDS));
  out.line(`metadata in the first ${EARLY_ROUNDS} rounds: ratio ${(early / reference).toFixed(3)}`);
  return reportAims(
    [
      {
        what: 'metadata / htmlparser2',
        measured: timings[1]!.medianMs / reference,
        atMost: MOST_OF_METADATA,
      },
      {
        what: 'Markdown / htmlparser2',
        measured: timings[3]!.medianMs / reference,
        atMost: MOST_OF_MARKDOWN,
      },
    ],
    out,
  );
}
