/**
 * States and indexes that earlier versions have written are refused in words, and left as they are. The files in
 * `test/older-files` were written by the programs of then: 1 is that of version 0.1; `killed` was left by a run that was
 * killed while all it had written was still in the log.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, readSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import { openIndexWriter } from '../../packages/dehusk/src/search/index-writer.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();
const olderFiles = path.join(import.meta.dirname, '..', 'older-files');

/** Unpacks a file, with its log if it has one. */
function unpack(name: string): string {
  for (const end of ['', '-wal']) {
    const packed = path.join(olderFiles, `${name}${end}.gz`);
    if (existsSync(packed)) work.write(`${name}${end}`, gunzipSync(readFileSync(packed)));
  }
  return path.join(work.folder, name);
}

const setting = { method: 'adaptive', methodOptions: {}, guard: true, template: false };
const stateWords =
  'was written by an older version, whose states cannot be read: name a new file and learn again';
const indexWords = 'was written by an older version, whose indexes cannot be read: build it again';

describe.each(['state-1', 'state-2', 'killed-state-2', 'state-3', 'state-4', 'state-5'])(
  'the older state %s',
  (name) => {
    it('is refused in words, and left as it was', () => {
      const file = unpack(name);
      const before = readFileSync(file);
      for (const open of [openSqliteStore, readSqliteStore])
        expect(() => open(file)).toThrow(`${file} ${stateWords}`);
      expect(readFileSync(file)).toEqual(before);
    });
  },
);

describe.each(['index-1', 'index-2', 'index-3', 'index-4'])('the older index %s', (name) => {
  it('is refused in words, and left as it was', () => {
    const file = unpack(name);
    const before = readFileSync(file);
    expect(() => openIndexWriter(file, { setting, hashKey: [1, 2] })).toThrow(`${file} ${indexWords}`);
    expect(() => openIndex(file)).toThrow(`${file} ${indexWords}`);
    expect(readFileSync(file)).toEqual(before);
  });
});

it('the command says so', async () => {
  unpack('state-1');
  unpack('index-1');
  work.write('pages.jsonl', '{"url":"https://a.example/1","html":"<p>one"}\n');
  const stderr = `dehusk: state-1 ${stateWords}\n`;
  for (const args of [
    ['clean', 'pages.jsonl', '--state', 'state-1'],
    ['sites', 'state-1'],
  ])
    expect(await work.run(args)).toEqual({ exitCode: 1, stdout: '', stderr });
  // A search that finds nothing ends with 1.
  expect(await work.run(['search', 'index-1', 'ants'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `dehusk: index-1 ${indexWords}\n`,
  });
});
