import { describe, expect, it } from 'vitest';
import { perRecord } from '../contracts/input-fixtures.ts';
import { createWorkplace, fieldOf, timeless } from './run-dehusk.ts';

const work = createWorkplace();
work.write('good.jsonl', '{"url":"https://a.example/1","html":"<p>one"}\n');
work.write(
  'mixed.jsonl',
  '{"url":"https://a.example/1","html":"<p>one"}\n{}\n{"url":"https://b.example/2","html":"<p>two"}\n',
);
work.write('bad.jsonl', '{}\n[]\n');
work.write('cut.warc.gz', perRecord.bytes.subarray(0, perRecord.starts[3]! + 20));

describe.concurrent('exit codes of clean', () => {
  it('0: done', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'good.jsonl']);
    expect({ exitCode, ids: fieldOf('id', stdout) }).toEqual({ exitCode: 0, ids: ['https://a.example/1'] });
    expect(timeless(stderr)).toBe('dehusk: done: 1 page, 1 site, 0 failed, 46 B read, T s\n');
  });

  it('3: a bad line fails alone, and is named by file and line', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'mixed.jsonl']);
    expect(exitCode).toBe(3);
    expect(fieldOf('id', stdout)).toEqual(['https://a.example/1', 'https://b.example/2']);
    expect(timeless(stderr)).toBe(
      'dehusk: mixed.jsonl:2: line 2 holds no page: it has no text in field "html" [INPUT_LINE_BAD]\n' +
        'dehusk: done: 2 pages, 2 sites, 1 failed (1 INPUT_LINE_BAD), 95 B read, T s\n',
    );
  });

  it('3: a damaged archive gives its whole pages and says where it is damaged', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'cut.warc.gz']);
    expect(exitCode).toBe(3);
    expect(fieldOf('id', stdout)).toEqual(['https://site.example/ants', 'https://site.example/bees']);
    expect(stderr).toMatch(
      /^dehusk: cut\.warc\.gz.*: the input ends too early, at byte \d+: .* \[INPUT_CUT\]\n/,
    );
    expect(stderr).toContain('2 pages, 1 site, 1 failed (1 INPUT_CUT)');
  });

  it('3: a page over a limit fails alone, and is named by its address', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'mixed.jsonl', '--max-page-nodes', '3']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain(
      'dehusk: mixed.jsonl:1 (https://a.example/1): page has more than 3 nodes (--max-page-nodes) [PAGE_TOO_MANY_NODES]\n',
    );
  });

  it.each([
    ['never', 'bad.jsonl', 0],
    ['never', 'mixed.jsonl', 0],
    ['any', 'mixed.jsonl', 3],
    ['any', 'good.jsonl', 0],
    ['all', 'mixed.jsonl', 0],
    ['all', 'bad.jsonl', 3],
    ['all', 'good.jsonl', 0],
  ])('--fail-on %s with %s: %d', async (when, file, code) => {
    expect((await work.run(['clean', file, '--fail-on', when])).exitCode).toBe(code);
  });

  it('1: nothing could be read', async () => {
    const { exitCode, stdout, stderr } = await work.run([
      'clean',
      'missing',
      'missing/*.html',
      '--fail-on',
      'never',
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(timeless(stderr)).toBe(
      'dehusk: no such file or folder: missing [INPUT_NOT_FOUND]\n' +
        'dehusk: no page found for missing/*.html: names end in .html, .htm, .xhtml, .jsonl, .ndjson, .warc or .wacz, also with .gz or .zst [INPUT_NO_MATCH]\n' +
        'dehusk: done: 0 pages, 0 sites, 2 failed (1 INPUT_NOT_FOUND, 1 INPUT_NO_MATCH), 0 B read, T s\n',
    );
  });

  it('1: what was named is no page', async () => {
    work.write('old.state', 'SQLite format 3\0\x10\0');
    const { exitCode, stdout, stderr } = await work.run(['clean', 'old.state', 'https://a.example/']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('old.state holds no pages but a SQLite database');
    expect(stderr).toContain('nothing is fetched here');
  });

  it.each([
    [['--state', 'x', '--stats', 'x'], '--stats x cannot be used with --state x'],
    [
      ['--state', 'x.jsonl', '-o', './x.jsonl', '--force'],
      '-o ./x.jsonl cannot be used with --state x.jsonl',
    ],
    [['--state', 'x', '--links-out', 'x'], '--links-out x cannot be used with --state x'],
    [['--config', 'x', '--stats', 'x'], '--stats x cannot be used with --config x'],
    [
      ['--stream', '--reprocess-list', 'x.jsonl', '-o', 'x.jsonl'],
      '--reprocess-list x.jsonl cannot be used with -o x.jsonl',
    ],
    [
      ['--stream', '--reprocess-list', 'good.jsonl'],
      'the input good.jsonl lies in the output good.jsonl: write elsewhere',
    ],
    [['--stream', '--reprocess-list', ''], "--reprocess-list takes the name of a file, not ''"],
  ])('2: one file for two things: %j', async (flags, line) => {
    const { exitCode, stderr } = await work.run(['clean', 'good.jsonl', ...flags]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `dehusk: ${line}\n` });
    expect(work.list().filter((file) => file.startsWith('x'))).toEqual([]);
    expect(work.read('good.jsonl')).toContain('<p>one');
  });

  it.each([
    [['--state', 'mistaken.state', '--freeze'], 'no such state file: mistaken.state'],
    [['--state', 'mistaken.state', '--only-list', 'good.jsonl'], 'no such state file: mistaken.state'],
    [
      ['--state', '.', '--freeze'],
      '. is not a state file of dehusk: it is a folder without states of a fold',
    ],
  ])('1: nothing to judge by: %j', async (flags, line) => {
    const { exitCode, stdout, stderr } = await work.run(['clean', 'good.jsonl', ...flags]);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: '', stderr: `dehusk: ${line}\n` });
    expect(work.list()).not.toContain('mistaken.state');
  });

  it('a pipe that brings nothing holds no page', async () => {
    const { exitCode, stdout } = await work.run(['clean', '-', '--stream'], { stdin: '' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  });

  it('names standard input where a page of it fails', async () => {
    const { stderr } = await work.run(['clean', '-', '--max-page-nodes', '3'], { stdin: '<p>one<p>two' });
    expect(stderr).toContain('dehusk: -: page has more than 3 nodes (--max-page-nodes)');
  });

  it('3: one input is missing, the others are read', async () => {
    const { exitCode, stdout } = await work.run(['clean', 'missing', 'good.jsonl']);
    expect({ exitCode, ids: fieldOf('id', stdout) }).toEqual({ exitCode: 3, ids: ['https://a.example/1'] });
  });

  it.each([
    ['missing/clean.jsonl', 'its folder does not exist'],
    ['good.jsonl/clean.jsonl', 'a part of its path is no folder'],
    ['good.jsonl/', 'a file of that name is in the way'],
    ['good.jsonl/sub/', 'a part of its path is no folder'],
  ])('1: %s cannot be written', async (output, reason) => {
    const stderr = `dehusk: cannot write ${output}: ${reason}\n`;
    expect(await work.run(['clean', 'mixed.jsonl', '-o', output])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr,
    });
  });

  it.runIf(process.platform === 'linux')('1: the disk is full', async () => {
    const { exitCode, stderr } = await work.run(['clean', 'good.jsonl', '-o', '/dev/full']);
    expect(exitCode).toBe(1);
    expect(timeless(stderr)).toBe(
      'dehusk: cannot write /dev/full: no space left on the device\n' +
        'dehusk: failed: 0 pages, 0 sites, 0 failed, 46 B read, T s\n',
    );
  });
});
