/**
 * Headings that name their page stay in the index, whatever a method says of them: those of the first two levels whose
 * text is on fewer pages of the batch than make a template.
 *
 * Methods that judge blocks by their words take "2010 Honda Civic 4-door Sedan" for template where each of these words
 * stands at its place on five other pages. A reader who searches for it wants this page. On the corpus that was one
 * site of 27, and most of the known items that index-time detection lost.
 */
import type { Verdict } from '../detect/detector.ts';
import type { Page } from '../page/page.ts';
import { tagSet } from '../page/tags.ts';

const headingTags = tagSet('h1', 'h2');

/** As for all methods of ours (Wang's and Chen's k). Where there are not as many pages, their number tells nothing. */
const TEMPLATE_PAGES = 5;

interface Heading {
  /** The same for headings of the same text. */
  readonly key: string;
  readonly texts: Int32Array;
}

/** Verdicts of pages of one site, in their order. What needs no change is the very object. */
export function keepHeadings<Judged extends Pick<Verdict, 'template'>>(
  pages: readonly Page[],
  verdicts: readonly Judged[],
): readonly Judged[] {
  if (pages.length < TEMPLATE_PAGES) return verdicts;
  const headings = pages.map(headingsOf);
  const pagesOf = new Map<string, Set<string>>();
  for (const [i, { id }] of pages.entries()) {
    // Captures of one page are one.
    for (const { key } of headings[i]!) pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(id));
  }
  return verdicts.map((verdict, i) => {
    const own = headings[i]!.filter(({ key }) => pagesOf.get(key)!.size < TEMPLATE_PAGES);
    const lost = own.flatMap(({ texts }) => [...texts]).filter((node) => verdict.template[node] === 1);
    if (lost.length === 0) return verdict;
    const template = verdict.template.slice();
    for (const node of lost) template[node] = 0;
    return { ...verdict, template };
  });
}

function headingsOf(page: Page): readonly Heading[] {
  const { tag, subtreeEnd, segments, textHashHigh, textHashLow } = page;
  const headings: Heading[] = [];
  let first = 0;
  for (let node = 1; node < page.nodeCount; node++) {
    if (headingTags[tag[node]!] === 0) continue;
    while (first < segments.length && segments[first]! < node) first++;
    let end = first;
    while (end < segments.length && segments[end]! < subtreeEnd[node]!) end++;
    if (end === first) continue;
    const texts = segments.subarray(first, end);
    const key = Array.from(texts, (text) => `${textHashHigh[text]!}.${textHashLow[text]!}`).join(' ');
    headings.push({ key, texts });
  }
  return headings;
}
