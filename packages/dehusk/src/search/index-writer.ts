/**
 * Writes an index. What is put into it, what a method has learned of the sites and how far the run has come become
 * durable together, in one `commit`, or not at all: a run that is killed at any point goes on as if nothing had
 * happened.
 */
import type Database from 'libsql';
import type { WritableFile } from '../engine/sqlite-file.ts';
import { SiteTables } from '../engine/sqlite-sites.ts';
import { readerOf } from '../engine/sqlite-store.ts';
import type { RunProgress, SiteChange, Store } from '../engine/store.ts';
import type { HashKey } from '../page/hash.ts';
import { type IndexEntry, wordsOf } from './index-entry.ts';
import {
  checkSetting,
  type IndexFacts,
  type IndexSetting,
  type IndexTotals,
  noTotals,
  openToWrite,
  readFacts,
  textColumns,
  textOf,
  translated,
  WORDS_VERSION,
  writeFacts,
} from './index-file.ts';

export interface IndexWriterOptions {
  /** What the index is built with; for one that is there, what it must have been built with. */
  readonly setting: IndexSetting;
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey: HashKey;
}

interface IndexCommit {
  readonly entries: Iterable<IndexEntry>;
  /** What was learned of sites. */
  readonly sites?: ReadonlyMap<string, SiteChange>;
  /** Of a run that can be taken up again. */
  readonly progress?: RunProgress | undefined;
}

export interface IndexWriter extends Disposable {
  readonly hashKey: HashKey;
  readonly totals: IndexTotals;
  /** Adds pages, or puts them in the place of those that have their ids. */
  commit(commit: IndexCommit): void;
  /** The next commit of the store writes these with it. */
  put(entry: IndexEntry): void;
  /** What the engine keeps of sites and runs; it lies in the index itself, and is closed with it. */
  readonly store: Store;
}

/** Opens or makes the file. Throws INDEX_FOREIGN, INDEX_OLDER, INDEX_NEWER, INDEX_IN_USE … and leaves it as it was. */
export function openIndexWriter(file: string, options: IndexWriterOptions): IndexWriter {
  return new SqliteIndexWriter(file, options);
}

class SqliteIndexWriter implements IndexWriter {
  readonly #file: string;
  readonly #opened: WritableFile;
  readonly #rows: PageRows;
  readonly #tables: SiteTables;
  #facts: IndexFacts;
  #pending: IndexEntry[] = [];

  constructor(file: string, { setting, hashKey }: IndexWriterOptions) {
    this.#file = file;
    this.#opened = openToWrite(file, hashKey);
    const { database, close } = this.#opened;
    try {
      this.#rows = new PageRows(database);
      this.#tables = new SiteTables(database, file, (action) => translated(file, action));
      const found = translated(file, () => readFacts(database, file));
      if (found !== undefined) checkSetting(file, found.setting, setting);
      this.#facts = found ?? { wordsVersion: WORDS_VERSION, setting, totals: noTotals };
      if (found === undefined) translated(file, () => writeFacts(database, this.#facts));
    } catch (error) {
      close();
      throw error;
    }
  }

  get hashKey(): HashKey {
    return this.#tables.hashKey;
  }

  get totals(): IndexTotals {
    return this.#facts.totals;
  }

  get store(): Store {
    return {
      ...readerOf(this.#tables),
      commit: async ({ progress, sites }) => {
        this.commit({ entries: this.#pending, sites, progress });
        this.#pending = [];
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  put(entry: IndexEntry): void {
    this.#pending.push(entry);
  }

  commit({ entries, sites = new Map(), progress }: IndexCommit): void {
    translated(this.#file, () => {
      this.#opened.startLog();
      let facts = this.#facts;
      this.#tables.commit({ progress, sites }, () => {
        facts = this.#write(entries);
      });
      this.#facts = facts;
    });
  }

  #write(entries: Iterable<IndexEntry>): IndexFacts {
    let { totals } = this.#facts;
    for (const entry of entries) totals = sum(totals, this.#rows.put(entry));
    const facts = { ...this.#facts, totals };
    writeFacts(this.#opened.database, facts);
    return facts;
  }

  [Symbol.dispose](): void {
    this.#opened.close();
  }
}

interface OldPage {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly template: string | null;
  readonly title_words: number;
  readonly content_words: number;
  readonly template_words: number;
  readonly links: number;
  readonly template_links: number;
}

/** Texts as bytes. */
type OldRow = Omit<OldPage, 'title' | 'content' | 'template'> & {
  readonly title: unknown;
  readonly content: unknown;
  readonly template: unknown;
};

/** The rows of one page: written, replaced, counted. */
class PageRows {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** Adds a page, or puts it in the place of the one that has its id. Returns what the totals gain. */
  put(entry: IndexEntry): IndexTotals {
    const row = this.#one<OldRow>(
      `SELECT page.id, ${textColumns('title', 'content', 'template')}, title_words, content_words, template_words,
         links, template_links
       FROM page JOIN page_text USING (id) WHERE key = ?`,
      entry.id,
    );
    const gain = totalsOf(entry);
    if (row === undefined) {
      this.#addWords(this.#addRow(entry), entry);
      return gain;
    }
    const old = {
      ...row,
      title: textOf(row.title),
      content: textOf(row.content),
      template: row.template === null ? null : textOf(row.template),
    };
    this.#replace(old, entry);
    return difference(gain, {
      pages: 1,
      titleWords: old.title_words,
      contentWords: old.content_words,
      templateWords: old.template_words,
      links: old.links,
      templateLinks: old.template_links,
    });
  }

  #replace(old: OldPage, entry: IndexEntry): void {
    const { id } = old;
    const isSame =
      old.title === entry.title &&
      old.content === entry.text &&
      old.template === (entry.templateText ?? null);
    this.#run('DELETE FROM link WHERE page = ?', id);
    if (!isSame) {
      this.#run(
        `INSERT INTO words (words, rowid, title, content) VALUES ('delete', ?, ?, ?)`,
        ...[id, wordsOf(old.title).words, wordsOf(old.content).words],
      );
      if (old.template !== null)
        this.#run(
          `INSERT INTO template_words (template_words, rowid, template) VALUES ('delete', ?, ?)`,
          ...[id, wordsOf(old.template).words],
        );
    }
    this.#updateRow(id, entry);
    if (isSame) this.#addLinks(id, entry);
    else this.#addWords(id, entry);
  }

  #addRow(entry: IndexEntry): number {
    const { lastInsertRowid } = this.#statement(
      `INSERT INTO page (key, url, site, title, title_words, content_words, template_words, links, template_links)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(entry.id, ...rowOf(entry));
    const id = Number(lastInsertRowid);
    this.#run('INSERT INTO page_text VALUES (?, ?, ?)', id, entry.text, entry.templateText ?? null);
    return id;
  }

  #updateRow(id: number, entry: IndexEntry): void {
    this.#run(
      `UPDATE page SET url = ?, site = ?, title = ?, title_words = ?, content_words = ?, template_words = ?,
         links = ?, template_links = ? WHERE id = ?`,
      ...[...rowOf(entry), id],
    );
    this.#run(
      'UPDATE page_text SET content = ?, template = ? WHERE id = ?',
      ...[entry.text, entry.templateText ?? null, id],
    );
  }

  #addWords(id: number, entry: IndexEntry): void {
    const { titleWords, contentWords, templateWords, templateText } = entry;
    this.#run(
      'INSERT INTO words (rowid, title, content) VALUES (?, ?, ?)',
      ...[id, titleWords.words, contentWords.words],
    );
    if (templateText !== undefined)
      this.#run('INSERT INTO template_words (rowid, template) VALUES (?, ?)', id, templateWords.words);
    this.#addLinks(id, entry);
  }

  /** All links in two statements: a page has hundreds, and a statement costs as much as ten rows. */
  #addLinks(id: number, { links }: IndexEntry): void {
    if (links.length === 0) return;
    const urls = [...new Set(links.map(({ url }) => url))];
    this.#run('INSERT OR IGNORE INTO address (url) SELECT value FROM json_each(?)', JSON.stringify(urls));
    this.#run(
      `INSERT INTO link SELECT ?, one.key, address.id, one.value ->> 1
       FROM json_each(?) AS one CROSS JOIN address ON address.url = one.value ->> 0`,
      ...[id, JSON.stringify(links.map(({ url, template }) => [url, template ? 1 : 0]))],
    );
  }

  #one<Row>(sql: string, ...values: unknown[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  #run(sql: string, ...values: unknown[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** All but the key, in the order of the table. */
function rowOf(entry: IndexEntry): readonly (string | number | null)[] {
  const totals = totalsOf(entry);
  return [
    ...[entry.url ?? null, entry.site, entry.title],
    ...[totals.titleWords, totals.contentWords, totals.templateWords, totals.links, totals.templateLinks],
  ];
}

function totalsOf({ titleWords, contentWords, templateWords, links }: IndexEntry): IndexTotals {
  return {
    pages: 1,
    titleWords: titleWords.count,
    contentWords: contentWords.count,
    templateWords: templateWords.count,
    links: links.length,
    templateLinks: links.filter(({ template }) => template).length,
  };
}

function sum(one: IndexTotals, other: IndexTotals): IndexTotals {
  return combine(one, other, 1);
}

function difference(one: IndexTotals, other: IndexTotals): IndexTotals {
  return combine(one, other, -1);
}

function combine(one: IndexTotals, other: IndexTotals, sign: 1 | -1): IndexTotals {
  const totals: Record<keyof IndexTotals, number> = { ...noTotals };
  for (const name of Object.keys(noTotals) as (keyof IndexTotals)[])
    totals[name] = one[name] + sign * other[name];
  return totals;
}
