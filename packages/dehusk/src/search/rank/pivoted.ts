/**
 * Pivoted tf-idf (Singhal, Buckley, Mitra 1996), the other formula of the index-time paper's Section 4:
 *
 *     Σ over words   (1 + ln(1 + ln tf)) / (1 - s + s · length / mean length) · ln((N + 1) / df)        s = 0.2
 *
 * Frequencies, weights and lengths are those of BM25, but the slope is gentler, and words on more than half of the
 * pages still count. It reads the postings of all words of the query: slower than BM25, which FTS5 does itself.
 */
import type Database from 'libsql';
import type { IndexTotals } from '../index-facts.ts';
import { itemsOf } from '../query/query.ts';
import type { Ranked, Slice } from './bm25.ts';
import { itemFrequencies } from './item-frequencies.ts';
import { matchedPages, type Search } from './matched-pages.ts';

const SLOPE = 0.2;

export interface Collection {
  readonly database: Database.Database;
  readonly totals: IndexTotals;
}

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
