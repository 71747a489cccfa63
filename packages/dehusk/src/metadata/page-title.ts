/**
 * The title of a page as the page means it. The `title` element has the name of the site in it, before or behind; what
 * the site is called was learned from its other titles, or the page says it elsewhere.
 */
import { NodeFlag, type Page } from '../page/page.ts';
import { cutTitle } from './site-titles.ts';
import { textOf } from './structured-data.ts';

/** By lower-case letters and digits: `Example News` is `example-news`. */
export function sameWords(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  return a !== '' && a === b;
}

function bare(text: string): string {
  const folded = text.toLowerCase();
  // What is a letter of any script takes longer to tell.
  return folded.replace(/[^\0-\x7f]/.test(folded) ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g, '');
}

export interface KnownNames {
  /** As `namesOf` gives them, with the side on which they stand. */
  readonly learned: readonly string[];
  /** What the page says that its site is called. */
  readonly told: readonly string[];
  readonly url: string | undefined;
}

/** Without the name of the site at either end; as it is where nothing is left, or nobody knows the name. */
export function withoutSiteName(title: string, names: KnownNames): string {
  let rest = title;
  for (const at of ['end', 'start'] as const) {
    const cut = cutTitle(rest, at);
    if (cut === undefined) continue;
    const isLearned = names.learned.includes(`${at === 'end' ? '>' : '<'}${cut.name}`);
    if (isLearned || names.told.some((name) => sameWords(name, cut.name)) || isHost(cut.name, names.url))
      rest = cut.rest;
  }
  return rest;
}

/** `Example News` of www.example-news.org. */
function isHost(name: string, url: string | undefined): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url ?? '')?.[1];
  if (host === undefined) return false;
  const word = bare(name);
  return (
    word.length > 2 &&
    (word === bare(host) ||
      host
        .split('.')
        .slice(0, -1)
        .some((label) => bare(label) === word))
  );
}

/** The headings of the first rank that are content, without the sign of a link to themselves. */
export function mainHeadings(
  page: Page,
  elements: readonly number[],
  template: Uint8Array,
): readonly string[] {
  const headings: string[] = [];
  for (const node of elements) {
    if ((page.flags[node]! & NodeFlag.hidden) !== 0) continue;
    if (!hasContent(page, node, template)) continue;
    const text = textOf(page, node).replace(/\s*[#¶§🔗]\s*$/u, '');
    if (text !== '') headings.push(text);
  }
  return headings;
}

function hasContent(page: Page, element: number, template: Uint8Array): boolean {
  for (let node = element + 1; node < page.subtreeEnd[element]!; node++)
    if (page.chars[node]! > 0 && template[node] === 0) return true;
  return false;
}
