/** The rows of one page: written, replaced, counted. */
import type Database from 'libsql';
import { type IndexEntry, wordsOf } from './index-entry.ts';
import { type IndexTotals, noTotals } from './index-facts.ts';

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

export class PageRows {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** Adds a page, or puts it in the place of the one that has its id. Returns what the totals gain. */
  put(entry: IndexEntry): IndexTotals {
    const old = this.#one<OldPage>(
      `SELECT page.id, title, content, template, title_words, content_words, template_words, links, template_links
       FROM page JOIN page_text USING (id) WHERE key = ?`,
      entry.id,
    );
    const gain = totalsOf(entry);
    if (old === undefined) {
      this.#addWords(this.#addRow(entry), entry);
      return gain;
    }
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

export function sum(one: IndexTotals, other: IndexTotals): IndexTotals {
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
