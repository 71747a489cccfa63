import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();
work.write('pages/a.html', '<title>A</title><p>Alpha');
work.write('pages/sub/b.html', '<title>B</title><p>Beta');
work.write('one.html', '<p>One');

function jsonLine(url: string): string {
  return `${JSON.stringify({ url, html: `<p>${encodeURI(url)}` })}\n`;
}

describe('-o', () => {
  it('writes what standard output gets, byte for byte, on every run', async () => {
    const { stdout } = await work.run(['clean', 'pages']);
    for (const name of ['first.jsonl', 'second.jsonl']) {
      expect((await work.run(['clean', 'pages', '-o', name])).stdout).toBe('');
      expect(work.read(name)).toBe(stdout);
    }
    expect((await work.run(['clean', 'pages', '-o', '-'])).stdout).toBe(stdout);
  });

  it('compresses by its name, the same on every run', async () => {
    const { stdout } = await work.run(['clean', 'pages']);
    await work.run(['clean', 'pages', '-o', 'first.jsonl.gz']);
    await work.run(['clean', 'pages', '-o', 'second', '--to', 'jsonl.gz']);
    expect(gunzipSync(work.readBytes('first.jsonl.gz')).toString()).toBe(stdout);
    expect(work.readBytes('second')).toEqual(work.readBytes('first.jsonl.gz'));
  });

  it('writes a WARC that can be read again', async () => {
    for (const name of ['clean.warc', 'clean.warc.gz']) {
      expect((await work.run(['clean', 'pages', '-o', name])).exitCode).toBe(0);
    }
    const plain = work.read('clean.warc');
    expect(plain).toMatch(/^WARC\/1\.1\r\n/);
    expect(plain.match(/^WARC-Type: conversion\r$/gm)).toHaveLength(2);
    expect(gunzipSync(work.readBytes('clean.warc.gz')).toString()).toBe(plain);
  });

  it('leaves no .partial file behind', () => {
    expect(work.list().filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('replaces a file through a link, and keeps the link', async () => {
    work.write('target.jsonl', 'older\n');
    symlinkSync('target.jsonl', path.join(work.folder, 'link.jsonl'));
    await work.run(['clean', 'one.html', '-o', 'link.jsonl', '--force']);
    expect(fieldOf('id', work.read('target.jsonl'))).toEqual(['one.html']);
  });

  it.each([
    ['a file', 'mine.jsonl', 'mine.jsonl'],
    ['a folder', 'mine/', 'mine/notes.txt'],
  ])('leaves %s alone that it has not written, unless told --force', async (_, output, file) => {
    const args = ['clean', 'one.html', '-o', output];
    work.write(file, 'mine\n');
    const before = work.list();
    for (const state of [[], ['--state', 'guard.state']])
      expect(await work.run([...args, ...state])).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `dehusk: ${output} is there already, and is not of this run (--force writes over it)\n`,
      });
    expect([work.list(), work.read(file)]).toEqual([before, 'mine\n']);
    expect((await work.run([...args, '--force'])).exitCode).toBe(0);
    if (output.endsWith('/')) expect(work.list(output)).toHaveLength(2);
    else expect(fieldOf('id', work.read(output))).toEqual(['one.html']);
  });

  it('takes an empty file or folder, and what is neither', async () => {
    work.write('empty.jsonl', '');
    mkdirSync(path.join(work.folder, 'empty'));
    for (const output of ['empty.jsonl', 'empty/', '/dev/null'])
      expect((await work.run(['clean', 'one.html', '-o', output])).exitCode).toBe(0);
    expect(work.list('empty')).toHaveLength(1);
    expect((await work.run(['clean', 'one.html', '-o', '/dev/stdout'])).stdout).toBe(
      work.read('empty.jsonl'),
    );
  });
});

describe('-o FOLDER/', () => {
  it.each([
    ['text', 'txt'],
    ['markdown', 'md'],
    ['html', 'html'],
    ['marked-html', 'html'],
  ])('writes one %s file per page, in the folders of the input', async (format, extension) => {
    const folder = `kept-${format}/deep/`;
    const args = ['clean', 'pages', '--format', format, '-o', folder, '--keep-dirs'];
    expect((await work.run(args)).exitCode).toBe(0);
    expect(work.list(folder)).toEqual([`a.${extension}`, `sub/b.${extension}`]);
    expect(work.read(`${folder}a.${extension}`)).toContain('Alpha');
  });

  it('writes the files side by side without --keep-dirs', async () => {
    await work.run(['clean', 'pages', '-o', 'flat/']);
    expect(work.list('flat')).toEqual([
      expect.stringMatching(/^a\.html-[0-9a-f]{10}\.txt$/),
      expect.stringMatching(/^sub-b\.html-[0-9a-f]{10}\.txt$/),
    ]);
  });

  it('writes the same files again on the next run', async () => {
    const before = work.list('flat');
    await work.run(['clean', 'pages', '-o', 'flat', '--force']);
    expect(work.list('flat')).toEqual(before);
  });

  it('holds every page, whatever its address, inside the folder', async () => {
    const urls = [
      'https://a.example/../../escape',
      'https://a.example/%2e%2e%2f%2e%2e%2fescape',
      '../../../escape',
      '/etc/escape',
      'https://a.example/a%00b',
      'https://a.example/CON',
      'https://a.example/same',
      'https://a.example/same',
      'https://a.example/SAME',
      `https://a.example/${'x'.repeat(3000)}`,
      `https://a.example/${'y/'.repeat(500)}`,
      'https://a.example/\u202egnp.exe',
      'file:///etc/passwd',
      'https://a.example/same.txt/below',
    ];
    work.write('inner/hostile.jsonl', urls.map(jsonLine).join(''));
    const before = work.list().length;
    for (const keepDirs of [['--keep-dirs'], []]) {
      const folder = `inner/out${keepDirs.length}`;
      const { exitCode, stderr } = await work.run([
        'clean',
        'inner/hostile.jsonl',
        '-o',
        `${folder}/`,
        ...keepDirs,
      ]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect(work.list(folder)).toHaveLength(urls.length);
    }
    expect(work.list()).toHaveLength(before + 2 * urls.length);
  });

  it('does not write through a link that lies in the folder', async () => {
    mkdirSync(path.join(work.folder, 'linked'));
    mkdirSync(path.join(work.folder, 'elsewhere'));
    symlinkSync('../elsewhere', path.join(work.folder, 'linked/sub'));
    const { exitCode, stderr } = await work.run([
      'clean',
      'pages',
      '-o',
      'linked/',
      '--keep-dirs',
      '--force',
    ]);
    expect({ exitCode, elsewhere: work.list('elsewhere') }).toEqual({ exitCode: 1, elsewhere: [] });
    expect(stderr).toContain(
      'dehusk: linked/sub is a link, and links inside the output folder are not followed\n',
    );
  });

  it('does not write into a file that a link points at', async () => {
    work.write('precious.txt', 'precious');
    mkdirSync(path.join(work.folder, 'linked-file'));
    symlinkSync('../precious.txt', path.join(work.folder, 'linked-file/a.txt'));
    await work.run(['clean', 'pages', '-o', 'linked-file/', '--keep-dirs', '--force']);
    // The page has taken the place of the link.
    expect([work.read('precious.txt'), work.read('linked-file/a.txt')]).toEqual(['precious', 'Alpha\n']);
  });
});

describe('--failures', () => {
  const lines = `${jsonLine('https://a.example/1')}{bad\n${jsonLine('https://a.example/2')}`;

  it('gives each page a line, in their order', async () => {
    const { stdout, exitCode } = await work.run(['clean', '-', '--stream', '--failures'], { stdin: lines });
    expect(fieldOf('id', stdout)).toEqual(['https://a.example/1', '-#2', 'https://a.example/2']);
    expect(fieldOf('error', stdout)).toEqual([
      undefined,
      { code: 'INPUT_LINE_BAD', message: expect.stringContaining('line 2 holds no page') },
      undefined,
    ]);
    expect(exitCode).toBe(3);
  });

  it('answers what has come while the pipe is still open', async () => {
    const answered = await work.run(['clean', '-', '--stream', '--failures', '--quiet'], {
      stdin: lines,
      keepStdinOpen: true,
      onSaid: ({ stdout }, killOnce) => {
        if (stdout.split('\n').length > 3) killOnce('SIGTERM');
      },
    });
    expect(fieldOf('id', answered.stdout)).toHaveLength(3);
  });

  it('needs JSON Lines', async () => {
    const { stderr, exitCode } = await work.run(['clean', 'pages', '--failures', '-o', 'x/']);
    expect(stderr).toContain('--failures needs JSON Lines output');
    expect(exitCode).toBe(2);
  });
});
