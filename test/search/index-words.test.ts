/** The words of an index: FTS5 has those of our tokeniser, and each text is scanned once. */
import { writeFileSync } from 'node:fs';
import Database from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReport } from '../../packages/dehusk/src/cli/progress.ts';
import { resolveOptions } from '../../packages/dehusk/src/detect/method.ts';
import { findMethod } from '../../packages/dehusk/src/detect/registry.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { tokenise, WordScanner } from '../../packages/dehusk/src/page/words/tokenise.ts';
import { type BuildOptions, buildIndex } from '../../packages/dehusk/src/search/build-index.ts';
import { antHtml, antLines, range } from '../cli/ant-site.ts';
import { indexOf, newFile } from './index-of.ts';

/** Every character alone, between letters, and behind a Chinese one, with its neighbours. */
function everyText(): string[] {
  const texts: string[] = [];
  for (let code = 0; code < 0x110000; code += 16) {
    if (code >= 0xd800 && code < 0xe000) continue;
    // The first two planes whole; behind them are ideographs and nothing: some stand for all.
    if (code >= 0x20000 && code % 0x1000 !== 0 && Math.floor(code / 0x1000) !== 0xe0) continue;
    const characters = Array.from({ length: 16 }, (_, i) => String.fromCodePoint(code + i));
    texts.push(characters.map((character) => `${character} a${character}b 東${character}京`).join(' | '));
  }
  return texts;
}

describe('words in FTS5', () => {
  it('are our words, whatever the character', () => {
    const database = new Database(':memory:');
    database.exec(`CREATE VIRTUAL TABLE words USING fts5(content, content='', tokenize=ascii);
      CREATE VIRTUAL TABLE place USING fts5vocab(words, instance)`);
    const insert = database.prepare('INSERT INTO words (rowid, content) VALUES (?, ?)');
    const texts = everyText();
    const expected = texts.map((text) => tokenise(text).map(({ word }) => word));
    database.exec('BEGIN');
    for (const [i, words] of expected.entries()) insert.run(i + 1, words.join(' '));
    database.exec('COMMIT');
    const found = database
      .prepare(
        `SELECT doc, group_concat(term, ' ') AS words FROM (SELECT doc, term FROM place ORDER BY doc, offset)
         GROUP BY doc`,
      )
      .all() as { readonly doc: number; readonly words: string }[];
    const told = new Map(found.map(({ doc, words }) => [doc, words]));
    expect(expected.flat().length).toBeGreaterThan(500_000);
    expect(expected.findIndex((words, i) => (told.get(i + 1) ?? '') !== words.join(' '))).toBe(-1);
  });

  it.each([
    ['東京', '日本の東京都です', true],
    ['東京都', '日本の東京都です', true],
    ['京', '日本の東京都です', true],
    ['京都', '東京と都市', false],
    ['"東京 tower"', '東京 tower', true],
    ['東京tower', '新東京tower', true],
    ['"東 tower"', '東京 tower', false],
    ['서울', '서울특별시에서', true],
    ['กรุงเทพ', 'ในกรุงเทพมหานคร', true],
    ['ガイド', 'ｶﾞｲﾄﾞブック', true],
    ['strasse', 'Die STRAẞE', true],
    ['café', 'CAFE\u0301', true],
    ['fi', 'ﬁ', true],
    ['well-known', 'a well known thing', true],
    ['well-known', 'known well', false],
    ['a_b', 'a b', true],
  ])('%s in "%s": %s', (query, content, isFound) => {
    using index = indexOf([
      { id: 'http://a/1', content },
      { id: 'http://a/2', content: 'other' },
    ]);
    expect(index.search(query).hits.map(({ id }) => id)).toEqual(isFound ? ['http://a/1'] : []);
  });
});

afterEach(() => void vi.restoreAllMocks());

const buildOptions = (method: string): Omit<BuildOptions, 'inputs' | 'file'> => ({
  reading: {},
  siteBy: undefined,
  limits: {},
  method,
  methodOptions: resolveOptions(findMethod(method), {}),
  overrides: { keep: [], drop: [] },
  guard: true,
  batchPages: 500,
  memoryBytes: 2 ** 28,
  identity: {},
  restart: false,
  keepTemplate: false,
  signal: new AbortController().signal,
});

it.each(['index-time', 'none'] as const)(
  'each text is scanned once, for the template and the index: %s',
  async (method) => {
    const pages = range(1, 12).map((number) => parseText(antHtml(number)));
    const texts = pages.reduce((sum, { segments }) => sum + segments.length, 0);
    const input = newFile('.jsonl');
    writeFileSync(input, antLines('ants.example', range(1, 12)));
    const begin = vi.spyOn(WordScanner.prototype, 'begin');
    const file = newFile();
    await buildIndex(
      { ...buildOptions(method), inputs: [input], file },
      createReport({ quiet: true, progress: 'never', logFormat: 'text', color: false }),
    );
    const rows = new Database(file).prepare('SELECT content_words AS words FROM page').all();
    expect(rows).toEqual(pages.map(() => ({ words: method === 'none' ? 12 : 6 })));
    // Titles are no texts of the page, and have no part in detection.
    expect(begin).toHaveBeenCalledTimes(texts + pages.length);
  },
);
