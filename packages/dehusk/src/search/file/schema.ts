/**
 * The file of an index: one SQLite database that other programs can read, too.
 *
 *     page             who a page is, how many words it has      small rows: lengths are read for many pages at once
 *     page_text        its content as text                        read for the few that are shown
 *     words            FTS5 over title and content
 *     template_words   FTS5 over the template, where it is kept   a table of its own, so that it lengthens no page
 *     word_place, template_place                                  views: word → page, column, offset
 *     address, link    where pages link to, and whether the link is part of the template
 *     site             what a method carries from batch to batch of a site
 *     run              how far each run has come
 *
 * FTS5 stores no text of its own (`content=''`) and is given words that our tokeniser has made, one space between each
 * two. Its tokenizer `ascii` parts at ASCII characters that are no letters or digits and folds A to Z: it leaves every
 * word of ours as it is. To take a page back FTS5 wants the very words that were put in. They are found again in the
 * stored text, which is written so that it has them and no others. `contentless_delete=1` would not need them, but
 * then SQLite 3.45 never counts a page off again, and after a few updates all rankings are wrong.
 */

/** `dhix`, kept in the header of the file: what is no index of ours is told without opening it. */
export const APPLICATION_ID = 0x64686978;
export const SCHEMA_VERSION = 1;

/** Of the tokeniser: an index is of use only to the one that wrote it. */
export const WORDS_VERSION = 1;

export const schema: string = `
  CREATE TABLE facts (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL);
  CREATE TABLE page (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT, site TEXT NOT NULL, title TEXT NOT NULL,
    title_words INTEGER NOT NULL, content_words INTEGER NOT NULL, template_words INTEGER NOT NULL,
    links INTEGER NOT NULL, template_links INTEGER NOT NULL
  );
  CREATE INDEX page_site ON page (site);
  CREATE TABLE page_text (id INTEGER PRIMARY KEY, content TEXT NOT NULL, template TEXT);
  CREATE VIRTUAL TABLE words USING fts5(title, content, content='', tokenize=ascii);
  CREATE VIRTUAL TABLE word_place USING fts5vocab(words, instance);
  CREATE VIRTUAL TABLE template_words USING fts5(template, content='', tokenize=ascii);
  CREATE VIRTUAL TABLE template_place USING fts5vocab(template_words, instance);
  CREATE TABLE address (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE);
  CREATE TABLE link (
    page INTEGER NOT NULL, number INTEGER NOT NULL, address INTEGER NOT NULL, template INTEGER NOT NULL,
    PRIMARY KEY (page, number)
  ) WITHOUT ROWID;
  CREATE TABLE site (site TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE run (run TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;
