/** Pages that are made to hurt, among good ones: each fails alone, under its own code, and soon. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { antHtml, content, range } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental } from './run-dehusk.ts';

const work = createWorkplace();
const good = range(1, 8);
const megabyte = 2 ** 20;
const fonts = Array.from({ length: 500 }, (_, i) => `<font size=${i}>`).join('');

/** A gigabyte of text in a megabyte: members are read as one stream. */
const bomb = Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * megabyte, 'a '))));

const hostile: Readonly<Record<string, readonly [page: string | Uint8Array, code: string]>> = {
  'b-deep.html': ['<div>'.repeat(1_000_000), 'PAGE_TOO_DEEP'],
  'c-fonts.html': [`<p>${fonts}</p>${'<p>x'.repeat(1500)}`, 'PAGE_TOO_MANY_NODES'],
  'd-large.html': [Buffer.alloc(60 * megabyte, 'a '), 'PAGE_TOO_LARGE'],
  'e-bomb.html.gz': [bomb, 'PAGE_INFLATES_TOO_LARGE'],
  'f-names.html': [
    `<p ${range(1, 100_000)
      .map((i) => `a${i}=1`)
      .join(' ')}>x`,
    'PAGE_TOO_MANY_NAMES',
  ],
  'g-cut.html.gz': [gzipSync('<p>some text that is cut').subarray(0, 30), 'INPUT_CUT'],
};

for (const [name, [page]] of Object.entries(hostile)) work.write(`site/${name}`, page);
for (const number of good) {
  // Some before, some behind each of the others.
  work.write(`site/${'abcdefgh'[number - 1]}-${number}.html`, antHtml(number));
}
work.write('site/z-nul.html', '<p>a\0b\0</p><di\0v>&#xD800;&#0;\u0001</di\0v>');

it.each([
  ['the whole input first', []],
  ['page by page, on two threads', ['--stream', '--jobs', '2']],
  ['all is template at once', ['--stream', '--jobs', '2', ...incremental, '--set', 'templatePages=1']],
])('good pages come out, bad ones are named: %s', async (_, flags) => {
  const { exitCode, stdout, stderr } = await work.run(['clean', 'site', '--log-format', 'json', ...flags]);
  expect(exitCode).toBe(3);
  expect(fieldOf('id', stdout)).toHaveLength(good.length + 1);
  const texts = fieldOf('text', stdout);
  if (flags.length === 0) expect(texts.slice(0, -1)).toEqual(good.map(content));
  expect(texts.at(-1)).toContain('ab');
  const events = stderr
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  const failures = events.filter(({ code }) => code !== undefined).map(({ file, code }) => [file, code]);
  expect(failures.sort()).toEqual(Object.entries(hostile).map(([name, [, code]]) => [`site/${name}`, code]));
});
