/**
 * The language of queries, ours and small, so that no text of a user ever reaches SQLite as syntax:
 *
 *     walk dog          pages with both words
 *     "walk the dog"    side by side; so are the parts of well-known, 3.14 and of 東京都
 *     walk*             words that begin so; also "walk the do*"
 *     dog OR cat        one of the two; OR binds tighter than the space: walk dog OR cat
 *     -cat              pages without the word
 *
 * Words are those of the tokeniser that pages go through: case and accents do not matter, punctuation says nothing.
 */
import { DehuskError } from '../errors.ts';
import { tokenise } from '../page/words/tokenise.ts';

/** What is looked for: pages that have one of each group and none of the excluded ones. */
export interface Query {
  readonly groups: readonly (readonly QueryItem[])[];
  readonly excluded: readonly QueryItem[];
}

/** Words side by side; one alone is a plain word. */
export interface QueryItem {
  /** Folded. */
  readonly words: readonly string[];
  /** Of the last word, the beginning is enough. */
  readonly prefix: boolean;
}

/** All that is looked for, group or not. */
export function itemsOf({ groups }: Query): readonly QueryItem[] {
  return groups.flat();
}

/** Nobody types more; what programs paste into a search box should not take seconds. */
const MAX_WORDS = 64;

/** Throws QUERY_WRONG, QUERY_EMPTY or QUERY_TOO_LONG. */
export function parseQuery(query: string): Query {
  const groups: QueryItem[][] = [];
  const excluded: QueryItem[] = [];
  let or: QueryPart | undefined;
  let last: QueryPart | undefined;
  for (const part of splitQuery(query)) {
    if (part.kind === 'or') {
      checkOr(query, part, { last, or });
      or = part;
      continue;
    }
    const item = itemOf(query, part);
    if (item === undefined) continue;
    if (part.isExcluded && or !== undefined)
      throw wrongQuery(query, or.at, 'OR cannot join what is excluded');
    if (part.isExcluded) excluded.push(item);
    else if (or !== undefined) groups.at(-1)!.push(item);
    else groups.push([item]);
    last = part;
    or = undefined;
  }
  if (or !== undefined) throw wrongQuery(query, or.at, 'OR needs a word on both sides');
  return checked(query, { groups, excluded });
}

function checkOr(
  query: string,
  part: QueryPart,
  { last, or }: { readonly last: QueryPart | undefined; readonly or: QueryPart | undefined },
): void {
  if (last === undefined || or !== undefined)
    throw wrongQuery(query, part.at, 'OR needs a word on both sides');
  if (last.isExcluded) throw wrongQuery(query, part.at, 'OR cannot join what is excluded');
}

/** Undefined for bare punctuation, as the & of "rock & roll". */
function itemOf(query: string, part: QueryPart): QueryItem | undefined {
  const item = wordsSideBySide(part.text);
  if (item.words.length > 0) return { ...item, prefix: item.prefix || part.isPrefix };
  if (part.isQuoted) throw wrongQuery(query, part.at, 'there is no word between these quotation marks');
  if (part.isExcluded) throw wrongQuery(query, part.at, 'there is no word behind this -');
  if (part.isPrefix) throw wrongQuery(query, part.at, 'there is no word before this *');
  return undefined;
}

/**
 * In pages, the last character of a run of Chinese is a word alone, behind the pair that it ends. Where the text that
 * is looked for ends, the run of the page may go on: there that character is left out behind its pair, and alone it is
 * the beginning of a pair.
 */
function wordsSideBySide(text: string): QueryItem {
  const tokens = tokenise(text);
  const last = tokens.at(-1);
  const words = tokens.map(({ word }) => word);
  if (last?.kind !== 'tail') return { words, prefix: false };
  return tokens.at(-2)?.end === last.end
    ? { words: words.slice(0, -1), prefix: false }
    : { words, prefix: true };
}

function checked(query: string, parsed: Query): Query {
  const { groups, excluded } = parsed;
  const words = [...groups.flat(), ...excluded].reduce((sum, item) => sum + item.words.length, 0);
  if (words > MAX_WORDS) throw new DehuskError('QUERY_TOO_LONG', { words, limit: MAX_WORDS });
  if (groups.length > 0) return parsed;
  if (excluded.length === 0) throw new DehuskError('QUERY_EMPTY', {});
  throw wrongQuery(query, query.indexOf('-'), 'to leave pages out is not enough: add a word to look for');
}

interface QueryPart {
  readonly kind: 'text' | 'or';
  /** Without quotes, `-` and `*`. */
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
  readonly isPrefix: boolean;
  /** Where it begins, from 0. */
  readonly at: number;
}

/** People paste what word processors make of quotation marks. */
const quotes = '"“”„＂';
const space = /\s/;

/** Cuts a query into its parts: words with what stands on them, quoted texts, and OR. */
function splitQuery(query: string): readonly QueryPart[] {
  const parts: QueryPart[] = [];
  for (let at = 0; at < query.length; ) {
    if (space.test(query[at]!)) {
      at++;
      continue;
    }
    const { part, end } = readPart(query, at);
    parts.push(part);
    at = end;
  }
  return parts;
}

/** `at`: where in the query; the error counts characters, from 1. */
function wrongQuery(query: string, at: number, reason: string): DehuskError {
  return new DehuskError('QUERY_WRONG', { query, position: [...query.slice(0, at)].length + 1, reason });
}

interface ReadPart {
  readonly part: QueryPart;
  readonly end: number;
}

function readPart(query: string, at: number): ReadPart {
  // A dash between spaces is punctuation.
  const isExcluded = query[at] === '-' && at + 1 < query.length && !space.test(query[at + 1]!);
  const start = isExcluded ? at + 1 : at;
  const { text, end, isQuoted } = quotes.includes(query[start]!)
    ? readQuoted(query, start)
    : readBare(query, start);
  const isOr = text === 'OR' && !isQuoted && !isExcluded;
  const bare = withoutStar(query, text, start + (isQuoted ? 1 : 0));
  const isPrefix = bare.length < text.length;
  return { part: { kind: isOr ? 'or' : 'text', text: bare, isQuoted, isExcluded, isPrefix, at }, end };
}

/** The text with a star that stands behind the closing quotation mark. */
function readQuoted(query: string, open: number): { text: string; end: number; isQuoted: true } {
  let close = open + 1;
  while (close < query.length && !quotes.includes(query[close]!)) close++;
  if (close === query.length) throw wrongQuery(query, open, 'this quotation mark is never closed');
  const text = query.slice(open + 1, close);
  if (query[close + 1] !== '*') return { text, end: close + 1, isQuoted: true };
  return { text: `${text}*`, end: close + 2, isQuoted: true };
}

function readBare(query: string, start: number): { text: string; end: number; isQuoted: false } {
  let end = start;
  while (end < query.length && !space.test(query[end]!) && !quotes.includes(query[end]!)) end++;
  return { text: query.slice(start, end), end, isQuoted: false };
}

function withoutStar(query: string, text: string, at: number): string {
  const star = text.indexOf('*');
  if (star === -1) return text;
  if (star < text.length - 1 || star === 0)
    throw wrongQuery(query, at + star, 'a * stands behind the beginning of a word, as in walk*');
  return text.slice(0, star);
}

/** In the syntax of FTS5. Words have letters and digits only, and stand between quotation marks. */
export function matchItem({ words, prefix }: QueryItem): string {
  return `"${words.join(' ')}"${prefix ? ' *' : ''}`;
}

export function matchAny(items: readonly QueryItem[]): string {
  return items.map(matchItem).join(' OR ');
}

/** What a page must have; what is excluded is left to the caller. */
export function matchGroups({ groups }: Query): string {
  return groups.map((group) => `(${matchAny(group)})`).join(' AND ');
}

export function matchQuery(query: Query): string {
  const wanted = matchGroups(query);
  return query.excluded.length === 0 ? wanted : `(${wanted}) NOT (${matchAny(query.excluded)})`;
}
