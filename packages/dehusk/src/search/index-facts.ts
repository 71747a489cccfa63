/** What is true of a whole index: how it was built, and sums over its pages. */
import type Database from 'libsql';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/text-hash.ts';
import { WORDS_VERSION } from './file/schema.ts';

/** How an index is built. All its pages are built alike, or ranking would compare what cannot be compared. */
export interface IndexSetting {
  readonly method: string;
  /** Options of the method, as given. */
  readonly methodOptions: Readonly<Record<string, string>>;
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

export interface IndexFacts {
  readonly wordsVersion: number;
  /** Drawn once: every page is parsed with it, because methods compare hashes over runs. */
  readonly hashKey: HashKey;
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
  const row = database.prepare('SELECT facts FROM facts').get() as { readonly facts: string } | undefined;
  if (row === undefined) return undefined;
  const facts = JSON.parse(row.facts) as IndexFacts;
  if (facts.wordsVersion !== WORDS_VERSION)
    throw new DehuskError('INDEX_OTHER_WORDS', { file, found: facts.wordsVersion, known: WORDS_VERSION });
  return facts;
}

export function writeFacts(database: Database.Database, facts: IndexFacts): void {
  database.prepare('INSERT OR REPLACE INTO facts VALUES (1, ?)').run(JSON.stringify(facts));
}

/** Throws INDEX_OTHER_SETTING if the index was not built with this. */
export function checkSetting(file: string, found: IndexSetting, expected: IndexSetting): void {
  const names = { method: '--method', methodOptions: '--set', template: '--keep-template' } as const;
  for (const name of Object.keys(names) as (keyof IndexSetting)[]) {
    const [was, is] = [spell(found[name]), spell(expected[name])];
    if (was !== is)
      throw new DehuskError('INDEX_OTHER_SETTING', { file, name: names[name], found: was, expected: is });
  }
}

function spell(value: IndexSetting[keyof IndexSetting]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const pairs = Object.entries(value).map(([name, set]) => `${name}=${set}`);
  return pairs.length === 0 ? 'nothing' : pairs.sort().join(' ');
}
