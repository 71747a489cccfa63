/** `learn`, `fold` and `clean --state FOLDER/`: what they say, and what they refuse. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkplace } from './run-dehusk.ts';

const { folder, write, read, run } = createWorkplace();

const line = (site: string, page: number): string =>
  `${JSON.stringify({
    url: `https://${site}.example/${page}`,
    html: `<nav>Home News</nav><h1>Page ${page}</h1><p>What page ${page} of ${site} has to say.</p><footer>Imprint</footer>`,
  })}\n`;

async function say(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args);
  return `${stdout}${stderr.replace(/\d+\.\d s/g, 'T s')}exit ${exitCode}`;
}

beforeAll(async () => {
  for (const part of [0, 1]) {
    const pages = Array.from({ length: 8 }, (_, i) => line(i % 2 === 0 ? 'a' : 'b', 10 * part + i));
    write(`crawl/${part}.jsonl`, pages.join(''));
  }
  expect(await say('learn', 'crawl', '-o', 'lessons', '--key', '00000000000000ff')).toBe(
    'dehusk: 2 files of lessons in lessons\ndehusk: done: 16 pages, 2 sites, 0 failed, 2.2 KB read, T s\nexit 0',
  );
  expect(await say('fold', 'lessons', '-o', 'states')).toBe(
    'dehusk: done: 2 sites, 16 pages from 2 files of lessons, T s\nexit 0',
  );
});

describe('lessons and states', () => {
  it('judge pages, named or from a pipe', async () => {
    await run(['clean', 'crawl', '--state', 'states', '--freeze', '-o', 'clean.jsonl']);
    const texts = (text: string): string[] =>
      text
        .trimEnd()
        .split('\n')
        .map((record) => (JSON.parse(record) as { text: string }).text);
    expect(texts(read('clean.jsonl'))[0]).toBe('Page 0\n\nWhat page 0 of a has to say.');
    const piped = await run(['clean', '-', '--state', 'states', '--freeze'], {
      stdin: read('crawl/1.jsonl'),
    });
    expect(texts(piped.stdout)).toEqual(texts(read('clean.jsonl')).slice(8));
  });

  it('are looked at like any state', async () => {
    expect(await say('sites', 'states', '--quiet')).toMatch(
      /^SITE .*\na\.example +8 .*\nb\.example +8 .*\nexit 0$/,
    );
    const template = await say('sites', 'states', '--site', 'a.example', '--format', 'json', '--quiet');
    expect(template).toContain('"text":"Imprint"');
    expect(await say('sites', 'states', '--verify')).toMatch(/2 sites, 0 runs: all is whole\nexit 0$/);
    expect(await say('sites', 'states', '--repair')).toBe(
      'dehusk: --repair needs a state file: of a folder, fold the lessons again\nexit 2',
    );
  });

  it('are not made again of what has not changed', async () => {
    expect(await say('learn', 'crawl', '-o', 'lessons')).toContain(
      '2 files of lessons in lessons, 2 of them were there',
    );
    write('crawl-2/0.jsonl', line('a', 1));
    await run(['learn', 'crawl-2', '-o', 'lessons-2']);
    write('crawl-2/0.jsonl', line('a', 1) + line('a', 2));
    expect(await say('learn', 'crawl-2', '-o', 'lessons-2')).toContain('1 file of lessons in lessons-2\n');
    // Another method teaches something else.
    expect(await say('learn', 'crawl-2', '-o', 'lessons-2', '--method', 'incremental')).not.toContain(
      'were there',
    );
  });

  it('of standard input are named after what they have', async () => {
    for (const _ of [1, 2]) await run(['learn', '-', '-o', 'piped'], { stdin: line('a', 1) });
    expect(readdirSync(join(folder, 'piped')).filter((name) => name.endsWith('.lessons'))).toHaveLength(1);
  });

  it('say what failed, and take the rest', async () => {
    write('bad.jsonl', `${line('a', 1)}{"url": 1}\n`);
    expect(await say('learn', 'bad.jsonl', '-o', 'bad')).toMatch(
      /bad\.jsonl:2: .*\[INPUT_LINE_BAD\]\n.*exit 3$/s,
    );
    expect(await say('learn', 'nothing.jsonl', '-o', 'bad')).toBe(
      'dehusk: no such file or folder: nothing.jsonl\nexit 1',
    );
  });
});

describe('what cannot be meant', () => {
  it.each([
    [['learn', 'crawl'], 'dehusk learn needs -o FOLDER', 2],
    [
      ['learn', 'crawl', '-o', 'x', '--part', '3/2'],
      "--part takes I/N, a number from 1 to N and how many parts there are, not '3/2'",
      2,
    ],
    [['learn', '-', '-o', 'x', '--part', '1/2'], '--part cannot be used with - (standard input)', 2],
    [['learn', 'crawl', '-o', 'x', '--key', '12'], "--key takes 16 hexadecimal digits, not '12'", 2],
    [
      ['learn', 'crawl', '-o', 'x', '--method', 'shingle'],
      'dehusk learn cannot be used with --method shingle, which judges many pages at once',
      2,
    ],
    [
      ['learn', 'crawl', '-o', 'lessons', '--key', '00000000000000aa'],
      'the lessons of lessons were made with the key 00000000000000ff, not with 00000000000000aa',
      1,
    ],
    [
      ['learn', 'crawl', '-o', 'crawl'],
      'the input crawl/0.jsonl lies in the output crawl: write elsewhere',
      2,
    ],
    [['fold', 'lessons'], 'dehusk fold needs -o FOLDER', 2],
    [['fold', '-o', 'x'], 'no LESSONS given: name the folder that dehusk learn has written', 2],
    [['fold', 'crawl', '-o', 'x'], 'no lessons in crawl: make them with dehusk learn', 1],
    [
      ['fold', 'crawl/0.jsonl', '-o', 'x'],
      'crawl/0.jsonl has no lessons that can be read: it is cut short, or something else; learn its input again',
      1,
    ],
    [
      ['fold', 'lessons', '-o', 'x', '--shards', '2', '--shard', '3'],
      "--shard takes a number from 1 to 2 (--shards), not '3'",
      2,
    ],
    [
      ['fold', 'lessons', '-o', 'states', '--shards', '2'],
      'states has states in 1 and 2 shards: keep each in a folder of its own',
      1,
    ],
    [
      ['fold', 'states', 'lessons', '-o', 'states'],
      'the input states lies in the output states: write elsewhere',
      2,
    ],
    [
      ['clean', 'crawl', '--state', 'states'],
      'states was made by a fold and can only be read (say --freeze)',
      1,
    ],
    [
      ['clean', 'crawl', '--state', 'states', '--freeze', '--site-by', 'domain'],
      'the states were learned with sites by host, not by domain (--site-by host)',
      1,
    ],
    [
      ['clean', 'crawl', '--state', 'states', '--freeze', '--method', 'incremental'],
      'the state was saved by method adaptive, not by incremental (--method adaptive)',
      1,
    ],
    [['clean', 'crawl', '--part', '1/2'], '--part needs --freeze', 2],
    [
      ['clean', 'crawl', '--state', 'states', '--freeze', '--part', '1/2', '--template', 'first'],
      '--part cannot be used with --template first',
      2,
    ],
    [['clean', '-', '--order', 'date'], '--order date needs files that can be read twice', 2],
    [['clean', 'crawl', '--order', 'date', '--stream'], '--order date cannot be used with --stream', 2],
    [
      ['clean', 'crawl', '--order', 'date', '--state', 'x'],
      '--order date cannot be used with --state (dehusk learn and dehusk fold make states in this order)',
      2,
    ],
  ])('%j', async (args, message, exitCode) => {
    expect(await say(...args)).toBe(`dehusk: ${message}\nexit ${exitCode}`);
  });

  it('is a fold before all parts are done, or of lessons that do not belong together', async () => {
    await run(['learn', 'crawl', '-o', 'parts', '--part', '2/2']);
    expect(await say('fold', 'parts', '-o', 'x')).toBe(
      'dehusk: part 1 of 2 of the lessons in parts is not done: learn it first\nexit 1',
    );
    await run(['learn', 'crawl', '-o', 'parts', '--part', '1/2']);
    expect(await say('fold', 'parts', 'lessons', '-o', 'x')).toMatch(/were made with the key .*/);
    await run(['fold', 'parts', '-o', 'shards', '--shards', '2', '--shard', '1']);
    expect(await say('clean', 'crawl', '--state', 'shards', '--freeze')).toBe(
      'dehusk: shard 2 of 2 is not in shards: fold it first\nexit 1',
    );
  });
});
