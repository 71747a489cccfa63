/** A query cut into its parts: words with what stands on them, quoted texts, and OR. */
import { DehuskError } from '../../errors.ts';

export interface QueryPart {
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

export function splitQuery(query: string): readonly QueryPart[] {
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

/** Of a place in the query, counted in characters from 1. */
export function wrongQuery(query: string, at: number, reason: string): DehuskError {
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
