/**
 * What an index holds of a page: its words, which come from the table that its template was found with, its text to
 * show, and its links. And which headings it keeps, whatever a method says of them.
 */
import type { Verdict } from '../detect/detector.ts';
import { splitBlocks } from '../page/blocks.ts';
import { type JudgedLink, judgedLinks, readTitle } from '../page/links.ts';
import { tagSet } from '../page/names.ts';
import { NodeFlag, normalForm, type Page, readText } from '../page/page.ts';
import { tokenise } from '../page/words/tokenise.ts';
import { splitWords, type WordTable } from '../page/words/word-table.ts';

/** Words of a part of a page, folded, one space between each two. */
export interface IndexedWords {
  readonly words: string;
  readonly count: number;
}

export interface IndexEntry {
  /** Who the page is: a page of the same id takes the place of an earlier one. */
  readonly id: string;
  readonly url: string | undefined;
  readonly site: string;
  readonly title: string;
  /** The content, as text. */
  readonly text: string;
  /** The template, as text; undefined where it is not to be found. */
  readonly templateText: string | undefined;
  readonly titleWords: IndexedWords;
  readonly contentWords: IndexedWords;
  readonly templateWords: IndexedWords;
  readonly links: readonly JudgedLink[];
}

export interface EntryOptions {
  readonly site: string;
  readonly verdict: Pick<Verdict, 'template'>;
  /** Let the template be found, too. */
  readonly keepTemplate?: boolean;
}

/** The entry of a page of the table. */
export function createIndexEntry(table: WordTable, pageIndex: number, options: EntryOptions): IndexEntry {
  const { site, verdict, keepTemplate = false } = options;
  const page = table.pages[pageIndex]!;
  const split = splitWords(table, pageIndex, verdict.template);
  const title = readTitle(page);
  const spelled = (numbers: Uint32Array): IndexedWords => ({
    words: table.lexicon.spell(numbers),
    count: numbers.length,
  });
  return {
    id: page.id,
    url: page.url,
    site,
    title,
    text: partText(page, verdict.template, 0),
    templateText: keepTemplate ? partText(page, verdict.template, 1) : undefined,
    titleWords: wordsOf(title),
    contentWords: spelled(split.content),
    templateWords: keepTemplate ? spelled(split.template) : { words: '', count: split.template.length },
    links: judgedLinks(page, verdict.template),
  };
}

/** The words of a text. */
export function wordsOf(text: string): IndexedWords {
  const tokens = tokenise(text);
  return { words: tokens.map(({ word }) => word).join(' '), count: tokens.length };
}

/** What begins a line, as far as it matters to a reader of a few words. */
const lineTags = tagSet(
  ...([
    'address',
    'article',
    'aside',
    'blockquote',
    'br',
    'caption',
    'center',
    'dd',
    'details',
    'div',
  ] as const),
  ...(['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4'] as const),
  ...(['h5', 'h6', 'header', 'hr', 'legend', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section'] as const),
  ...(['summary', 'table', 'td', 'th', 'tr', 'ul'] as const),
);

const opensWithout = /^[\p{P}\p{S}]/u;
const endsWithout = /[\p{P}\p{S}]$/u;
const opensWithSpace = /^[\t\n\f\r ]/;
const endsWithSpace = /[\t\n\f\r ]$/;

/**
 * The texts of a page's segments as one text to store and to show, of those whose bit in `template` is `part`: 0 for the
 * content. Blocks stand on lines of their own.
 *
 * The tokeniser finds in it the words of the segments, one after the other, and no others: an index takes a page back
 * by these words, and finds the positions of words by counting. So two texts adjoin only where neither has a letter
 * there; else there is a space between them, though the page has none.
 */
export function partText(page: Page, template: Uint8Array, part: 0 | 1): string {
  const { segments } = page;
  const { count, start } = splitBlocks(page, lineTags);
  let text = '';
  let previous = -1;
  let previousText = '';
  for (let block = 0; block < count; block++) {
    let isFirst = true;
    for (let i = start[block]!; i < start[block + 1]!; i++) {
      const node = segments[i]!;
      if (template[node] !== part) continue;
      const raw = readText(page, node);
      const own = normalForm(raw);
      if (own === '') continue;
      if (text !== '') text += isFirst ? '\n' : gapBetween(page, [previous, node], [previousText, raw]);
      text += own;
      isFirst = false;
      previous = node;
      previousText = raw;
    }
  }
  return text;
}

function gapBetween(
  page: Page,
  [before, node]: readonly [number, number],
  [left, right]: readonly [string, string],
): string {
  if (endsWithSpace.test(left) || opensWithSpace.test(right) || isSpaced(page, before, node)) return ' ';
  return endsWithout.test(left) || opensWithout.test(right) ? '' : ' ';
}

/** Does white space stand somewhere between two texts? */
function isSpaced({ flags }: Page, before: number, node: number): boolean {
  for (let between = before + 1; between <= node; between++) {
    if ((flags[between]! & NodeFlag.spaceBefore) !== 0) return true;
  }
  return false;
}

const headingTags = tagSet('h1', 'h2');

/** As for all methods of ours (Wang's and Chen's k). Where there are not as many pages, their number tells nothing. */
const TEMPLATE_PAGES = 5;

interface Heading {
  /** The same for headings of the same text. */
  readonly key: string;
  readonly texts: Int32Array;
}

/**
 * Headings that name their page stay in the index, whatever a method says of them: those of the first two levels whose
 * text is on fewer pages of the batch than make a template.
 *
 * Methods that judge blocks by their words take "2010 Honda Civic 4-door Sedan" for template where each of these words
 * stands at its position on five other pages. A reader who searches for it wants this page. On the corpus that was one
 * site of 27, and most of the known items that index-time detection lost.
 *
 * Verdicts of pages of one site, in their order. What needs no change is the very object.
 */
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
