/** Searches an index. */
import type Database from 'libsql';
import type { JudgedLink } from '../page/links.ts';
import {
  damaged,
  type IndexSetting,
  type IndexTotals,
  noTotals,
  openToRead,
  readFacts,
  textColumns,
  textOf,
  translated,
} from './index-file.ts';
import { itemsOf, parseQuery, type QueryItem } from './query.ts';
import {
  defaultWeights,
  matchedPages,
  type Ranked,
  rankByBm25,
  rankByPivoted,
  type Search,
  type Slice,
  type Weights,
} from './ranking.ts';
import { cutSnippet, type MarkedText, markText } from './snippet.ts';

export const rankings = ['bm25', 'pivoted'] as const;
export type Ranking = (typeof rankings)[number];

/** How hits are ranked, and which of them are wanted: the ten best unless told. */
export interface SearchOptions {
  readonly rank?: Ranking;
  readonly weights?: Partial<Weights>;
  /** Only pages of this site. */
  readonly site?: string;
  /** How many hits, and how many of the best to pass over. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface SearchHit {
  readonly id: string;
  readonly url: string | undefined;
  readonly site: string;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
  readonly title: MarkedText;
  /** Cut from the content. */
  readonly snippet: MarkedText;
  /** Words of title and content, and of the template, kept or not. */
  readonly words: number;
  readonly templateWords: number;
}

/** What a search has found. */
export interface SearchResult {
  /** How many pages match; `hits` are the best of them. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

/** An index that is open for searching. */
export interface IndexReader extends Disposable {
  /** Undefined for an index that was only begun. */
  readonly setting: IndexSetting | undefined;
  readonly totals: IndexTotals;
  /** Throws QUERY_WRONG, QUERY_EMPTY or QUERY_TOO_LONG. */
  search(query: string, options?: SearchOptions): SearchResult;
  /** Does it have a page of this site? */
  hasSite(site: string): boolean;
  /** The links of a page, in document order; none for a page that is not there. */
  links(id: string): readonly JudgedLink[];
}

/** Throws INDEX_NOT_FOUND, INDEX_FOREIGN, INDEX_NEWER, INDEX_OTHER_WORDS or INDEX_IN_USE. */
export function openIndex(file: string): IndexReader {
  return new SqliteIndexReader(file);
}

/** Texts as bytes. */
interface PageRow {
  readonly key: unknown;
  readonly url: unknown;
  readonly site: unknown;
  readonly title: unknown;
  readonly content: unknown;
  readonly words: number;
  readonly template_words: number;
}

class SqliteIndexReader implements IndexReader {
  readonly setting: IndexSetting | undefined;
  readonly totals: IndexTotals;
  readonly #file: string;
  readonly #database: Database.Database;
  readonly #readPage: Database.Statement;

  constructor(file: string) {
    this.#file = file;
    this.#database = openToRead(file);
    const facts = translated(file, () => readFacts(this.#database, file));
    this.setting = facts?.setting;
    this.totals = facts?.totals ?? noTotals;
    this.#readPage = this.#database.prepare(
      `SELECT ${textColumns('key', 'url', 'site', 'title', 'content')}, title_words + content_words AS words, template_words
       FROM page JOIN page_text USING (id) WHERE id = ?`,
    );
  }

  search(query: string, options: SearchOptions = {}): SearchResult {
    const { rank = 'bm25', limit = 10, offset = 0, site } = options;
    const search: Search = { query: parseQuery(query), weights: this.#weights(options), site };
    return translated(this.#file, () => {
      const ranked = this.#rank(rank, search, { limit, offset });
      const items = itemsOf(search.query);
      return { total: this.#count(search), hits: ranked.map((one) => this.#hit(one, items)) };
    });
  }

  hasSite(site: string): boolean {
    return translated(
      this.#file,
      () => this.#database.prepare('SELECT 1 FROM page WHERE site = ? LIMIT 1').get(site) !== undefined,
    );
  }

  links(id: string): readonly JudgedLink[] {
    return translated(this.#file, () => {
      const rows = this.#database
        .prepare(
          `SELECT ${textColumns('address.url')}, link.template FROM page JOIN link ON link.page = page.id
           JOIN address ON address.id = link.address WHERE page.key = ? ORDER BY link.number`,
        )
        .all(id) as { readonly url: unknown; readonly template: number }[];
      return rows.map(({ url, template }) => ({ url: textOf(url), template: template === 1 }));
    });
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #weights({ weights }: SearchOptions): Weights {
    const all = { ...defaultWeights, ...weights };
    return this.setting?.template ? all : { ...all, template: 0 };
  }

  #rank(rank: Ranking, search: Search, slice: Slice): readonly Ranked[] {
    if (Object.values(search.weights).every((weight) => weight === 0)) return [];
    if (rank === 'bm25') return rankByBm25(this.#database, search, slice);
    return rankByPivoted({ database: this.#database, totals: this.totals }, search, slice);
  }

  #count(search: Search): number {
    if (Object.values(search.weights).every((weight) => weight === 0)) return 0;
    const { text, values } = matchedPages(search);
    const row = this.#database.prepare(`SELECT count(*) AS count FROM (${text})`).get(...values);
    return (row as { readonly count: number }).count;
  }

  #hit({ id, score }: Ranked, items: readonly QueryItem[]): SearchHit {
    const row = this.#readPage.get(id) as PageRow | undefined;
    if (row === undefined) return damaged(this.#file, 'a page is gone whose words are there');
    return {
      id: textOf(row.key),
      url: row.url === null ? undefined : textOf(row.url),
      site: textOf(row.site),
      score,
      title: markText(textOf(row.title), items),
      snippet: cutSnippet(textOf(row.content), items),
      words: row.words,
      templateWords: row.template_words,
    };
  }
}
