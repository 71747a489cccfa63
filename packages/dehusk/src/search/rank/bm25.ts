/**
 * Okapi BM25 as FTS5 has it (k1 = 1.2, b = 0.75), a word's frequency being the sum over the columns, each times its
 * weight. Lengths are those of title and content: a template that was found and left out lengthens no page, nor does
 * one that is kept, because it is in a table of its own with scores of its own. BM25 adds up over words, so the sum of
 * both is right.
 */
import type Database from 'libsql';
import { matchAny, matchGroups } from '../query/match-expression.ts';
import { anyOf, looksAtWords, matchedPages, type Search, type Sql } from './matched-pages.ts';
import { columnFilter } from './weights.ts';

export interface Ranked {
  /** Number of the page. */
  readonly id: number;
  readonly score: number;
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** The best first; of equal scores, the page that was indexed first. */
export function rankByBm25(
  database: Database.Database,
  search: Search,
  { limit, offset }: Slice,
): readonly Ranked[] {
  const { text, values } = search.weights.template === 0 ? plainSql(search) : templateSql(search);
  const rows = database
    .prepare(`${text} ORDER BY score DESC, id LIMIT ? OFFSET ?`)
    .all(...values, limit, offset);
  return (rows as Ranked[]).map(({ id, score }) => ({ id, score }));
}

/**
 * `+`: SQLite must not ask FTS5 about one page of the site after the other. What is excluded is so by SQL: with OR on
 * the left side of a NOT, FTS5 (3.45) loses the scores of some words.
 */
function plainSql({ query, weights, site }: Search): Sql {
  const { excluded } = query;
  const without =
    excluded.length === 0 ? '' : ' AND +rowid NOT IN (SELECT rowid FROM words WHERE words MATCH ?)';
  const ofSite = site === undefined ? '' : ' AND +rowid IN (SELECT id FROM page WHERE site = ?)';
  return {
    text: `SELECT rowid AS id, -bm25(words, ?, ?) AS score FROM words WHERE words MATCH ?${without}${ofSite}`,
    values: [
      ...[weights.title, weights.content, columnFilter(weights, matchGroups(query))],
      ...(excluded.length === 0 ? [] : [columnFilter(weights, matchAny(excluded))]),
      ...(site === undefined ? [] : [site]),
    ],
  };
}

function templateSql(search: Search): Sql {
  const { weights } = search;
  const any = anyOf(search);
  const matched = matchedPages(search);
  const parts: Sql[] = [
    {
      text: 'SELECT rowid AS id, -? * bm25(template_words) AS score FROM template_words WHERE template_words MATCH ?',
      values: [weights.template, any],
    },
  ];
  if (looksAtWords(search))
    parts.push({
      text: 'SELECT rowid AS id, -bm25(words, ?, ?) AS score FROM words WHERE words MATCH ?',
      values: [weights.title, weights.content, columnFilter(weights, any)],
    });
  return {
    text: `SELECT id, sum(score) AS score FROM (${parts.map(({ text }) => text).join(' UNION ALL ')})
      WHERE id IN (${matched.text}) GROUP BY id`,
    values: [...parts.flatMap((part) => part.values), ...matched.values],
  };
}
