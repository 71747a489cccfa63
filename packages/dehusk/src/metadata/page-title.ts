/**
 * The title of a page as the page means it. The `title` element has the name of the site in it, before or behind a
 * sign, as in `About us | Example`. What the site is called is learned from what its titles have in common: the parts at
 * their ends are counted as pages are learned, and a few counts are kept with the facts of the site. Or the page says
 * the name elsewhere.
 */
import { Tag } from '../page/names.ts';
import { NodeFlag, type Page } from '../page/page.ts';
import { remembering } from './remembering.ts';
import { textOf } from './structured-data.ts';

/** Counts by part; a part behind the last sign begins with `>`, one before the first with `<`. */
export type TitleParts = Readonly<Record<string, number>>;

/** Names of sites are far fewer; the rest are titles, which come and go. */
const MAX_PARTS = 8;
const MAX_PART_CHARS = 80;
/** So many pages, and so large a share of them, make a name. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;

/** Colons inside of a word are those of a name in code. */
const anySign = /[|–—·•»«‹›:~-]/;
const signs = /\s+[|–—·•»«‹›:~-]+\s+|\s*[|»«]\s*|\s::|::\s|:\s+/g;

interface SplitTitle {
  readonly name: string;
  readonly rest: string;
}

/** Where signs part a title. */
interface Cuts {
  /** The first and the last of them; the same one where there is one alone. */
  readonly first: RegExpExecArray;
  readonly last: RegExpExecArray;
}

function findCuts(title: string): Cuts | undefined {
  // Many titles have none, which is quick to see.
  if (!anySign.test(title)) return undefined;
  signs.lastIndex = 0;
  const first = signs.exec(title);
  if (first === null) return undefined;
  let last = first;
  for (let next = signs.exec(title); next !== null; next = signs.exec(title)) last = next;
  return { first, last };
}

/** Undefined where nothing stands on one side of the sign. */
function splitAt(title: string, cut: RegExpExecArray, at: 'start' | 'end'): SplitTitle | undefined {
  const before = title.slice(0, cut.index).trim();
  const after = title.slice(cut.index + cut[0].length).trim();
  if (before === '' || after === '') return undefined;
  return at === 'start' ? { name: before, rest: after } : { name: after, rest: before };
}

/** With the ends of one more title counted. What is rare gives way to what is new (Misra and Gries 1982). */
export function addTitle(parts: TitleParts | undefined, title: string): TitleParts | undefined {
  const cuts = findCuts(title);
  if (cuts === undefined) return parts;
  const first = splitAt(title, cuts.first, 'start');
  const last = splitAt(title, cuts.last, 'end');
  if (!first || !last) return parts;
  // Counted in lists: an object whose names come and go is slow to copy, and each page of a site has one.
  const names = Object.keys(parts ?? {});
  const counts = Object.values(parts ?? {});
  for (const part of [`<${first.name}`, `>${last.name}`]) {
    if (part.length > MAX_PART_CHARS) continue;
    const at = names.indexOf(part);
    if (at >= 0) counts[at]!++;
    else if (names.length < MAX_PARTS) counts[names.push(part) - 1] = 1;
    else discountAll(names, counts);
  }
  const counted: Record<string, number> = {};
  for (let i = 0; i < names.length; i++) counted[names[i]!] = counts[i]!;
  return counted;
}

/** Takes one off each count, and drops those of which nothing is left. */
function discountAll(names: string[], counts: number[]): void {
  for (let i = names.length - 1; i >= 0; i--) {
    if (--counts[i]! > 0) continue;
    names.splice(i, 1);
    counts.splice(i, 1);
  }
}

/** The name of a site, where its titles show one: on which side, and what it is. */
export function namesOf(parts: TitleParts | undefined, pages: number): readonly string[] {
  const names: string[] = [];
  for (const part in parts)
    if (parts[part]! >= MIN_PAGES && parts[part]! >= pages * MIN_SHARE) names.push(part);
  return names;
}

/** By lower-case letters and digits: `Example News` is `example-news`. */
export function sameWords(one: string, other: string): boolean {
  let i = 0;
  let j = 0;
  for (let isAny = false; ; isAny = true) {
    while (i < one.length && isSign(one.charCodeAt(i))) i++;
    while (j < other.length && isSign(other.charCodeAt(j))) j++;
    if (i === one.length && j === other.length) return isAny;
    const unit = i < one.length ? one.charCodeAt(i++) : 0;
    const otherUnit = j < other.length ? other.charCodeAt(j++) : 0;
    if (unit >= 0x80 || otherUnit >= 0x80) break;
    if (((unit ^ otherUnit) & ~0x20) !== 0) return false;
  }
  // What is a letter of any script takes longer to tell.
  const words = bare(one);
  return words !== '' && words === bare(other);
}

/** No letter and no digit, of those in ASCII. */
function isSign(unit: number): boolean {
  const folded = unit | 0x20;
  return unit < 0x80 && (unit < 0x30 || unit > 0x39) && (folded < 0x61 || folded > 0x7a);
}

/** Does it say the same somewhere? Systems change case, quotes and dashes on the way from one to the other. */
export function saysWords(text: string, words: string): boolean {
  const wanted = bare(words);
  return wanted !== '' && bare(text).includes(wanted);
}

function bare(text: string): string {
  const folded = text.toLowerCase();
  return folded.replace(/[^\0-\x7f]/.test(folded) ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g, '');
}

export interface KnownNames {
  /** As `namesOf` gives them, with the side on which they stand. */
  readonly learned: readonly string[];
  /** What the page says that its site is called. */
  readonly told: readonly string[];
  /** Who has written the page: a title may end with it, and begin with it where it is about them. */
  readonly author?: string | undefined;
  readonly url: string | undefined;
}

/** Without the name of the site at either end; as it is where nothing is left, or nobody knows the name. */
export function withoutSiteName(title: string, names: KnownNames): string {
  const cuts = findCuts(title);
  // Most headings have none.
  if (cuts === undefined) return title;
  const end = splitAt(title, cuts.last, 'end');
  const rest = end !== undefined && isOfSite(end.name, 'end', names) ? end.rest : title;
  // What was cut off behind does not move the first sign; where it was the only one, nothing stands behind it now.
  const start = splitAt(rest, cuts.first, 'start');
  return start !== undefined && isOfSite(start.name, 'start', names) ? start.rest : rest;
}

function isOfSite(part: string, at: 'start' | 'end', { learned, told, author, url }: KnownNames): boolean {
  if (learned.includes(`${at === 'end' ? '>' : '<'}${part}`) || isAnyName(told, part)) return true;
  return (at === 'end' && author !== undefined && sameWords(author, part)) || isHost(part, at, url);
}

export function isAnyName(names: readonly string[], text: string): boolean {
  for (let i = 0; i < names.length; i++) if (sameWords(names[i]!, text)) return true;
  return false;
}

/**
 * `Example News` of www.example-news.org, `Example.org` of jobs.example.org; at the end of a title `The Example Forums` of
 * forums.example.org, too.
 */
function isHost(name: string, at: 'start' | 'end', url: string | undefined): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(url ?? '')?.[1];
  if (host === undefined) return false;
  const names = namesOfHost(host);
  return isAnyName(names, name) || (at === 'end' && isAnyName(names, withoutSort(name)));
}

const withoutSort = remembering((name) => name.replace(sortsOfSites, ' '));

/** Each label but the last, alone and with those behind it; shorter ones are no names. */
const namesOfHost = remembering((host): readonly string[] => {
  const labels = host.split('.');
  return labels
    .slice(0, -1)
    .flatMap((label, i) => [bare(label), bare(labels.slice(i).join(''))])
    .filter((name) => name.length > 2);
});

/** Words that stand beside the name of a site. */
const sortsOfSites =
  /\b(?:the|official|site|website|online|store|shop|forums?|community|wiki|blog|news|magazine|docs|documentation|help|support|university|college|inc|llc|ltd|gmbh)\b/gi;

/** In units, which is quicker to see. */
const linkSign = /[#¶§\udd17]/;

/** The headings of the first rank that are content, without the sign of a link to themselves. */
export function mainHeadings(
  page: Page,
  elements: readonly number[],
  template: Uint8Array,
): readonly string[] {
  const headings: string[] = [];
  for (const node of elements) {
    if ((page.flags[node]! & NodeFlag.hidden) !== 0) continue;
    if (!hasText(page, node, template)) continue;
    const text = headingText(page, node, template);
    const heading = linkSign.test(text) ? text.replace(/\s*[#¶§🔗]\s*$/u, '') : text;
    if (heading !== '') headings.push(heading);
  }
  return headings;
}

/** Without what was taken away behind it, and without its buttons ("Copy path"), unless it is nothing else. */
function headingText(page: Page, heading: number, template: Uint8Array): string {
  const words = textOf(page, heading, (node) => template[node] === 1 || page.tag[node] === Tag.button);
  return words === '' ? textOf(page, heading) : words;
}

/** So many headings of the first rank a page has, those of its template among them. */
export function countHeadings(page: Page, elements: readonly number[]): number {
  return elements.filter((node) => (page.flags[node]! & NodeFlag.hidden) === 0 && hasText(page, node)).length;
}

/** That is content, if the template is told. */
function hasText(page: Page, element: number, template?: Uint8Array): boolean {
  for (let node = element + 1; node < page.subtreeEnd[element]!; node++)
    if (page.chars[node]! > 0 && template?.[node] !== 1) return true;
  return false;
}
