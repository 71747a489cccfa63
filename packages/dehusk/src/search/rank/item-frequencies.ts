/** On which pages the words of a query stand, and how often: read from the postings. */
import type Database from 'libsql';
import { matchItem } from '../query/match-expression.ts';
import type { QueryItem } from '../query/query.ts';
import type { Weights } from './weights.ts';

interface Place {
  readonly doc: number;
  readonly offset: number;
}

/** A table of words with the view on its postings. */
const tables = [
  { words: 'words', places: 'word_place', columns: ['title', 'content'] },
  { words: 'template_words', places: 'template_place', columns: ['template'] },
] as const;

/** A page has fewer words than this. */
const OFFSETS = 2 ** 24;

/** By page: how often the item stands there, each time with the weight of its column; never 0. */
export function itemFrequencies(
  database: Database.Database,
  item: QueryItem,
  weights: Weights,
): ReadonlyMap<number, number> {
  const frequencies = new Map<number, number>();
  for (const { words, places, columns } of tables) {
    for (const column of columns) {
      if (weights[column] === 0) continue;
      const counts =
        item.words.length === 1
          ? wordCounts(database, item, { places, column })
          : phraseCounts(database, item, { words, places, column });
      for (const [id, count] of counts)
        frequencies.set(id, (frequencies.get(id) ?? 0) + weights[column] * count);
    }
  }
  return frequencies;
}

/** Counted by SQLite: a common word has hundreds of thousands of places. */
function wordCounts(
  database: Database.Database,
  { words, prefix }: QueryItem,
  { places, column }: { readonly places: string; readonly column: string },
): readonly (readonly [number, number])[] {
  const rows = database
    .prepare(`SELECT doc, count(*) AS count FROM ${places} WHERE ${termIs(prefix)} AND col = ? GROUP BY doc`)
    .all(...termValues(words[0]!, prefix), column) as { readonly doc: number; readonly count: number }[];
  return rows.map(({ doc, count }) => [doc, count] as const);
}

interface PhraseTable {
  readonly words: string;
  readonly places: string;
  readonly column: string;
}

/** The places of the first word behind which all others follow. */
function phraseCounts(
  database: Database.Database,
  item: QueryItem,
  { words, places, column }: PhraseTable,
): ReadonlyMap<number, number> {
  const matching = `doc IN (SELECT rowid FROM ${words} WHERE ${words} MATCH ?)`;
  let starts: Set<number> | undefined;
  for (const [i, word] of item.words.entries()) {
    const prefix = item.prefix && i === item.words.length - 1;
    const rows = database
      .prepare(`SELECT doc, offset FROM ${places} WHERE ${termIs(prefix)} AND col = ? AND ${matching}`)
      .all(...termValues(word, prefix), column, matchItem(item)) as Place[];
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
