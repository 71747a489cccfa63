/**
 * The file of an index: one SQLite database that other programs can read, too.
 *
 *     page             who a page is, how many words it has      small rows: lengths are read for many pages at once
 *     page_text        its content as text                        read for the few that are shown
 *     words            FTS5 over title and content
 *     template_words   FTS5 over the template, where it is kept   a table of its own, so that it lengthens no page
 *     word_place, template_place                                  views: word → page, column, offset
 *     address, link    where pages link to, and whether the link is part of the template
 *     store, site, snapshot, journal, run                         what the engine keeps of sites and runs
 *
 * FTS5 stores no text of its own (`content=''`) and is given words that our tokeniser has made, one space between each
 * two. Its tokenizer `ascii` parts at ASCII characters that are no letters or digits and folds A to Z: it leaves every
 * word of ours as it is. To take a page back FTS5 wants the very words that were put in. They are found again in the
 * stored text, which is written so that it has them and no others. `contentless_delete=1` would not need them, but
 * then SQLite 3.45 never counts a page off again, and after a few updates all rankings are wrong.
 */
import { existsSync } from 'node:fs';
import type Database from 'libsql';
import type { OptionValues } from '../detect/method.ts';
import { type FileKind, translateErrors } from '../engine/sqlite-faults.ts';
import {
  openToRead as openFileToRead,
  openToWrite as openFileToWrite,
  type WritableFile,
} from '../engine/sqlite-file.ts';
import { siteTables } from '../engine/sqlite-rows.ts';
import { SiteTables } from '../engine/sqlite-sites.ts';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';

/** `dhix`, kept in the header of the file: what is no index of ours is found out without opening it. */
const APPLICATION_ID = 0x64686978;
/**
 * 1 was that of version 0.1; 2 did not notice sites and runs that were gone; 3 knew texts of a site only; 4 did not know
 * where links lead.
 */
const SCHEMA_VERSION = 5;

/** Of the tokeniser: an index is of use only to the one that wrote it. */
export const WORDS_VERSION = 1;

const schema: readonly string[] = [
  'CREATE TABLE facts (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL)',
  `CREATE TABLE page (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT, site TEXT NOT NULL, title TEXT NOT NULL,
    title_words INTEGER NOT NULL, content_words INTEGER NOT NULL, template_words INTEGER NOT NULL,
    links INTEGER NOT NULL, template_links INTEGER NOT NULL
  )`,
  'CREATE INDEX page_site ON page (site)',
  'CREATE TABLE page_text (id INTEGER PRIMARY KEY, content TEXT NOT NULL, template TEXT)',
  "CREATE VIRTUAL TABLE words USING fts5(title, content, content='', tokenize=ascii)",
  'CREATE VIRTUAL TABLE word_place USING fts5vocab(words, instance)',
  "CREATE VIRTUAL TABLE template_words USING fts5(template, content='', tokenize=ascii)",
  'CREATE VIRTUAL TABLE template_place USING fts5vocab(template_words, instance)',
  'CREATE TABLE address (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE)',
  `CREATE TABLE link (
    page INTEGER NOT NULL, number INTEGER NOT NULL, address INTEGER NOT NULL, template INTEGER NOT NULL,
    PRIMARY KEY (page, number)
  ) WITHOUT ROWID`,
  ...siteTables,
];

/** The file of an index, and what is said when something is wrong with it. */
const indexFile: FileKind = {
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  schema,
  faults: {
    foreign: (file, reason) => new DehuskError('INDEX_FOREIGN', { file, reason }),
    older: (file) => new DehuskError('INDEX_OLDER', { file }),
    newer: (file, found) => new DehuskError('INDEX_NEWER', { file, found, known: SCHEMA_VERSION }),
    damaged: (file, reason, cause) => new DehuskError('INDEX_DAMAGED', { file, reason }, { cause }),
    inUse: (file, cause) => new DehuskError('INDEX_IN_USE', { file }, { cause }),
    unusable: (file, reason, cause) => new DehuskError('INDEX_UNUSABLE', { file, reason }, { cause }),
  },
};

/** In KiB, negative as SQLite wants it: postings of common words are read again and again. */
const CACHE = 'PRAGMA cache_size = -65536';

/** Opens the file, or makes it; others may search it meanwhile. `hashKey` is for one that is yet to be made. */
export function openToWrite(file: string, hashKey: HashKey): WritableFile {
  const opened = openFileToWrite(file, indexFile, (database) => SiteTables.fill(database, hashKey));
  opened.database.exec(CACHE);
  return opened;
}

/** Opens a file that is there. */
export function openToRead(file: string): Database.Database {
  if (!existsSync(file)) throw new DehuskError('INDEX_NOT_FOUND', { file });
  const database = openFileToRead(file, indexFile);
  database.exec(CACHE);
  return database;
}

/**
 * Columns of texts for a SELECT, as bytes: libsql ends the process when it meets a text that is no UTF-8, and the file
 * may be damaged. `textOf` makes texts of them.
 */
export function textColumns(...names: readonly string[]): string {
  return names.map((name) => `CAST(${name} AS BLOB) AS ${name.replace(/^.*\./, '')}`).join(', ');
}

/** What such a column holds. */
export function textOf(value: unknown): string {
  return decoder.decode(value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Uint8Array));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Throws INDEX_DAMAGED. */
export function damaged(file: string, reason: string): never {
  throw indexFile.faults.damaged(file, reason);
}

/** Runs an action on the file; what SQLite throws becomes one of our errors. */
export function translated<Result>(file: string, action: () => Result): Result {
  return translateErrors(file, indexFile.faults, action);
}

/** How an index is built. All its pages are built alike, or ranking would compare what cannot be compared. */
export interface IndexSetting {
  readonly method: string;
  readonly methodOptions: OptionValues;
  /** Was a page kept from losing all of its words? */
  readonly guard: boolean;
  /** Can words of the template be found? */
  readonly template: boolean;
}

/** Sums over all pages. */
export interface IndexTotals {
  readonly pages: number;
  readonly titleWords: number;
  readonly contentWords: number;
  /** Counted also where they are not kept. */
  readonly templateWords: number;
  readonly links: number;
  readonly templateLinks: number;
}

/** What is true of all pages of an index together. */
export interface IndexFacts {
  readonly wordsVersion: number;
  readonly setting: IndexSetting;
  readonly totals: IndexTotals;
}

export const noTotals: IndexTotals = {
  pages: 0,
  titleWords: 0,
  contentWords: 0,
  templateWords: 0,
  links: 0,
  templateLinks: 0,
};

/** Undefined for an index that was only begun. Throws INDEX_OTHER_WORDS. */
export function readFacts(database: Database.Database, file: string): IndexFacts | undefined {
  const row = database.prepare(`SELECT ${textColumns('facts')} FROM facts`).get() as
    | { readonly facts: unknown }
    | undefined;
  if (row === undefined) return undefined;
  const facts = parseFacts(textOf(row.facts)) ?? damaged(file, 'what it says of itself cannot be read');
  if (facts.wordsVersion !== WORDS_VERSION)
    throw new DehuskError('INDEX_OTHER_WORDS', { file, found: facts.wordsVersion, known: WORDS_VERSION });
  return facts;
}

function parseFacts(text: string): IndexFacts | undefined {
  try {
    return JSON.parse(text) as IndexFacts;
  } catch {
    return undefined;
  }
}

export function writeFacts(database: Database.Database, facts: IndexFacts): void {
  database.prepare('INSERT OR REPLACE INTO facts VALUES (1, ?)').run(JSON.stringify(facts));
}

/** Throws INDEX_OTHER_SETTING if the index was not built with this. */
export function checkSetting(file: string, found: IndexSetting, expected: IndexSetting): void {
  for (const name of ['method', 'methodOptions', 'guard', 'template'] as const) {
    const [was, is] = [spell(found[name]), spell(expected[name])];
    if (was !== is) throw new DehuskError('INDEX_OTHER_SETTING', { file, name, found: was, expected: is });
  }
}

function spell(value: IndexSetting[keyof IndexSetting]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const pairs = Object.entries(value).map(([name, set]) => `${name}=${set}`);
  return pairs.length === 0 ? 'nothing' : pairs.sort().join(' ');
}
