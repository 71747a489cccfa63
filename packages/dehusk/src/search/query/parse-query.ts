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
import { DehuskError } from '../../errors.ts';
import { tokenise } from '../../page/words/tokenise.ts';
import type { Query, QueryItem } from './query.ts';
import { type QueryPart, splitQuery, wrongQuery } from './query-parts.ts';

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
