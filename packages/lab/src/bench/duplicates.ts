/**
 * Are pages that are nearly the same found, and no others; and what does it take to know a million pages?
 *
 *   dehusk-lab bench duplicates [PAGES [FAMILIES]]     (default: a million, 2,000)
 *
 * Families: a text of words that are as frequent as in English (Zipf), and copies of which each word is another one with
 * a chance of 1, 5 or 20 %. Copies that are found as such are recall; what is found and is a copy of the page it is said
 * to be is precision, among as many texts that have nothing to do with each other but their words. Then the table is
 * filled with prints of that many texts: memory, and time a page. Exit code 1 when a page takes more than 24 bytes, or
 * precision is below 0.99.
 */
import { ExitCode, FirstPages, printPage } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { createRandom, type Random } from '../soak/mutate-page.ts';

export interface FamilyScore {
  readonly edits: number;
  readonly recall: number;
  readonly precision: number;
}

const MOST_BYTES = 24;
/** The heads of the bands, whatever the number of pages. */
const FIXED_BYTES = 1024 * 1024;
const LEAST_PRECISION = 0.99;
const VOCABULARY = 8_000;
/** Prints that are made before they are looked for, which alone is measured. */
const BATCH = 10_000;

export async function run(args: readonly string[], out: Output): Promise<number> {
  const [pages = 1_000_000, families = 2_000] = args.map(Number);
  let isMissed = false;
  for (const words of [60, 300, 1200])
    for (const { edits, recall, precision } of measureFamilies({
      families,
      words,
      edits: [0.01, 0.05, 0.2],
    })) {
      const figures = `recall ${recall.toFixed(3)}, precision ${precision.toFixed(4)}`;
      out.line(`${words} words, ${edits * 100} % edited: ${figures}`);
      isMissed ||= precision < LEAST_PRECISION;
    }
  const { bytesPerPage, microseconds, isFound } = fillTable(pages, out);
  out.line(
    `${pages} pages: ${bytesPerPage.toFixed(1)} bytes a page, ${microseconds.toFixed(1)} µs of CPU to look for one and add it`,
  );
  return isMissed || bytesPerPage > MOST_BYTES + 1 || !isFound ? ExitCode.failed : ExitCode.done;
}

export function measureFamilies({
  families,
  words,
  edits,
}: {
  readonly families: number;
  readonly words: number;
  readonly edits: readonly number[];
}): readonly FamilyScore[] {
  return edits.map((share) => {
    const random = createRandom(Math.round(share * 1000) + words);
    const table = new FirstPages();
    const originals = Array.from({ length: families }, () => textOf(words, random));
    for (const original of originals) table.add(print(original));
    let found = 0;
    let right = 0;
    for (const [i, original] of originals.entries()) {
      const copy = original.map((word) => (random() < share ? wordOf(random) : word));
      const number = table.find(print(copy));
      if (number === i) right++;
      if (number !== undefined) found++;
      // A page of its own is found as such, if it is.
      if (table.find(print(textOf(words, random))) !== undefined) found++;
    }
    return { edits: share, recall: right / families, precision: found === 0 ? 1 : right / found };
  });
}

/** Prints of other texts are made from a few by what tells sites apart: a million texts would take an hour. */
function fillTable(
  pages: number,
  out: Output,
): { readonly bytesPerPage: number; readonly microseconds: number; readonly isFound: boolean } {
  const random = createRandom(5);
  const text = textOf(40, random).join(' ');
  const table = new FirstPages();
  let spentMicroseconds = 0;
  let last: Uint8Array | undefined;
  for (let done = 0; done < pages; done += BATCH) {
    const prints = Array.from({ length: Math.min(BATCH, pages - done) }, (_, i) =>
      printPage({ text, templateText: '', metadata: '', textsHash: 0, site: `site ${done + i}` }),
    );
    const before = process.cpuUsage();
    for (const made of prints) {
      table.find(made);
      table.add(made);
    }
    spentMicroseconds += process.cpuUsage(before).user;
    last = prints.at(-1);
    out.progress(`${done} of ${pages} pages`);
  }
  return {
    bytesPerPage: (table.sizeBytes - FIXED_BYTES) / Math.ceil(pages / 2 ** 16) / 2 ** 16,
    microseconds: spentMicroseconds / pages,
    isFound: last !== undefined && table.find(last) !== undefined,
  };
}

function print(words: readonly string[]): Uint8Array {
  return printPage({ text: words.join(' '), templateText: '', metadata: '', textsHash: 0, site: undefined });
}

function textOf(words: number, random: Random): readonly string[] {
  return Array.from({ length: words }, () => wordOf(random));
}

function wordOf(random: Random): string {
  return `word${Math.floor(VOCABULARY ** random())}`;
}
