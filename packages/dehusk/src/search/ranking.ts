/**
 * Which pages a query matches, and in what order: by BM25, which FTS5 computes, or by pivoted tf-idf. A word counts by
 * where it stands: title, content and template have weights.
 */
import type Database from 'libsql';
import type { IndexTotals } from './index-file.ts';
import {
  itemsOf,
  matchAny,
  matchGroups,
  matchItem,
  matchQuery,
  type Query,
  type QueryItem,
} from './query.ts';

/** How much a word counts, by where it stands. A part of no weight is not looked at. */
export interface Weights {
  readonly title: number;
  readonly content: number;
  /** Only where the index keeps the template. */
  readonly template: number;
}

/**
 * A word of the title is worth two of the content. Heavier titles rank pages of the corpus higher that are asked for by
 * their titles (mean reciprocal rank .859, .872, .892, .909 for 1, 2, 4, 8); but that is what such questions are made of,
 * and nothing says that others gain. One of the template says little of a page, but something of a site.
 */
export const defaultWeights: Weights = { title: 2, content: 1, template: 0.1 };

/** What is looked for, and where. */
export interface Search {
  readonly query: Query;
  /** The template has a weight only where the index keeps it. */
  readonly weights: Weights;
  readonly site: string | undefined;
}

export interface Ranked {
  /** Number of the page. */
  readonly id: number;
  readonly score: number;
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Okapi BM25 as FTS5 has it (k1 = 1.2, b = 0.75), a word's frequency being the sum over the columns, each times its
 * weight. Lengths are those of title and content: a template that was found and left out lengthens no page, nor does
 * one that is kept, because it is in a table of its own with scores of its own. BM25 adds up over words, so the sum of
 * both is right.
 *
 * The best first; of equal scores, the page that was indexed first.
 */
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

const SLOPE = 0.2;

interface Collection {
  readonly database: Database.Database;
  readonly totals: IndexTotals;
}

/**
 * Pivoted tf-idf (Singhal, Buckley, Mitra 1996), the other formula of the index-time paper's Section 4:
 *
 *     Σ over words   (1 + ln(1 + ln tf)) / (1 - s + s · length / mean length) · ln((N + 1) / df)        s = 0.2
 *
 * Frequencies, weights and lengths are those of BM25, but the slope is gentler, and words on more than half of the
 * pages still count. It reads the postings of all words of the query: slower than BM25, which FTS5 does itself.
 */
export function rankByPivoted(
  { database, totals }: Collection,
  search: Search,
  { limit, offset }: Slice,
): readonly Ranked[] {
  const scores = readLengths(database, search);
  const meanLength = (totals.titleWords + totals.contentWords) / totals.pages || 1;
  const norms = new Map([...scores].map(([id, length]) => [id, 1 - SLOPE + (SLOPE * length) / meanLength]));
  for (const id of scores.keys()) scores.set(id, 0);
  for (const item of itemsOf(search.query)) {
    const frequencies = itemFrequencies(database, item, search.weights);
    const idf = Math.log((totals.pages + 1) / frequencies.size);
    for (const [id, norm] of norms) {
      const tf = frequencies.get(id);
      if (tf !== undefined) scores.set(id, scores.get(id)! + (dampened(tf) / norm) * idf);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(offset, offset + limit);
}

/** Of the pages that match, by number. */
function readLengths(database: Database.Database, search: Search): Map<number, number> {
  const { text, values } = matchedPages(search);
  const rows = database
    .prepare(`SELECT id, title_words + content_words AS length FROM page WHERE id IN (${text})`)
    .all(...values) as { readonly id: number; readonly length: number }[];
  return new Map(rows.map(({ id, length }) => [id, length]));
}

/** Below one, which only small weights make, the logarithms have no meaning: there it is a straight line. */
function dampened(tf: number): number {
  return tf < 1 ? tf : 1 + Math.log(1 + Math.log(tf));
}

interface Posting {
  readonly doc: number;
  readonly offset: number;
}

/** A table of words with the view on its postings. */
const tables = [
  { words: 'words', postings: 'word_place', columns: ['title', 'content'] },
  { words: 'template_words', postings: 'template_place', columns: ['template'] },
] as const;

/** A page has fewer words than this. */
const OFFSETS = 2 ** 24;

/** Read from the postings, by page: how often the item stands there, each time with the weight of its column; never 0. */
function itemFrequencies(
  database: Database.Database,
  item: QueryItem,
  weights: Weights,
): ReadonlyMap<number, number> {
  const frequencies = new Map<number, number>();
  for (const { words, postings, columns } of tables) {
    for (const column of columns) {
      if (weights[column] === 0) continue;
      const counts =
        item.words.length === 1
          ? wordCounts(database, item, { postings, column })
          : phraseCounts(database, item, { words, postings, column });
      for (const [id, count] of counts)
        frequencies.set(id, (frequencies.get(id) ?? 0) + weights[column] * count);
    }
  }
  return frequencies;
}

/** Counted by SQLite: a common word has hundreds of thousands of postings. */
function wordCounts(
  database: Database.Database,
  { words, prefix }: QueryItem,
  { postings, column }: { readonly postings: string; readonly column: string },
): readonly (readonly [number, number])[] {
  const rows = database
    .prepare(
      `SELECT doc, count(*) AS count FROM ${postings} WHERE ${termIs(prefix)} AND col = ? GROUP BY doc`,
    )
    .all(...termValues(words[0]!, prefix), column) as { readonly doc: number; readonly count: number }[];
  return rows.map(({ doc, count }) => [doc, count] as const);
}

interface PhraseTable {
  readonly words: string;
  readonly postings: string;
  readonly column: string;
}

/** Counts the first words behind which all others follow. */
function phraseCounts(
  database: Database.Database,
  item: QueryItem,
  { words, postings, column }: PhraseTable,
): ReadonlyMap<number, number> {
  const matching = `doc IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?)`;
  let starts: Set<number> | undefined;
  for (const [i, word] of item.words.entries()) {
    const prefix = item.prefix && i === item.words.length - 1;
    const rows = database
      .prepare(`SELECT doc, offset FROM ${postings} WHERE ${termIs(prefix)} AND col = ? AND ${matching}`)
      .all(...termValues(word, prefix), column, matchItem(item)) as Posting[];
    const here = new Set(rows.map(({ doc, offset }) => doc * OFFSETS + offset - i));
    starts = starts === undefined ? here : new Set([...starts].filter((start) => here.has(start)));
  }
  const counts = new Map<number, number>();
  for (const start of starts ?? []) {
    const doc = Math.floor(start / OFFSETS);
    counts.set(doc, (counts.get(doc) ?? 0) + 1);
  }
  return counts;
}

/** Words are compared by their bytes: the last of all characters ends those with a common beginning. */
function termIs(prefix: boolean): string {
  return prefix ? 'term >= ? AND term < ?' : 'term = ?';
}

function termValues(word: string, prefix: boolean): readonly string[] {
  return prefix ? [word, `${word}\u{10ffff}`] : [word];
}

/** A statement with the values of its question marks. */
interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Can title or content make a page match? */
function looksAtWords({ weights }: Search): boolean {
  return weights.title > 0 || weights.content > 0;
}

/** `SELECT id`: the numbers of all pages that match. */
export function matchedPages(search: Search): Sql {
  const { query, weights, site } = search;
  const plain = weights.template === 0;
  const parts = plain
    ? [wordsMatch(search, matchQuery(query))]
    : query.groups.map((g) => eitherMatch(search, matchAny(g)));
  const wanted = parts.map(({ text }) => `SELECT id FROM (${text})`).join(' INTERSECT ');
  const values = parts.flatMap((part) => part.values);
  const excluded =
    plain || query.excluded.length === 0
      ? undefined
      : { text: withoutExcluded, values: [matchAny(query.excluded)] };
  return {
    text: `SELECT id FROM (${wanted}${excluded?.text ?? ''})${site === undefined ? '' : onlyOfSite}`,
    values: [...values, ...(excluded?.values ?? []), ...(site === undefined ? [] : [site])],
  };
}

/** What is in the menu of every page excludes none: here only title and content count. */
const withoutExcluded = ' EXCEPT SELECT rowid FROM words WHERE words MATCH ?';
const onlyOfSite = ' WHERE id IN (SELECT id FROM page WHERE site = ?)';

function wordsMatch({ weights }: Search, expression: string): Sql {
  return {
    text: 'SELECT rowid AS id FROM words WHERE words MATCH ?',
    values: [columnFilter(weights, expression)],
  };
}

/** In title and content, or in the template: each group may be found in another part of the page. */
function eitherMatch(search: Search, expression: string): Sql {
  const template = 'SELECT rowid AS id FROM template_words WHERE template_words MATCH ?';
  if (!looksAtWords(search)) return { text: template, values: [expression] };
  const { text, values } = wordsMatch(search, expression);
  return { text: `${text} UNION ${template}`, values: [...values, expression] };
}

/** Everything that is looked for, one of it being enough. */
function anyOf({ query }: Search): string {
  return matchAny(itemsOf(query));
}

/** The columns of `words` that count, as FTS5 wants them named. */
function columnFilter({ title, content }: Weights, expression: string): string {
  if (title > 0 && content > 0) return expression;
  return `{${title > 0 ? 'title' : 'content'}} : (${expression})`;
}
