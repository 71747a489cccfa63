import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { startPosition } from '../../packages/dehusk/src/engine/store.ts';
import { openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import { openIndexWriter } from '../../packages/dehusk/src/search/index-writer.ts';
import { entryOf, indexOf, newFile, plainSetting, templateSetting, writeIndex } from './index-of.ts';

const options = { setting: plainSetting, hashKey: [1, 2] } as const;
const one = { id: 'http://a/1', content: 'ant bee' };

const codeOf = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
};

describe('the file of an index', () => {
  it('is one file when it is closed, and keeps what was committed', () => {
    const file = writeIndex([[one]]);
    expect(codeOf(() => readFileSync(`${file}-wal`))).toBe('ENOENT');
    using writer = openIndexWriter(file, { ...options, hashKey: [3, 4] });
    expect([writer.totals.pages, writer.hashKey]).toEqual([1, [1, 2]]);
  });

  it('has the state of sites and the position of runs with the pages, or none of them', async () => {
    const file = newFile();
    const position = { ...startPosition, commits: 1, itemCount: 7, tally: { pages: 7 } };
    const facts = {
      pageCount: 7,
      writtenCount: 7,
      chars: 70,
      templateChars: 7,
      lastPage: 'http://a/1',
      digest: 'd',
    };
    const change = { snapshot: Uint8Array.of(1, 2, 3), journal: new Uint8Array(), facts };
    {
      using writer = openIndexWriter(file, options);
      const progress = { run: 'r', follows: undefined, position };
      const commit = { sites: new Map([['a', change]]), progress };
      writer.commit({ entries: [entryOf(one)], ...commit });
      function* broken() {
        yield entryOf({ id: 'http://a/2', content: 'cat' });
        throw new Error('stop');
      }
      const later = {
        sites: new Map([['a', { journal: Uint8Array.of(9), facts: { ...facts, pageCount: 8 } }]]),
        progress: { run: 'r', follows: position, position: { ...position, itemCount: 8 } },
      };
      expect(() => writer.commit({ entries: broken(), ...later })).toThrow('stop');
      expect(writer.totals.pages).toBe(1);
    }
    using writer = openIndexWriter(file, options);
    const { store } = writer;
    expect(await store.loadSite('a')).toEqual({ snapshot: Uint8Array.of(1, 2, 3), journals: [], facts });
    expect(await store.loadSite('b')).toBeUndefined();
    expect(await store.loadPosition('r')).toEqual(position);
    expect(await store.loadPosition('s')).toBeUndefined();
    expect(writer.totals.pages).toBe(1);
    // Sites also without a run.
    writer.commit({ entries: [], sites: new Map([['b', change]]) });
    expect(await store.loadSite('b')).toEqual({ snapshot: change.snapshot, journals: [], facts });
  });

  it('is refused where it is none, is older or newer, or of other words; and left as it was', () => {
    const text = newFile();
    writeFileSync(text, 'some text, longer than the beginning of a database');
    const foreign = newFile();
    new Database(foreign).exec('CREATE TABLE t (x)');
    const ofVersion = (version: number): string => {
      const file = writeIndex([[one]]);
      const bytes = readFileSync(file);
      bytes.writeUInt32BE(version, 60);
      writeFileSync(file, bytes);
      return file;
    };
    for (const [file, code] of [
      [text, 'INDEX_FOREIGN'],
      [foreign, 'INDEX_FOREIGN'],
      [ofVersion(1), 'INDEX_OLDER'],
      [ofVersion(2), 'INDEX_OLDER'],
      [ofVersion(3), 'INDEX_OLDER'],
      [ofVersion(4), 'INDEX_OLDER'],
      [ofVersion(6), 'INDEX_NEWER'],
    ] as const) {
      const before = readFileSync(file);
      expect(codeOf(() => openIndexWriter(file, options))).toBe(code);
      expect(codeOf(() => openIndex(file))).toBe(code);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
    expect(codeOf(() => openIndex(newFile()))).toBe('INDEX_NOT_FOUND');
    const words = writeIndex([[one]]);
    new Database(words).exec(
      `UPDATE facts SET facts = replace(facts, '"wordsVersion":1', '"wordsVersion":0')`,
    );
    expect(codeOf(() => openIndex(words))).toBe('INDEX_OTHER_WORDS');
  });

  it('of a store of states is refused, and so is an index by a store', async () => {
    const state = newFile();
    await openSqliteStore(state)[Symbol.asyncDispose]();
    expect(codeOf(() => openIndex(state))).toBe('INDEX_FOREIGN');
    expect(codeOf(() => openSqliteStore(writeIndex([[one]])))).toBe('STATE_FOREIGN');
  });

  it('is built with one setting only', () => {
    const file = writeIndex([[one]]);
    expect(codeOf(() => openIndexWriter(file, { ...options, setting: templateSetting }))).toBe(
      'INDEX_OTHER_SETTING',
    );
    const other = { ...plainSetting, methodOptions: { variables: '2' } };
    expect(codeOf(() => openIndexWriter(file, { ...options, setting: other }))).toBe('INDEX_OTHER_SETTING');
    using _writer = openIndexWriter(file, options);
  });

  it('is written by one at a time, and searched meanwhile', () => {
    const file = writeIndex([[one]]);
    const found = (): number => {
      using index = openIndex(file);
      return index.search('ant').total;
    };
    {
      using writer = openIndexWriter(file, options);
      expect(codeOf(() => openIndexWriter(file, options))).toBe('INDEX_IN_USE');
      expect(found()).toBe(1);
      writer.commit({ entries: [entryOf({ id: 'http://a/2', content: 'ant cat' })] });
      expect(found()).toBe(2);
    }
    using _writer = openIndexWriter(file, options);
    expect(found()).toBe(2);
  });

  it('can be searched when it was cut short or damaged, or says so', () => {
    const file = writeIndex([
      Array.from({ length: 300 }, (_, i) => ({ id: `http://a/${i}`, content: `ant bee w${i}` })),
    ]);
    const bytes = readFileSync(file);
    let told = 0;
    for (const cut of [50, 1000, 5000, bytes.length >> 1, bytes.length - 4096]) {
      writeFileSync(file, bytes.subarray(0, cut));
      const code = codeOf(() => {
        using index = openIndex(file);
        index.search('ant', { limit: 300 });
      });
      expect(code === undefined || /^INDEX_/.test(String(code)), `${cut}: ${code}`).toBe(true);
      if (code !== undefined) told++;
    }
    expect(told).toBeGreaterThan(2);
  });

  it('with texts that are none any more is read as far as it can be', () => {
    const file = writeIndex([[one]]);
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf('ant bee'); at >= 0; at = bytes.indexOf('ant bee', at + 1)) bytes[at] = 0xff;
    writeFileSync(file, bytes);
    using index = openIndex(file);
    expect(index.search('bee').hits[0]?.snippet.text).toBe('\ufffdnt bee');
  });

  it('that lacks a page whose words it has is damaged', () => {
    const file = writeIndex([[one]]);
    const database = new Database(file);
    database.exec('DELETE FROM page');
    database.close();
    using index = openIndex(file);
    expect(codeOf(() => index.search('bee'))).toBe('INDEX_DAMAGED');
  });

  it('that is empty finds nothing', () => {
    using index = indexOf([]);
    expect(index.search('ant')).toEqual({ total: 0, hits: [] });
    expect(index.search('ant', { rank: 'pivoted' })).toEqual({ total: 0, hits: [] });
    const begun = newFile();
    writeFileSync(begun, '');
    expect(codeOf(() => openIndex(begun))).toBe('INDEX_FOREIGN');
    rmSync(begun);
  });
});
